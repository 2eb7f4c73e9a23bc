/** The filters of dates and numbers in the locale of a message. */
import type { Context } from 'liquidjs'
import { wallMs } from '../../platform/clock.ts'
import { formatDate, localDate, offsetOf, readDate, kept } from './dates.ts'
import type { ShownDate } from './dates.ts'
import { plainNumber, WrittenNumber } from './names.ts'

/** The form of dates and numbers in a template's own texts. */
export const FORMATS_DEFAULT = 'en-US'
const FORMATS_KNOWN_MAX = 1_000
const formatsKnown = new Map<string, string>()

/** The first locale with known formats. Without this, JavaScript would take the locale of the machine. */
export function formatsOf(locale: string, other = FORMATS_DEFAULT): string {
  const key = `${locale} ${other}`
  const known = formatsKnown.get(key)
  if (known !== undefined) return known
  const [found = FORMATS_DEFAULT] = Intl.DateTimeFormat.supportedLocalesOf([locale, other])
  if (formatsKnown.size < FORMATS_KNOWN_MAX) formatsKnown.set(key, found)
  return found
}

/** Decimal places of a number. */
const DIGITS_MAX = 20

const STYLES = ['decimal', 'percent', 'currency'] as const
type Style = (typeof STYLES)[number]

/** More digits lose their exact value. An exponent would allow a number of any length. */
const EXACT = /^-?\d{1,30}(\.\d{1,20})?$/

const numberFormat = kept<Intl.NumberFormat>()

const isStyle = (value: unknown): value is Style => STYLES.includes(value as Style)

interface NumberOptions {
  style: Style
  currency: string | undefined
  digits: number | undefined
}

/** Reads the arguments of `number`: a style, for `currency` its code, and the number of decimal places. All are optional. */
function numberOptions(given: readonly unknown[]): NumberOptions {
  const values = given.map(plainNumber)
  const style = typeof values[0] === 'string' ? values.shift() : 'decimal'
  if (!isStyle(style)) throw new Error(`the filter number has no style like this: use ${STYLES.join(', ')}`)
  const currency = style === 'currency' ? values.shift() : undefined
  if (style === 'currency' && (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)))
    throw new Error('the filter number needs the code of a currency: number: "currency", "EUR"')
  const [digits, ...others] = values
  const isCount = Number.isInteger(digits) && (digits as number) >= 0 && (digits as number) <= DIGITS_MAX
  if (others.length > 0 || (digits !== undefined && !isCount))
    throw new Error(`the filter number takes at last a number of decimal places from 0 to ${DIGITS_MAX}`)
  return { style, currency: currency as string | undefined, digits: digits as number | undefined }
}

/** A number for Intl, or null if the value is none. Written digits stay exact. */
function numberOf(value: unknown): number | Intl.StringNumericLiteral | null {
  const text = value instanceof WrittenNumber ? String(value) : value
  if (typeof text === 'string' && EXACT.test(text)) return text as Intl.StringNumericLiteral
  const number = plainNumber(value)
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/**
 * The filter `number`: writes a number in a locale, for example `{{ total | number: "currency", "EUR" }}`. A value that is
 * not a number stays as it is. Throws on wrong arguments.
 */
export function localNumber(locale: string, value: unknown, given: readonly unknown[]): unknown {
  const { style, currency, digits } = numberOptions(given)
  const number = numberOf(value)
  if (number === null) return value
  const format = numberFormat(`${locale} ${style} ${currency} ${digits}`, () => {
    const places = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return new Intl.NumberFormat(locale, { style, ...(currency === undefined ? {} : { currency }), ...places })
  })
  return format.format(number)
}

const DATE_STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  time: { timeStyle: 'short' },
}

/** The format of `date` without one. */
const FORMAT_DEFAULT = '%A, %B %-e, %Y at %-l:%M %P %z'

/** The zone of `date`: a name, or the minutes by which UTC is ahead of it. Without one, dates are in UTC. */
function zoneOf(zone: unknown, at: number): Pick<ShownDate, 'zone' | 'offsetMs'> {
  if (typeof zone === 'string') return { zone, offsetMs: offsetOf(zone, at) }
  return { zone: null, offsetMs: typeof zone === 'number' ? -zone * 60_000 : 0 }
}

/**
 * The filter `date`. It knows the fields of Ruby (`%d %B`), and the formats `short`, `medium`, `long`, `full` and `time`: the
 * usual order and names of the message's locale. A value that is no date stays as it is.
 */
export function localDateFilter(context: Context, value: unknown, format: unknown, given: unknown): unknown {
  const at = readDate(value, wallMs)
  if (at === null) return value
  const zone = zoneOf(plainNumber(given), at)
  const date = { ...zone, at, wall: new Date(at + zone.offsetMs), locale: context.opts.locale }
  if (Number.isNaN(date.wall.getTime())) return value
  const text = format === undefined || format === null ? FORMAT_DEFAULT : String(plainNumber(format))
  const style = Object.hasOwn(DATE_STYLES, text) ? DATE_STYLES[text] : undefined
  return style === undefined
    ? formatDate(text, date, (characters) => context.memoryLimit.use(characters))
    : localDate(date, style)
}
