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
import { eventIdFloor, eventIdTime } from '../../platform/ids.ts'
import type { EndpointChanges } from './endpoints/changes.ts'
import { endpointStatus } from './endpoints/endpoint.ts'
import { tags } from './endpoints/schemas.ts'
import { FAILED_EVENTS_MAX } from './queries.ts'

/** The statistics of an endpoint's events and attempts in a period that ends now. */

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const WINDOW_DEFAULT = '24h'

/** The length of a window like `30m`, `24h` or `7d`, ms. Null if it is not valid. */
function parseWindow(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

/** Attempts of the window by result (the error word or the receiver's code), with the number of series they ended. */
const countAttempts = listSql<
  { result: string; attempts: number; succeeded: number; ended_delivered: number; ended_failed: number },
  [bucket: number, accountId: number, endpointId: number, since: string]
>(
  'webhook_stats.count_attempts',
  `select coalesce(error_message, response_code::text) as result, count(*) as attempts,
     count(*) filter (where succeeded) as succeeded, count(*) filter (where final and succeeded) as ended_delivered,
     count(*) filter (where final and not succeeded) as ended_failed
   from attempts where bucket = $1 and account_id = $2 and endpoint_id = $3 and created_at >= $4::timestamptz
   group by 1 order by 2 desc, 1`,
)

const measureResponses = listSql<
  { response_times: number[] | null },
  [bucket: number, accountId: number, endpointId: number, since: string]
>(
  'webhook_stats.measure_responses',
  `select percentile_disc(array[0.5, 0.95, 0.99]) within group (order by duration_ms) as response_times
   from attempts
   where bucket = $1 and account_id = $2 and endpoint_id = $3 and created_at >= $4::timestamptz
     and response_code is not null`,
)

const countEvents = listSql<{ emitted: number; skipped: number }, [bucket: number, accountId: number, sinceId: string]>(
  'webhook_stats.count_events',
  `select count(*) as emitted, count(*) filter (where skipped is not null) as skipped
   from events where bucket = $1 and account_id = $2 and id >= $3`,
)

/**
 * Events of the window that failed or were skipped: how many still are, and how many were delivered since. Pending ones
 * count as neither. The state is that of `events/state.ts`: the newest final attempt decides.
 */
const countMissed = listSql<
  { failed_now: number; skipped_now: number; recovered: number },
  [bucket: number, accountId: number, endpointId: number, since: string, sinceId: string]
>(
  'webhook_stats.count_missed',
  `with missed as materialized (
     select event_id from attempts
     where bucket = $1 and account_id = $2 and endpoint_id = $3 and created_at >= $4::timestamptz
       and final and not succeeded
     union
     select id from events where bucket = $1 and account_id = $2 and id >= $5 and skipped is not null
   ), ended as (
     select (select a.succeeded from attempts a
         where a.bucket = $1 and a.account_id = $2 and a.event_id = m.event_id and a.final
         order by a.created_at desc, a.number desc limit 1) as succeeded
     from missed m
     where not exists (select from webhook_queue q where q.bucket = $1 and q.account_id = $2 and q.event_id = m.event_id)
       and not exists (select from dropped_events d where d.bucket = $1 and d.account_id = $2 and d.event_id = m.event_id)
   )
   select count(*) filter (where not succeeded) as failed_now, count(*) filter (where succeeded is null) as skipped_now,
     count(*) filter (where succeeded) as recovered
   from ended`,
)

const readPending = listSql<
  { pending: number; oldest_id: string | null; next_due_at: number | null },
  [bucket: number, accountId: number]
>(
  'webhook_stats.read_pending',
  `select count(*) as pending, min(event_id) as oldest_id, min(due_at) as next_due_at
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
  }),
  response_time_ms: Type.Object(
    { p50: Milliseconds, p95: Milliseconds, p99: Milliseconds },
    { description: 'Response times of attempts with a response, including the time to connect' },
  ),
  failure_budget: Type.Object({
    used: Type.Integer({ description: 'The number of consecutive failed events' }),
    limit: Type.Integer({ description: 'At this number the endpoint is disabled' }),
  }),
  oldest_pending_event: Type.Unsafe<{ id: string; created_at: string } | null>({
    ...Type.Object({ id: EventId, created_at: Time }),
    type: ['object', 'null'],
  }),
  next_retry_at: Nullable(
    Type.String({ ...Time, description: 'null if nothing waits, or the endpoint is not active' }),
  ),
})

async function readStats(
  connection: Connection,
  changes: EndpointChanges,
  { caller, id: given, sinceMs }: { caller: Caller; id: number; sinceMs: number },
) {
  const endpoint = await changes.find(connection, caller, given)
  const { bucket, accountId, id } = endpoint
  const since = isoTime(sinceMs)
  const sinceId = eventIdFloor(sinceMs)
  const results = await countAttempts(connection, bucket, accountId, id, since)
  const [measured] = await measureResponses(connection, bucket, accountId, id, since)
  const [events] = await countEvents(connection, bucket, accountId, sinceId)
  const [missed] = await countMissed(connection, bucket, accountId, id, since, sinceId)
  const [pending] = await readPending(connection, bucket, accountId)
  return { endpoint, results, measured: measured!, events: events!, missed: missed!, pending: pending! }
}

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
      const sinceMs = clock.now() - windowMs
      const since = isoTime(sinceMs)
      const read = (connection: Connection) => readStats(connection, changes, { caller, id: params.id, sinceMs })
      const { endpoint, results, measured, events, missed, pending } = await snapshot(pool, read)
      const sum = (name: 'attempts' | 'succeeded' | 'ended_delivered' | 'ended_failed') =>
        results.reduce((total, row) => total + row[name], 0)
      const [p50 = null, p95 = null, p99 = null] = measured.response_times ?? []
      const { pending: pendingCount, oldest_id: oldestId, next_due_at: nextDueAt } = pending
      const stats = {
        since,
        events: {
          ...{ ...events, ...missed, pending: pendingCount },
          ...{ delivered: sum('ended_delivered'), failed: sum('ended_failed') },
        },
        attempts: {
          total: sum('attempts'),
          succeeded: sum('succeeded'),
          failed: sum('attempts') - sum('succeeded'),
          results: results.map(({ result, attempts }) => ({ result, count: attempts })),
        },
        response_time_ms: { p50, p95, p99 },
        failure_budget: { used: endpoint.consecutiveFailures, limit: FAILED_EVENTS_MAX },
        oldest_pending_event: oldestId === null ? null : { id: oldestId, created_at: isoTime(eventIdTime(oldestId)) },
        next_retry_at: endpointStatus(endpoint) === 'active' ? isoTime(nextDueAt) : null,
      }
      return { stats }
    },
  )
}

type StatsDependencies = Pick<Context, 'clock' | 'config'>
