/** The time on a clock on the wall of a zone, and the moment that it shows. Pure. */

const FIELDS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

/** The clock of the zone at a moment (ms since the epoch), as if it were UTC, ms. undefined: the zone of the browser. */
function clockOf(at: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', { ...FIELDS, timeZone }).formatToParts(at)
  const field = (wanted: string) => Number(parts.find(({ type }) => type === wanted)!.value)
  const [year, month, day] = [field('year'), field('month') - 1, field('day')]
  return Date.UTC(year, month, day, field('hour'), field('minute'), field('second'))
}

/** What the clock shows at a moment: `2026-11-26T08:30`. */
export function shownAt(at: number, timeZone: string | undefined): string {
  return new Date(clockOf(at, timeZone)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/**
 * The moment (ms since the epoch) at which the clock shows `2026-11-26T08:30`. In the hour that a change of the clock
 * skips, a moment beside it. In the hour that it repeats, one of the two.
 */
export function momentOf(shown: string, timeZone: string | undefined): number {
  const asUtc = Date.parse(`${shown}Z`)
  const offsetAt = (at: number) => clockOf(at, timeZone) - at
  // The offset may change between the two moments.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}

/** Midnight of the day of a moment in the zone, or some days after it, ms since the epoch. */
export function startOfDay(at: number, timeZone: string | undefined, days: number): number {
  const shown = new Date(clockOf(at, timeZone))
  const midnight = Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate() + days)
  return momentOf(new Date(midnight).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length), timeZone)
}

/** Midnight on the Monday of the week of a moment in the zone, or some days after it, ms since the epoch. */
export function startOfWeek(at: number, timeZone: string | undefined, days: number): number {
  const sinceMonday = (new Date(clockOf(at, timeZone)).getUTCDay() + 6) % 7
  return startOfDay(at, timeZone, days - sinceMonday)
}

/** The first moment from `at` on at which the clock of the zone shows a multiple of `unitMs` since midnight, ms. */
export function nextWhole(at: number, timeZone: string | undefined, unitMs: number): number {
  // Rounded to the minute: the clock has no parts of a second.
  const past = clockOf(at, timeZone) % unitMs
  return past === 0 ? at : at + unitMs - past
}
