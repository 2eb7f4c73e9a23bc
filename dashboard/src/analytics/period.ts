/**
 * The periods of the analytics. Hours, 7 days and calendar weeks are those of the member. 30 and 90 days are days in UTC, as the
 * service keeps the counts of old deliveries.
 */
import { startOfDay, startOfWeek } from '../ui/wall-clock.ts'

const WEEK_DAYS = 7
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

/** The query of a period. An own one without its times is the last day. */
export function periodOf(name: PeriodName, zone: string | undefined, after: string, before: string): Period {
  if (name === 'own')
    return after === '' ? { period: '24h' } : { since: after, ...(before === '' ? {} : { until: before }) }
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
