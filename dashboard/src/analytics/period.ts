/**
 * The periods of the analytics. Hours, 7 days and calendar weeks are those of the member. 30 and 90 days are days in UTC, as the
 * service keeps the counts of old deliveries.
 */
import { startOfDay, startOfWeek } from '../ui/wall-clock.ts'

const WEEK_DAYS = 7
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The longest own period that the service counts. It begins at a whole hour. */
const OWN_DAYS_MAX = 92
/** The part of a query for its period. */
export type Period = { period: '24h' | '30d' | '90d' } | { since: string; until?: string }

export const PERIODS = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: 'this-week', label: 'This week' },
  { value: 'last-week', label: 'Last week' },
  { value: 'own', label: 'Between …' },
] as const
export type PeriodName = (typeof PERIODS)[number]['value']

/** An own period between two times of the API. Without its start, it is the day before its end. A text that is no time is none. */
function ownPeriod(after: string, before: string): Period {
  const [from, to] = [Date.parse(after), Date.parse(before)]
  const [hasFrom, hasUntil] = [!Number.isNaN(from), !Number.isNaN(to)]
  if (!hasFrom && !hasUntil) return { period: '24h' }
  return { since: hasFrom ? after : new Date(to - DAY_MS).toISOString(), ...(hasUntil ? { until: before } : {}) }
}

/** Why the service does not count a period, about its end. Null: it does. */
export function problemOf(period: Period): string | null {
  if (!('since' in period)) return null
  const from = Date.parse(period.since)
  const to = period.until === undefined ? Date.now() : Date.parse(period.until)
  if (to <= from) return 'must be after From'
  const lengthMs = to - Math.floor(from / HOUR_MS) * HOUR_MS
  return lengthMs > OWN_DAYS_MAX * DAY_MS ? `must be at most ${OWN_DAYS_MAX} days after From` : null
}

/** The query of a period. */
export function periodOf(name: PeriodName, zone: string | undefined, after: string, before: string): Period {
  if (name === 'own') return ownPeriod(after, before)
  if (name === '24h' || name === '30d' || name === '90d') return { period: name }
  const between = (startOf: typeof startOfDay, first: number, end: number) => {
    const at = (days: number) => new Date(startOf(Date.now(), zone, days)).toISOString()
    return { since: at(first), until: at(end) }
  }
  if (name === 'this-week') return between(startOfWeek, 0, WEEK_DAYS)
  if (name === 'last-week') return between(startOfWeek, -WEEK_DAYS, 0)
  // The last day is today.
  return between(startOfDay, 1 - WEEK_DAYS, 1)
}

/** The service counts within seconds. */
export const READ_EVERY_MS = 5000
