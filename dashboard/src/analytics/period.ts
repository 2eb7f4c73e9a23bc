/** The periods of the analytics: the last hours and days, and calendar weeks in the zone of the member. */
import { startOfWeek } from '../ui/wall-clock.ts'

const WEEK_DAYS = 7

/** The part of a query for its period. */
export type Period = { period: '24h' | '7d' | '30d' | '90d' } | { since: string; until?: string }

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
  if (name !== 'this-week' && name !== 'last-week') return { period: name }
  const [start, end] = name === 'this-week' ? [0, WEEK_DAYS] : [-WEEK_DAYS, 0]
  const at = (days: number) => new Date(startOfWeek(Date.now(), zone, days)).toISOString()
  return { since: at(start), until: at(end) }
}

/** The service counts within seconds. */
export const READ_EVERY_MS = 5000
