/** How the member reads times. It is a habit of the person at this browser, so the browser stores it. */
import { stored } from './stored.ts'

/** `auto`: as the language of the browser has it. */
type Hours = 'auto' | '24' | '12'

interface TimeHabit {
  /** An IANA name. null: the zone of the browser. */
  zone: string | null
  hours: Hours
}

function isZone(zone: unknown): zone is string {
  try {
    if (typeof zone !== 'string') return false
    Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Values of another version: automatic. */
export const timeHabit = stored<TimeHabit>('times', { zone: null, hours: 'auto' }, (value) => {
  const { zone, hours } = value as Partial<Record<keyof TimeHabit, unknown>>
  return { zone: isZone(zone) ? zone : null, hours: hours === '24' || hours === '12' ? hours : 'auto' }
})

const CYCLES = { auto: undefined, 24: 'h23', 12: 'h12' } as const

/** To make one takes milliseconds, and a list has hundreds of times. */
const kept = new Map<string, Intl.DateTimeFormat>()

/** A format in the zone of the member, unless the options have one, and with the hours of the member. */
export function useTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { zone, hours } = timeHabit.use()
  const all = { timeZone: zone ?? undefined, ...options, hourCycle: CYCLES[hours] }
  const key = JSON.stringify(all)
  const found = kept.get(key)
  if (found !== undefined) return found
  const made = new Intl.DateTimeFormat(undefined, all)
  kept.set(key, made)
  return made
}
