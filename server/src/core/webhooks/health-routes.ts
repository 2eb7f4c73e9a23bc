import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import type { App } from '../../platform/http/route.ts'
import { IdParams, Nullable, Time } from '../../platform/http/schemas.ts'
import type { EndpointChanges } from './endpoints/changes.ts'
import { tags } from './endpoints/schemas.ts'
import { FAILED_EVENTS_MAX } from './queries.ts'

/** The number of attempts read. So few that the cost does not depend on the traffic. */
const ATTEMPTS_MAX = 200
const DAY_MS = 86_400_000

const measureNewest = sql<
  { attempts: number; succeeded: number; oldest_at: number | null; response_times: number[] | null },
  [bucket: number, accountId: number, endpointId: number, since: string, attemptsMax: number]
>(
  'webhook_health.measure_newest',
  `with newest as materialized (
     select created_at, succeeded, response_code, duration_ms from attempts
     where bucket = $1 and account_id = $2 and endpoint_id = $3 and created_at >= $4::timestamptz
     order by created_at desc limit $5
   )
   select count(*) as attempts, count(*) filter (where succeeded) as succeeded, min(created_at) as oldest_at,
     percentile_disc(array[0.5, 0.95, 0.99]) within group (order by duration_ms)
       filter (where response_code is not null) as response_times
   from newest`,
)

const Milliseconds = Nullable(Type.Integer())

const Health = Type.Object({
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
})

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
      const since = isoTime(clock.now() - DAY_MS)
      const { endpoint, measured } = await snapshot(pool, async (connection) => {
        const endpoint = await changes.find(connection, caller, params.id)
        const { bucket, accountId, id } = endpoint
        const [measured] = await measureNewest(connection, bucket, accountId, id, since, ATTEMPTS_MAX)
        return { endpoint, measured: measured! }
      })
      const { attempts, succeeded, oldest_at: oldestAt, response_times: times } = measured
      const [p50 = null, p95 = null, p99 = null] = times ?? []
      return {
        health: {
          attempts,
          succeeded,
          oldest_at: isoTime(oldestAt),
          response_time_ms: { p50, p95, p99 },
          failure_budget: { used: endpoint.consecutiveFailures, limit: FAILED_EVENTS_MAX },
        },
      }
    },
  )
}
