/** The tables of `server/src/platform/admission/limits.ts` for the pages. */
import { LIMITS } from '../server/src/platform/admission/limits.ts'
import type { Limit } from '../server/src/platform/admission/limits.ts'
import { SETTINGS, TUNING } from '../server/src/platform/config/settings.ts'

const ALL: readonly Limit[] = Object.values(LIMITS)

const MIB = 1024 * 1024

function numberText(value: number, unit: Limit['unit']): string {
  if (unit === 'bytes') return `${value / MIB} MiB`
  if (unit === 'characters') return `${value / MIB} Mi characters`
  if (unit === 'ms') return value < 1000 ? `${value} ms` : `${value / 1000} s`
  return value.toLocaleString('en')
}

/** A part that is smaller than the whole as a fraction: `3/4 of`. */
function partText(part: number, whole: string): string {
  if (part > 1) return `${part} times ${whole}`
  const below = [2, 4].find((number) => Number.isInteger(part * number))!
  return `${part * below}/${below} of ${whole}`
}

/** How often a rate gains one: `10 a second`, or `one in 20 min`. */
function refillText(refillMs: number): string {
  if (refillMs <= 1000) return `${1000 / refillMs} a second`
  return refillMs < 120_000 ? `one in ${refillMs / 1000} s` : `one in ${refillMs / 60_000} min`
}

/** The default of a variable, or a number of `TUNING`. */
function settingText(name: keyof typeof SETTINGS | keyof typeof TUNING): string {
  return name in TUNING
    ? String(TUNING[name as keyof typeof TUNING])
    : (SETTINGS[name as keyof typeof SETTINGS].default ?? '')
}

function defaultText({ max, unit }: Limit): string {
  if (typeof max === 'number') return numberText(max, unit)
  if ('burst' in max) return `${max.burst} at once, then ${refillText(max.refillMs)}`
  if ('part' in max) return partText(max.part, max.whole)
  const preset = settingText(max.setting)
  if (!('times' in max)) return /^\d+$/.test(preset) ? numberText(Number(preset), unit) : preset
  const perSecond = Number(preset) * max.times
  return `${numberText(perSecond * max.burstSeconds, unit)} at once, then ${numberText(perSecond, unit)} a second`
}

function variableText({ max }: Limit): string {
  if (typeof max === 'number' || !('setting' in max) || !(max.setting in SETTINGS)) return ''
  return `\`${SETTINGS[max.setting as keyof typeof SETTINGS].variable}\``
}

/** What each limit is, its default, and the variable that changes it. */
export const limitRows = (): string[][] =>
  ALL.map((limit) => [
    limit.of,
    defaultText(limit),
    variableText(limit),
    limit.everywhere ? 'the database' : 'each process',
  ])

/** What a caller who meets a limit gets, and the test that meets it. */
export const metRows = (): string[][] =>
  ALL.map(({ of, met, test }) => [
    of,
    `${met.charAt(0).toUpperCase()}${met.slice(1)}`,
    `\`${test.replace(/^server\/test\//, '')}\``,
  ])
