/** The gauges of webhooks. Those read from a database are of that server. `attempt.ts` has the counters. */
import type { Context } from '../../platform/context.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DispatcherCounts } from '../dispatch/dispatcher.ts'
import { QUEUE_ROWS_COUNTED } from '../dispatch/queue.ts'
import { addGauge, addServerGauge } from '../../platform/gauges.ts'
import { eventIdTime } from '../../platform/ids.ts'
import type { ConnectionCounts } from '../../platform/outbound/open-connections.ts'

/** The oldest queued event of each account with an active endpoint. The recursion skips along the index. */
const readOldestQueued = sql(
  'webhook_metrics.read_oldest_queued',
  `with recursive account as (
     (select q.bucket, q.account_id, q.event_id from webhook_queue q
      where q.bucket between 0 and 63 order by q.bucket, q.account_id, q.event_id limit 1)
     union all
     select n.bucket, n.account_id, n.event_id from account a cross join lateral (
       select q.bucket, q.account_id, q.event_id from webhook_queue q
       where q.bucket between 0 and 63 and (q.bucket, q.account_id) > (a.bucket, a.account_id)
       order by q.bucket, q.account_id, q.event_id limit 1) n
   )
   select min(a.event_id) as oldest_id from account a
   join webhook_endpoints e on e.bucket = a.bucket and e.account_id = a.account_id
   where e.active and e.disabled_at is null`,
)

/** Counts up to a limit. For more rows, PostgreSQL's estimate. */
const readQueueRows = sql(
  'webhook_metrics.read_queue_rows',
  `select case when c.counted < $1::bigint then c.counted else greatest(c.counted, (
       select s.n_live_tup from pg_stat_user_tables s where s.relid = 'webhook_queue'::regclass)) end as "queued!"
   from (select count(*) as counted from (
     select from webhook_queue q where q.bucket between 0 and 63 limit $1::bigint) r) c`,
)

/** The age of the oldest writing transaction. The feed shows no events stored since it began. */
const readFeedLag = sql(
  'webhook_metrics.read_feed_lag',
  `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::double precision as "lag_seconds!"
   from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()`,
)

/** Webhooks of one database server. */
export interface ObservedWebhooks {
  name: string
  pool: ServicePool
  webhooks: { readonly counts: DispatcherCounts }
}

/** Gauges read when the metrics page is requested. If a database server is unavailable, its gauges are missing. */
export function observeWebhooks(
  { metrics, clock }: Pick<Context, 'metrics' | 'clock'>,
  servers: readonly ObservedWebhooks[],
  connections: { counts(): ConnectionCounts },
): void {
  const gauge = (name: string, help: string, read: () => number): void =>
    addGauge(metrics, { name: `tidings_webhook_${name}`, help }, (set) => set(read()))
  const total = (read: (counts: DispatcherCounts) => number) => () =>
    servers.reduce((sum, { webhooks }) => sum + read(webhooks.counts), 0)
  const ofServer = (name: string, help: string, read: (pool: ServicePool) => Promise<number>): void =>
    addServerGauge(metrics, { name: `tidings_webhook_${name}`, help }, servers, ({ pool }) => read(pool))
  gauge(
    'attempts_in_flight',
    'Attempts running in this process',
    total((counts) => counts.inFlight),
  )
  gauge(
    'events_waiting',
    'Events in memory waiting for an attempt',
    total((counts) => counts.waiting),
  )
  gauge(
    'lanes',
    'Endpoints with work in this process',
    total((counts) => counts.lanes),
  )
  gauge(
    'outcomes_unwritten',
    'Finished attempts not yet written to the database',
    total((counts) => counts.unwritten),
  )
  gauge('connections_idle', 'Open connections to receivers', () => connections.counts().idle)
  ofServer(
    'oldest_pending_seconds',
    'Age of the oldest pending event of an active endpoint on each database server, in seconds',
    async (pool) => {
      const [row] = await readOldestQueued(pool)
      return row!.oldestId === null ? 0 : Math.max(0, clock.now() - eventIdTime(row!.oldestId)) / 1000
    },
  )
  ofServer(
    'queue_rows',
    'Events to POST on each database server, retries included. Above 10,000 it is an estimate of PostgreSQL',
    async (pool) => (await readQueueRows(pool, QUEUE_ROWS_COUNTED))[0]!.queued,
  )
  const lag = 'Delay of the event feed caused by the oldest open transaction of each database server, in seconds'
  ofServer('feed_lag_seconds', lag, async (pool) => (await readFeedLag(pool))[0]!.lagSeconds)
}
