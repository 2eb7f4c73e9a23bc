/** The fields of a date format like `%d %B %Y`, as Ruby's `strftime` and LiquidJS have them. */
import { kept } from './kept-formats.ts'

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

const DATE = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const

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
  c: (date) => localDate(date, { ...DATE, ...TIME }),
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
  x: (date) => localDate(date, DATE),
  X: (date) => localDate(date, TIME),
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
