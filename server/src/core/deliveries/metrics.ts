/** The gauges of sends. Those read from a database are of that server. `sends/send-queue.ts` has the counters. */
import type { Context } from '../../platform/context.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DispatcherCounts } from '../dispatch/dispatcher.ts'
import { QUEUE_ROWS_COUNTED } from '../dispatch/queue.ts'
import { addGauge, addServerGauge } from '../../platform/gauges.ts'

/** Counts up to a limit. For more rows, PostgreSQL's estimate. */
const readQueueRows = sql(
  'send_metrics.read_queue_rows',
  `select case when c.counted < $1::bigint then c.counted else greatest(c.counted, (
       select s.n_live_tup from pg_stat_user_tables s where s.relid = 'send_queue'::regclass)) end as "queued!"
   from (select count(*) as counted from (
     select from send_queue q where q.bucket between 0 and 63 limit $1::bigint) r) c`,
)

/** The oldest due send of each channel and priority. The recursion skips along the index. */
const readOldestDue = sql(
  'send_metrics.read_oldest_due',
  `with recursive channel as (
     (select q.bucket, q.account_id, q.channel_id, q.priority, q.due_at from send_queue q
      where q.bucket between 0 and 63 and q.due_at > '-infinity' order by q.bucket, q.account_id, q.channel_id, q.priority, q.due_at limit 1)
     union all
     select n.bucket, n.account_id, n.channel_id, n.priority, n.due_at from channel c cross join lateral (
       select q.bucket, q.account_id, q.channel_id, q.priority, q.due_at from send_queue q
       where q.bucket between 0 and 63 and q.due_at > '-infinity'
         and (q.bucket, q.account_id, q.channel_id, q.priority) > (c.bucket, c.account_id, c.channel_id, c.priority)
       order by q.bucket, q.account_id, q.channel_id, q.priority, q.due_at limit 1) n
   )
   select min(c.due_at) as due_at from channel c`,
)

const countFailing = sql(
  'send_metrics.count_failing',
  `select count(*) as failing from channels c
   where c.bucket between 0 and 63 and c.failing_since is not null and c.deleted_at is null`,
)

/** Sends of one database server. */
export interface ObservedSends {
  name: string
  pool: ServicePool
  sends: { readonly counts: DispatcherCounts }
}

/** Gauges read when the metrics page is requested. */
export function observeSends(
  { metrics, clock }: Pick<Context, 'metrics' | 'clock'>,
  servers: readonly ObservedSends[],
): void {
  addGauge(metrics, { name: 'tidings_sends_in_flight', help: 'Calls to providers running in this process' }, (set) =>
    set(servers.reduce((sum, { sends }) => sum + sends.counts.inFlight, 0)),
  )
  addServerGauge(
    metrics,
    {
      name: 'tidings_send_queue_rows',
      help: 'Sends in the queue of each database server, scheduled ones included. Above 10,000 it is an estimate of PostgreSQL',
    },
    servers,
    async ({ pool }) => (await readQueueRows(pool, QUEUE_ROWS_COUNTED))[0]!.queued,
  )
  addServerGauge(
    metrics,
    {
      name: 'tidings_channels_failing',
      help: 'Channels on each database server whose provider has taken none of the last messages',
    },
    servers,
    async ({ pool }) => (await countFailing(pool))[0]!.failing,
  )
  addServerGauge(
    metrics,
    {
      name: 'tidings_send_oldest_due_seconds',
      help: 'How long the oldest due send on each database server has been due, in seconds. 0 if none is due',
    },
    servers,
    async ({ pool }) => {
      const [row] = await readOldestDue(pool)
      return row!.dueAt === null ? 0 : Math.max(0, clock.now() - row!.dueAt) / 1000
    },
  )
}
