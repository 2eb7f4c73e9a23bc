/**
 * The counts of outcomes, and their periods: buckets of time, totals and rates. Pure.
 *
 * The outcome of a delivery is its status, and the cause if it failed or bounced. A delivery has one outcome at a time, so
 * counts of outcomes add up to the number of deliveries.
 */

/** The counted statuses, from the first to the last. A retrying delivery counts as queued, because a retry has no event. */
export const OUTCOMES = ['scheduled', 'queued', 'sent', 'failed', 'delivered', 'bounced', 'opened', 'canceled'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A number for each outcome. */
export type OutcomeCounts = Record<Outcome, number>

export const noCounts = (): OutcomeCounts => ({
  scheduled: 0,
  queued: 0,
  sent: 0,
  failed: 0,
  delivered: 0,
  bounced: 0,
  opened: 0,
  canceled: 0,
})

/** The reverse of `outcomeOf`. The cause is null if the delivery neither failed nor bounced. */
export function readOutcome(stored: string): { outcome: Outcome; cause: string | null } {
  const [outcome, cause = null] = stored.split(':')
  return { outcome: outcome as Outcome, cause }
}

const HOUR_MS = 3_600_000

/** The length of a bucket, and the number of buckets. Counts of older hours are added up (`counting.ts`). */
const PERIODS = {
  '24h': { bucketMs: HOUR_MS, buckets: 24 },
  '7d': { bucketMs: 6 * HOUR_MS, buckets: 28 },
  '30d': { bucketMs: 24 * HOUR_MS, buckets: 30 },
  '90d': { bucketMs: 24 * HOUR_MS, buckets: 90 },
} as const

export type Period = keyof typeof PERIODS
export const PERIOD_NAMES = Object.keys(PERIODS) as Period[]

export interface PeriodSpan {
  bucketMs: number
  /** The first bucket of the period before, of the period, and the end of the period, ms since the epoch. */
  beforeMs: number
  sinceMs: number
  untilMs: number
}

/** The period ends with the bucket of `nowMs`, which is still filling. Buckets are whole hours or days in UTC. */
export function spanOf(period: Period, nowMs: number): PeriodSpan {
  const { bucketMs, buckets } = PERIODS[period]
  const untilMs = (Math.floor(nowMs / bucketMs) + 1) * bucketMs
  const sinceMs = untilMs - buckets * bucketMs
  return { bucketMs, beforeMs: sinceMs - buckets * bucketMs, sinceMs, untilMs }
}

const DAY_MS = 24 * HOUR_MS
export const OWN_DAYS_MAX = 92
/** A longer own period has buckets of 6 hours, then of days. */
const HOURS_DAYS_MAX = 2
const SIX_HOURS_DAYS_MAX = 14

/** A period between two times, from the hour of the first to the hour of the other. Null: it is empty or too long. */
export function ownSpan(fromMs: number, toMs: number): PeriodSpan | null {
  const sinceMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS
  const lengthMs = Math.ceil((toMs - sinceMs) / HOUR_MS) * HOUR_MS
  if (lengthMs <= 0 || lengthMs > OWN_DAYS_MAX * DAY_MS) return null
  const days = lengthMs / DAY_MS
  const bucketMs = days <= HOURS_DAYS_MAX ? HOUR_MS : days <= SIX_HOURS_DAYS_MAX ? 6 * HOUR_MS : DAY_MS
  const untilMs = sinceMs + Math.ceil(lengthMs / bucketMs) * bucketMs
  return { bucketMs, beforeMs: sinceMs - (untilMs - sinceMs), sinceMs, untilMs }
}

/** For a moment, the events of a delivery may be counted in another order than they happened. A count is never negative. */
function add(sum: OutcomeCounts, counts: Readonly<OutcomeCounts>): void {
  for (const outcome of OUTCOMES) sum[outcome] += Math.max(0, counts[outcome])
}

export function sumOf(rows: readonly Readonly<OutcomeCounts>[]): OutcomeCounts {
  const sum = noCounts()
  for (const row of rows) add(sum, row)
  return sum
}

/** The counts of each bucket of the period, in order. `start`: ms since the epoch. */
export function bucketsOf(
  { bucketMs, sinceMs, untilMs }: PeriodSpan,
  rows: readonly Readonly<OutcomeCounts & { start: number }>[],
): { start: number; counts: OutcomeCounts }[] {
  const buckets = Array.from({ length: (untilMs - sinceMs) / bucketMs }, (_, index) => {
    return { start: sinceMs + index * bucketMs, counts: noCounts() }
  })
  for (const row of rows) {
    const bucket = buckets[Math.floor((row.start - sinceMs) / bucketMs)]
    if (bucket !== undefined) add(bucket.counts, row)
  }
  return buckets
}

/** The outcomes after which no send starts. Canceled deliveries were never to be sent. */
const ENDED: readonly Outcome[] = ['sent', 'delivered', 'opened', 'bounced', 'failed']

interface Rates {
  delivered: number | null
  opened: number | null
  bounced: number | null
  failed: number | null
}

/**
 * The shares of the deliveries that have ended, from 0 to 1. Null: none has ended. An opened delivery was delivered. A
 * sent delivery has ended if its provider reports nothing more. `reported`: the deliveries on channels with reports. A refused
 * send is known without a report.
 */
export function ratesOf(counts: Readonly<OutcomeCounts>, reported = counts): Rates {
  const ratio = (of: Readonly<OutcomeCounts>, ...parts: Outcome[]) => {
    const sumOfThese = (outcomes: readonly Outcome[]) => outcomes.reduce((sum, outcome) => sum + of[outcome], 0)
    const ended = sumOfThese(ENDED)
    return ended === 0 ? null : sumOfThese(parts) / ended
  }
  return {
    delivered: ratio(reported, 'delivered', 'opened'),
    opened: ratio(reported, 'opened'),
    bounced: ratio(reported, 'bounced'),
    failed: ratio(counts, 'failed'),
  }
}

/** The sum of a group as it is stored: `value` is a cause, or the id of a channel, after that of a template if it has one. */
interface StoredSum extends Readonly<OutcomeCounts> {
  value: string
  unreachable: number
}

export interface Group {
  value: string
  counts: OutcomeCounts
  /** Its deliveries on channels with reports. */
  reported: OutcomeCounts
  unreachable: number
}

/** Whether the provider of a channel has reported what became of its deliveries. */
export const hasReports = ({ delivered, opened, bounced }: Readonly<OutcomeCounts>) => delivered + opened + bounced > 0

/** Whether deliveries were sent on a channel, and its provider has reported none of them. */
const isSilent = (counts: OutcomeCounts) => counts.sent > 0 && !hasReports(counts)

/** Groups of stored sums, the largest first. `nameOf`: the value of its group for the value of a sum. */
export function groupsOf(rows: readonly StoredSum[], nameOf: (value: string) => string): Group[] {
  const channelOf = ({ value }: StoredSum) => value.slice(value.indexOf('/') + 1)
  const byChannel = [...Map.groupBy(rows, channelOf)]
  const silent = new Set(byChannel.flatMap(([channel, sums]) => (isSilent(sumOf(sums)) ? channel : [])))
  const groups = [...Map.groupBy(rows, ({ value }) => nameOf(value))].map(([value, sums]) => {
    return {
      value,
      counts: sumOf(sums),
      reported: sumOf(sums.filter((row) => !silent.has(channelOf(row)))),
      unreachable: sums.reduce((sum, { unreachable }) => sum + unreachable, 0),
    }
  })
  const totalOf = ({ counts }: Group) => OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)
  return groups.toSorted((one, other) => totalOf(other) - totalOf(one))
}
