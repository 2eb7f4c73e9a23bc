import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { listSql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import { invalid } from '../../platform/errors.ts'
import { EventId } from '../events/event-schemas.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { IdParams, Nullable, Time } from '../../platform/http/schemas.ts'
import { eventIdTime } from '../../platform/ids.ts'
import type { EndpointChanges } from './endpoints/changes.ts'
import { endpointStatus } from './endpoints/endpoint.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { tags } from './endpoints/schemas.ts'
import { listCounts, readPosition, sumMissing } from './count-queries.ts'
import { countSpan, MINUTES_KEPT_MS, noCounts, percentilesOf, sumOf } from './counts.ts'
import type { Counts } from './counts.ts'
import { NOW, readNow } from './health-routes.ts'
import { FAILED_EVENTS_MAX } from './queries.ts'

/** The statistics of an endpoint's events and attempts in a period that ends now. */

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const WINDOW_DEFAULT = '24h'
/** Only windows up to this length are read by minute, ms. */
const BY_MINUTE_MAX_MS = 3 * UNIT_MS.h
/** Parts of a window in a chart, and their possible lengths. */
const PERIODS_MAX = 60
const PERIODS_MS = [UNIT_MS.m, 5 * UNIT_MS.m, ...[1, 3, 6, 12, 24].map((hours) => hours * UNIT_MS.h)]
const PERCENTILES = [0.5, 0.95, 0.99]

/** The length of a window like `30m`, `24h` or `7d`, ms. Null if it is not valid. */
function parseWindow(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

const readPending = listSql(
  'webhook_stats.read_pending',
  `select count(*) as pending, count(*) filter (where missed_at >= $3::timestamptz) as missed, min(event_id) as oldest_id,
     min(due_at) as next_due_at
   from webhook_queue where bucket = $1 and account_id = $2`,
)

const Count = Type.Integer()
const Milliseconds = Nullable(Type.Integer())

const Stats = Type.Object({
  since: Time,
  events: Type.Object({
    emitted: Type.Integer({ description: 'Events emitted in the window' }),
    skipped: Type.Integer({ description: 'The part of them emitted without an active endpoint' }),
    delivered: Type.Integer({ description: 'Series of attempts that ended in the window' }),
    failed: Count,
    failed_now: Type.Integer({ description: 'Failed events of the window that were not delivered since' }),
    skipped_now: Type.Integer({ description: 'Skipped events of the window that were not sent since' }),
    recovered: Type.Integer({
      description: 'Events that failed or were skipped in the window, and were delivered since',
    }),
    pending: Type.Integer({ description: 'Pending events of any age' }),
  }),
  attempts: Type.Object({
    total: Count,
    succeeded: Count,
    failed: Count,
    results: Type.Array(
      Type.Object({
        result: Type.String({
          description: 'The status code of the receiver, or the word in error_message',
          examples: ['503'],
        }),
        count: Count,
      }),
      { description: 'The most frequent result comes first' },
    ),
    periods: Type.Array(
      Type.Object({
        start: Time,
        succeeded: Count,
        failed: Count,
        response_time_p95_ms: {
          ...Milliseconds,
          description: 'Of the attempts with a response, as in `response_time_ms`. null: no response',
        },
      }),
      { description: `The attempts of the window in equal parts, at most ${PERIODS_MAX + 2}, oldest first` },
    ),
  }),
  response_time_ms: Type.Object(
    { p50: Milliseconds, p95: Milliseconds, p99: Milliseconds },
    { description: 'Response times of attempts with a response, including the time to connect' },
  ),
  missing: Type.Object(
    {
      events: Count,
      pending: Type.Integer({ description: 'Missed events that are queued again. They are not in `events`' }),
      since: Type.String({
        ...Time,
        description: 'The last dismissal, or the time of the oldest events that can be sent again',
      }),
    },
    {
      description:
        'Events that failed or were skipped since then, and are neither delivered nor pending: a replay sends them',
    },
  ),
  failure_budget: Type.Object({
    used: Type.Integer({ description: 'The number of consecutive failed events' }),
    limit: Type.Integer({ description: 'At this number the endpoint is disabled' }),
  }),
  ...NOW,
  oldest_pending_event: Type.Unsafe<{ id: string; created_at: string } | null>({
    ...Type.Object({ id: EventId, created_at: Time }),
    type: ['object', 'null'],
  }),
  next_retry_at: Nullable(
    Type.String({ ...Time, description: 'null if nothing waits, or the endpoint is not active' }),
  ),
})

const startOf = (timeMs: number, spanMs: number) => Math.floor(timeMs / spanMs) * spanMs

/** Adds up counts within spans of time, oldest first. */
function inSpans(counts: Iterable<readonly [start: number, Counts]>, spanMs: number): (Counts & { start: number })[] {
  const spans = Map.groupBy(counts, ([start]) => startOf(start, spanMs))
  const sums = [...spans].map(([start, parts]) => ({ start, ...sumOf(parts.map(([, part]) => part)) }))
  return sums.toSorted((one, other) => one.start - other.start)
}

/** Attempts begin with the endpoint. The account's events are older. */
function ofEndpoint(counts: Counts & { start: number }, createdFrom: number): Counts & { start: number } {
  if (counts.start >= createdFrom) return counts
  const { start, emitted, skipped, skippedNow, recovered } = counts
  return { ...noCounts(), start, emitted, skipped, skippedNow, recovered }
}

/** Missing events older than that are removed soon, and are not sent again, ms since the epoch. Good for the next hour. */
const oldestMissing = (oldestMs: number) => startOf(oldestMs + UNIT_MS.d, UNIT_MS.h) + 2 * UNIT_MS.h

/** The pending events, and those that failed or were skipped and are neither delivered, pending nor dismissed by a member. */
async function countUndelivered(
  connection: Connection,
  { bucket, accountId, missingDismissedAt }: Endpoint,
  newest: ReadonlyMap<number, Counts>,
  oldestMs: number,
) {
  const sinceMs = Math.max(missingDismissedAt ?? 0, oldestMissing(oldestMs))
  // All events of the minute of a dismissal are dismissed.
  const minutesFrom = Math.ceil(sinceMs / UNIT_MS.m) * UNIT_MS.m
  const hoursFrom = Math.ceil(sinceMs / UNIT_MS.h) * UNIT_MS.h
  const [stored] = await sumMissing(connection, bucket, accountId, isoTime(minutesFrom), isoTime(hoursFrom))
  const uncounted = sumOf([...newest].flatMap(([start, counts]) => (start >= minutesFrom ? counts : [])))
  const [pending] = await readPending(connection, bucket, accountId, isoTime(minutesFrom))
  const events = stored!.missing + uncounted.failedNow + uncounted.skippedNow - pending!.missed
  return {
    pending: pending!,
    missing: { events: Math.max(0, events), pending: pending!.missed, since: isoTime(sinceMs) },
  }
}

/** `from`: the start of the period, at the start of a minute or hour. */
async function readStats(
  connection: Connection,
  changes: EndpointChanges,
  {
    caller,
    id,
    sinceMs,
    oldestMs,
    nowMs,
  }: Record<'id' | 'sinceMs' | 'oldestMs' | 'nowMs', number> & { caller: Caller },
) {
  const endpoint = await changes.find(connection, caller, id)
  const { bucket, accountId } = endpoint
  const windowMs = nowMs - sinceMs
  const from = startOf(sinceMs, windowMs > MINUTES_KEPT_MS ? UNIT_MS.h : UNIT_MS.m)
  const hoursFrom = windowMs > BY_MINUTE_MAX_MS ? Math.ceil(from / UNIT_MS.h) * UNIT_MS.h : null
  const stored = await listCounts(connection, bucket, accountId, isoTime(from), isoTime(hoursFrom))
  const [position] = await readPosition(connection, bucket, accountId)
  // The newest attempts are not yet counted.
  const uncounted = { sinceMs: position?.countedUntil ?? oldestMs, untilMs: null }
  const newest = await countSpan(connection, { bucket, accountId, endpointId: endpoint.id }, uncounted)
  const all = [...stored.map((row) => [row.start, row] as const), ...newest].filter(([start]) => start >= from)
  const spanMs = hoursFrom === null ? UNIT_MS.m : UNIT_MS.h
  const createdFrom = startOf(endpoint.createdAt, spanMs)
  const counts = inSpans(all, spanMs).map((one) => ofEndpoint(one, createdFrom))
  const undelivered = await countUndelivered(connection, endpoint, newest, oldestMs)
  const { now } = await readNow(connection, endpoint, nowMs)
  return { endpoint, from, counts, ...undelivered, now }
}

const attemptsOf = ({ results }: Counts) => Object.values(results).reduce((sum, number) => sum + number, 0)

/** The attempts in equal parts of a window, the empty ones too. */
function periodsOf(counts: readonly (Counts & { start: number })[], from: number, nowMs: number) {
  const isByMinute = nowMs - from <= BY_MINUTE_MAX_MS + UNIT_MS.m

  const spanMs =
    PERIODS_MS.find((ms) => nowMs - from <= (PERIODS_MAX + 1) * ms && (isByMinute || ms >= UNIT_MS.h)) ??
    PERIODS_MS.at(-1)!
  const byStart = new Map(
    inSpans(
      counts.map((one) => [one.start, one]),
      spanMs,
    ).map((one) => [one.start, one]),
  )
  const first = startOf(from, spanMs)
  return Array.from({ length: Math.floor((nowMs - first) / spanMs) + 1 }, (_, index) => {
    const start = first + index * spanMs
    const one = byStart.get(start) ?? noCounts()
    const [p95 = null] = percentilesOf(one, [0.95])
    return {
      ...{ start: isoTime(start), succeeded: one.succeeded, failed: attemptsOf(one) - one.succeeded },
      response_time_p95_ms: p95,
    }
  })
}

/** The results, the most frequent first. */
const resultsOf = ({ results }: Counts) =>
  Object.entries(results)
    .map(([result, count]) => ({ result, count }))
    .toSorted((one, other) => other.count - one.count || (one.result < other.result ? -1 : 1))

export function statsRoutes(app: App, { clock, config }: StatsDependencies, changes: EndpointChanges): void {
  app.get(
    '/api/v1/webhook_endpoints/:id/stats',
    {
      schema: {
        tags,
        summary: 'Show the statistics of a webhook endpoint',
        params: IdParams,
        querystring: Type.Object({
          window: Type.Optional(
            Type.String({
              default: WINDOW_DEFAULT,
              maxLength: 10,
              description: 'A time like 30m, 24h or 7d, at most the retention',
            }),
          ),
        }),
        response: { 200: Type.Object({ stats: Stats }) },
      },
    },
    async ({ pool, caller, params, query }) => {
      const windowMs = parseWindow(query.window ?? WINDOW_DEFAULT)
      if (windowMs === null || windowMs > config.eventRetentionDays * UNIT_MS.d)
        throw invalid({ window: [`must be like 30m, 24h or 7d, at most ${config.eventRetentionDays}d`] })
      const nowMs = clock.now()
      const sinceMs = nowMs - windowMs
      const oldestMs = nowMs - config.eventRetentionDays * UNIT_MS.d
      const asked = { caller, id: params.id, sinceMs, oldestMs, nowMs }
      const read = (connection: Connection) => readStats(connection, changes, asked)
      const { endpoint, from, counts, missing, pending, now } = await snapshot(pool, read)
      const sum = sumOf(counts)
      const [p50 = null, p95 = null, p99 = null] = percentilesOf(sum, PERCENTILES)
      const { emitted, skipped, delivered, failed, failedNow, skippedNow, recovered } = sum
      const missed = { failed_now: failedNow, skipped_now: skippedNow }
      const { pending: pendingCount, oldestId, nextDueAt } = pending
      const total = attemptsOf(sum)
      const stats = {
        since: isoTime(from),
        events: { emitted, skipped, delivered, failed, ...missed, recovered, pending: pendingCount },
        attempts: {
          ...{ total, succeeded: sum.succeeded, failed: total - sum.succeeded },
          results: resultsOf(sum),
          periods: periodsOf(counts, from, nowMs),
        },
        response_time_ms: { p50, p95, p99 },
        missing,
        failure_budget: { used: endpoint.consecutiveFailures, limit: FAILED_EVENTS_MAX },
        ...now,
        oldest_pending_event: oldestId === null ? null : { id: oldestId, created_at: isoTime(eventIdTime(oldestId)) },
        next_retry_at: endpointStatus(endpoint) === 'active' ? isoTime(nextDueAt) : null,
      }
      return { stats }
    },
  )
}

type StatsDependencies = Pick<Context, 'clock' | 'config'>
