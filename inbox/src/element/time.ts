/** Times as people say them. */

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** After this many days, the date is clearer than a number of days. */
const DAYS_MAX = 7

/** `5 min. ago`, `yesterday`, or a date. `now`: ms since the epoch. Empty if `at` is no time. */
export function timeAgo(at: string, now: number, tag: string): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return ''
  // The clock of the device may be behind.
  const seconds = Math.max(0, (now - time) / 1000)
  if (seconds > DAYS_MAX * 86_400) return new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(time)
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' })
  const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? ['second', Infinity]
  return format.format(-Math.floor(seconds / length) || 0, unit)
}

/** Date and time of day, in full. */
export function wholeTime(at: string, tag: string): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return ''
  return new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short' }).format(time)
}
