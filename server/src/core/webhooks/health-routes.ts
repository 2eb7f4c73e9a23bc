import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import type { App } from '../../platform/http/route.ts'
import { EventId } from '../events/event-schemas.ts'
import { IdParams, Nullable, Time } from '../../platform/http/schemas.ts'
import type { EndpointChanges } from './endpoints/changes.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { tags } from './endpoints/schemas.ts'
import { failuresOf, RECENT_MS, recentOf, responseTimesOf } from './health.ts'
import type { NewestAttempt } from './health.ts'
import { FAILED_EVENTS_MAX } from './queries.ts'

/** The number of attempts read. So few that the cost does not depend on the traffic. */
const ATTEMPTS_MAX = 200
/** Attempts read at an edge of the failures: at most about 100 pages of the database. */
const EDGE_ATTEMPTS_MAX = 2_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 86_400_000

interface Failure {
  at: string
  event_id: string
  response_code: number | null
  error_message: string | null
}

const listNewest = sql(
  'webhook_health.list_newest',
  `select created_at, succeeded, response_code, error_message, duration_ms, event_id, event_type from attempts
   where bucket = $1 and account_id = $2 and endpoint_id = $3 and created_at >= $4::timestamptz
   order by created_at desc limit $5`,
)

/**
 * The first failure after the last success up to the end of the first span, after $3, from which on most attempts failed in each one.
 * Spans: the counted hours from $3 to $4, the counted minutes from $4 on, and the minutes of the attempts that are not yet counted.
 * Of each, at most $6 attempts are read. If no failure is among them, the start of the span is returned.
 */
const findFailingSince = sql(
  'webhook_health.find_failing_since',
  `with counted as materialized (
     select start, start + interval '1 hour' as until, succeeded, results from webhook_hours
     where bucket = $1 and account_id = $2 and start > $3::timestamptz - interval '1 hour' and start < $4::timestamptz
     union all
     select start, start + interval '1 minute', succeeded, results from webhook_minutes
     where bucket = $1 and account_id = $2 and start > $3::timestamptz - interval '1 minute' and start >= $4::timestamptz
   ), spans as materialized (
     select start, until, succeeded, (select sum(number::bigint) from jsonb_each_text(results) result (name, number)) as attempts
     from counted
     union all
     select date_trunc('minute', created_at), date_trunc('minute', created_at) + interval '1 minute',
       count(*) filter (where succeeded), count(*)
     from (
       select created_at, succeeded from attempts
       where bucket = $1 and account_id = $2 and endpoint_id = $5 and created_at > $3::timestamptz and created_at >= coalesce(
         (select counted_until from webhook_count_positions where bucket = $1 and account_id = $2), $4::timestamptz)
       order by created_at desc limit $6
     ) uncounted
     group by 1
   ), worked as materialized (
     select coalesce(max(start), '-infinity') as start from spans where succeeded * 2 > attempts
   ), begun as materialized (
     select greatest(worked.start, $3::timestamptz) as start, first.start as failing_from, first.until
     from worked cross join lateral (
       select start, until from spans where spans.start > worked.start and attempts > 0 order by start limit 1
     ) first
   ), success as materialized (
     select max(created_at) filter (where succeeded) as at from (
       select created_at, succeeded from attempts
       where bucket = $1 and account_id = $2 and endpoint_id = $5
         and created_at > (select start from begun) and created_at < (select until from begun)
       order by created_at desc limit $6
     ) newest
   )
   select coalesce((
     select min(created_at) filter (where not succeeded) from (
       select created_at, succeeded from attempts
       where bucket = $1 and account_id = $2 and endpoint_id = $5
         and created_at > coalesce((select at from success), (select start from begun))
       order by created_at limit $6
     ) oldest
   ), (select failing_from from begun)) as since`,
)

const Milliseconds = Nullable(Type.Integer())

/** How the receiver is now. The statistics have it too. */
export const NOW = {
  failing_since: Nullable(
    Type.String({
      ...Time,
      description:
        'The first failure after the last success before most attempts failed. null: the receiver works, or has passed a test since',
    }),
  ),
  recent: Type.Object(
    {
      attempts: Type.Integer(),
      failed: Type.Integer(),
      is_complete: Type.Boolean({ description: 'false: there were more attempts in this time' }),
    },
    { description: `The newest attempts of the last ${RECENT_MS / MINUTE_MS} minutes, at most ${ATTEMPTS_MAX}` },
  ),
  newest_failure: Type.Unsafe<Failure | null>({
    ...Type.Object({
      at: Time,
      event_id: EventId,
      response_code: Nullable(Type.Integer()),
      error_message: Nullable(Type.String()),
    }),
    type: ['object', 'null'],
  }),
}

export const Health = Type.Object({
  attempts: Type.Integer({ description: `The newest attempts of the last 24 hours, at most ${ATTEMPTS_MAX}` }),
  succeeded: Type.Integer(),
  oldest_at: Nullable(Time),
  response_time_ms: Type.Object(
    { p50: Milliseconds, p95: Milliseconds, p99: Milliseconds },
    { description: 'Response times of attempts with a response, including the time to connect' },
  ),
  failure_budget: Type.Object({
    used: Type.Integer({ description: 'The number of consecutive failed events' }),
    limit: Type.Integer({ description: 'At this number the endpoint is disabled' }),
  }),
  ...NOW,
})

/** When the present failures began. They may be older than the attempts that are read. */
async function failingSince(
  connection: Connection,
  { bucket, accountId, id, createdAt, testPassedAt }: Endpoint,
  attempts: readonly NewestAttempt[],
  nowMs: number,
): Promise<number | null> {
  const { since, isAll } = failuresOf(attempts, testPassedAt)
  if (since === null || !isAll) return since
  const after = isoTime(Math.max(createdAt, testPassedAt ?? 0))
  // The minutes of the last day are counted.
  const minutesFrom = isoTime(Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS)
  const [begun] = await findFailingSince(connection, bucket, accountId, after, minutesFrom, id, EDGE_ATTEMPTS_MAX)
  return begun?.since ?? since
}

function failureOf(attempt: NewestAttempt | undefined): Failure | null {
  if (attempt === undefined) return null
  const { createdAt, eventId, responseCode, errorMessage } = attempt
  return { at: isoTime(createdAt), event_id: eventId, response_code: responseCode, error_message: errorMessage }
}

/** The newest attempts of the endpoint, and how its receiver is now. */
export async function readNow(connection: Connection, endpoint: Endpoint, nowMs: number) {
  const { bucket, accountId, id } = endpoint
  const attempts = await listNewest(connection, bucket, accountId, id, isoTime(nowMs - DAY_MS), ATTEMPTS_MAX)
  const since = await failingSince(connection, endpoint, attempts, nowMs)
  const now = {
    failing_since: isoTime(since),
    recent: recentOf(attempts, attempts.length < ATTEMPTS_MAX, nowMs),
    newest_failure: failureOf(attempts.find(({ succeeded }) => !succeeded)),
  }
  return { attempts, now }
}

/** The health of the endpoint, as `Health`. */
export async function readHealth(connection: Connection, endpoint: Endpoint, nowMs: number) {
  const { attempts, now } = await readNow(connection, endpoint, nowMs)
  const [p50 = null, p95 = null, p99 = null] = responseTimesOf(attempts)
  return {
    attempts: attempts.length,
    succeeded: attempts.filter(({ succeeded }) => succeeded).length,
    oldest_at: isoTime(attempts.at(-1)?.createdAt ?? null),
    response_time_ms: { p50, p95, p99 },
    failure_budget: { used: endpoint.consecutiveFailures, limit: FAILED_EVENTS_MAX },
    ...now,
  }
}

/**
 * An endpoint's current health, from its newest attempts. The statistics route counts all attempts of a period instead.
 */
export function healthRoutes(app: App, { clock }: Pick<Context, 'clock'>, changes: EndpointChanges): void {
  app.get(
    '/api/v1/webhook_endpoints/:id/health',
    {
      schema: {
        tags,
        summary: 'Show the current health of a webhook endpoint, from its newest attempts',
        params: IdParams,
        response: { 200: Type.Object({ health: Health }) },
      },
    },
    async ({ pool, caller, params }) => {
      const health = await snapshot(pool, async (connection) =>
        readHealth(connection, await changes.find(connection, caller, params.id), clock.now()),
      )
      return { health }
    },
  )
}
