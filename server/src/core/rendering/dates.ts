import { BoundedMap } from '../../platform/admission/bounded-map.ts'

/**
 * The dates that templates show. A date is read by its own text, and shown by the clock of a zone. Neither depends on the zone
 * or the language of the machine.
 */

/** Formats of Intl, and the values that they give, take long to make, so a process keeps some of each kind. */
const KEPT_MAX = 500

export function kept<Value>(): (key: string, make: () => Value) => Value {
  const values = new BoundedMap<string, Value>(KEPT_MAX)
  return (key, make) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const made = make()
    values.set(key, made)
    return made
  }
}

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

export interface ShownDate {
  /** ms since the epoch. */
  at: number
  /** The clock of the zone, read as UTC. */
  wall: Date
  /** How far the clock of the zone is ahead of UTC, ms. */
  offsetMs: number
  /** Null: no zone was given by its name. */
  zone: string | null
  locale: string
}

const DAY_MS = 86_400_000
const dateFormat = kept<Intl.DateTimeFormat>()

/** The date in the form of its locale. */
export function localDate({ wall, locale }: ShownDate, options: Intl.DateTimeFormatOptions): string {
  const make = () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  // A narrow blank before AM needs a larger alphabet in an SMS.
  return dateFormat(`${locale} ${JSON.stringify(options)}`, make)
    .format(wall)
    .replaceAll('\u202f', ' ')
}

const DATE_PARTS = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
const TIME_PARTS = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const

function dayOfYear({ wall }: ShownDate): number {
  const start = new Date(wall)
  start.setUTCMonth(0, 1)
  return Math.round((wall.getTime() - start.getTime()) / DAY_MS) + 1
}

/** Days before the first `firstDay` of the year are in week 0. */
function weekOfYear(date: ShownDate, firstDay: number): number {
  return Math.floor((dayOfYear(date) + 6 - ((date.wall.getUTCDay() - firstDay + 7) % 7)) / 7)
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

function offsetText({ offsetMs }: ShownDate, colon: string): string {
  const minutes = Math.floor(Math.abs(offsetMs) / 60_000)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offsetMs < 0 ? '-' : '+'}${hour}${colon}${minute}`
}

interface Given {
  flags: string
  width: number
}

const hour12 = ({ wall }: ShownDate) => wall.getUTCHours() % 12 || 12
const isMorning = ({ wall }: ShownDate) => wall.getUTCHours() < 12

const FIELDS: Readonly<Record<string, (date: ShownDate, given: Given) => string | number>> = {
  a: (date) => localDate(date, { weekday: 'short' }),
  A: (date) => localDate(date, { weekday: 'long' }),
  b: (date) => localDate(date, { month: 'short' }),
  B: (date) => localDate(date, { month: 'long' }),
  h: (date) => localDate(date, { month: 'short' }),
  c: (date) => localDate(date, { ...DATE_PARTS, ...TIME_PARTS }),
  C: ({ wall }) => Math.floor(wall.getUTCFullYear() / 100),
  d: ({ wall }) => wall.getUTCDate(),
  e: ({ wall }) => wall.getUTCDate(),
  H: ({ wall }) => wall.getUTCHours(),
  I: hour12,
  j: dayOfYear,
  k: ({ wall }) => wall.getUTCHours(),
  l: hour12,
  L: ({ wall }) => wall.getUTCMilliseconds(),
  m: ({ wall }) => wall.getUTCMonth() + 1,
  M: ({ wall }) => wall.getUTCMinutes(),
  N: ({ wall }, { width }) =>
    String(wall.getUTCMilliseconds())
      .padStart(3, '0')
      .slice(0, width || 9)
      .padEnd(width || 9, '0'),
  p: (date) => (isMorning(date) ? 'AM' : 'PM'),
  P: (date) => (isMorning(date) ? 'am' : 'pm'),
  q: ({ wall }) => ordinal(wall.getUTCDate()),
  s: ({ at }) => Math.floor(at / 1000),
  S: ({ wall }) => wall.getUTCSeconds(),
  u: ({ wall }) => wall.getUTCDay() || 7,
  U: (date) => weekOfYear(date, 0),
  w: ({ wall }) => wall.getUTCDay(),
  W: (date) => weekOfYear(date, 1),
  x: (date) => localDate(date, DATE_PARTS),
  X: (date) => localDate(date, TIME_PARTS),
  y: ({ wall }) => ((wall.getUTCFullYear() % 100) + 100) % 100,
  Y: ({ wall }) => wall.getUTCFullYear(),
  z: (date, { flags }) => offsetText(date, flags.includes(':') ? ':' : ''),
  Z: (date) => date.zone ?? offsetText(date, ''),
  t: () => '\t',
  n: () => '\n',
  '%': () => '%',
}

const WIDTHS: Readonly<Record<string, number>> = { j: 3, L: 3, Y: 4 }
for (const name of 'CdeHIklmMSUWy') Object.assign(WIDTHS, { [name]: 2 })
const PADDED_BY_BLANKS = new Set('aAbBceklpP')

/** Writes the date. `charge` gets the number of characters of each padding before it is made. */
export function formatDate(format: string, date: ShownDate, charge: (characters: number) => void): string {
  return format.replaceAll(/%([-_0^#:]*)(\d*)[EO]?(.)/g, (whole, flags: string, given: string, name: string) => {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
    if (field === undefined) return whole
    charge(Number(given))
    const written = String(field(date, { flags, width: Number(given) }))
    const text = flags.includes('^') ? written.toUpperCase() : flags.includes('#') ? swapped(written) : written
    const width = flags.includes('-') ? 0 : Number(given) || WIDTHS[name] || 0
    const isBlank = flags.includes('_') || (PADDED_BY_BLANKS.has(name) && !flags.includes('0'))
    if (isBlank) return text.padStart(width, ' ')
    return text.startsWith('-') ? `-${text.slice(1).padStart(width - 1, '0')}` : text.padStart(width, '0')
  })
}

/** Upper case, or lower case if the text has no small letter. */
const swapped = (text: string) => (/[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase())
