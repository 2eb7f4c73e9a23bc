/**
 * The dates that templates show. A date is read by its own text, and shown by the clock of a zone. Neither depends on the zone
 * or the language of the machine.
 */
import { kept } from './kept-formats.ts'

const MINUTE_MS = 60_000
/** The largest time of JavaScript. */
const TIME_MAX_MS = 8_640_000_000_000_000
/** Seconds of the year 5138. A larger number counts milliseconds, as in JavaScript. */
const SECONDS_MAX = 100_000_000_000

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? +)?'
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const TIME =
  '(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?(?: ?(?<half>[ap]m))?'
/** A zone, also as JavaScript writes it: `GMT+0100 (Central European Standard Time)`. */
const ZONE =
  ' ?(?<zone>z|(?:gmt|utc)?(?<sign>[+-])(?<hours>\\d\\d)(?::?(?<minutes>\\d\\d))?|gmt|utc)(?: \\([^()]{1,60}\\))?'
const END = `(?:(?:,? +|t)${TIME}(?:${ZONE})?)?`

/** ISO 8601, and the forms that people write in English. Others mean different days in different countries. */
const FORMS = [
  `(?<year>[+-]\\d{6}|\\d{4})[-/](?<month>\\d\\d)(?:[-/](?<day>\\d\\d)${END})?`,
  `${WEEKDAY}(?<month>${MONTH})\\.? +${DAY},? +(?<year>\\d{4})${END}`,
  `${WEEKDAY}${DAY}[ -](?<month>${MONTH})\\.?,?[ -](?<year>\\d{4})${END}`,
].map((form) => new RegExp(`^${form}$`, 'i'))

/** The day of a text, or null if there is no such day. */
function dayOf({ year = '', month = '', day = '1' }: Record<string, string | undefined>): number | null {
  const number = /\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  const date = new Date(0)
  date.setUTCFullYear(Number(year), number, Number(day))
  return date.getUTCMonth() === number && date.getUTCDate() === Number(day) ? date.getTime() : null
}

/** The time of the day in ms, or null if there is no such time. */
function timeOf({ hour = '0', minute = '0', second = '0', fraction = '', half }: Record<string, string | undefined>) {
  const isHalf = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || !isHalf) return null
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon
  return ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

function readText(text: string): number | null {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups
    if (groups === undefined) continue
    const [day, time] = [dayOf(groups), timeOf(groups)]
    const minutes = Number(groups['hours'] ?? 0) * 60 + Number(groups['minutes'] ?? 0)
    const offset = (groups['sign'] === '-' ? -minutes : minutes) * MINUTE_MS
    return day === null || time === null ? null : day + time - offset
  }
  return null
}

/**
 * The time of a value in ms since the epoch, or null if the value is no date. A number counts seconds since the epoch. A text
 * without a zone is in UTC.
 */
export function readDate(value: unknown, nowMs: () => number): number | null {
  const text = typeof value === 'string' ? value.trim() : value
  if (text === 'now' || text === 'today') return nowMs()
  const isNumber = typeof text === 'number' || (typeof text === 'string' && /^\d{1,16}$/.test(text))
  const number = Number(text)
  const at = isNumber
    ? Math.abs(number) < SECONDS_MAX
      ? number * 1000
      : number
    : typeof text === 'string' && text.length <= 100
      ? readText(text)
      : null
  return at !== null && Math.abs(at) <= TIME_MAX_MS ? at : null
}

const clockFormat = kept<Intl.DateTimeFormat>()
/** A text often shows the date and the time of one instant. */
const offsets = kept<number>()
const CLOCK = {
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** How far the clock of the zone is ahead of UTC, ms. Throws if there is no such zone. */
export const offsetOf = (zone: string, at: number): number => offsets(`${zone} ${at}`, () => readOffset(zone, at))

function readOffset(zone: string, at: number): number {
  const format = clockFormat(zone, () => new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone: zone }))
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const [month, day, hour, minute, second] = (['month', 'day', 'hour', 'minute', 'second'] as const).map((type) =>
    Number(parts.get(type)),
  ) as [number, number, number, number, number]
  const year = Number(parts.get('year'))
  const wall = new Date(0)
  wall.setUTCFullYear(parts.get('era') === 'BC' ? 1 - year : year, month - 1, day)
  wall.setUTCHours(hour, minute, second)
  return wall.getTime() - Math.floor(at / 1000) * 1000
}
