/** The statements of the requests that the test receiver got. */
import type { ErasureStep } from '../../core/recipients/erasure.ts'
import { isoTime } from '../../platform/clock.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { byKey } from '../../platform/db/id-conditions.ts'
import { removeInChunks } from '../../platform/db/in-chunks.ts'
import { columns } from '../../platform/db/rows.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { EVENTS_OF_DELIVERIES } from '../../core/events/erasure.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import type { Task } from '../../platform/task-runner.ts'

const DAY_MS = 86_400_000
/** Requests kept per account, for a day at most. */
export const RECEIVED_REQUESTS_MAX = 100
/** Rows removed by one statement. */
const REMOVED_AT_ONCE = 1000

/** A request to store. `headers`: JSON. */
export interface NewReceived {
  bucket: number
  accountId: number
  eventId: string
  headers: string
  body: string
  verdict: string
  responseStatus: number
  /** ms since the epoch. */
  receivedAt: number
}

export const insertReceived = columns(
  `bucket smallint, account_id bigint, event_id text, headers text, body text, verdict text, response_status smallint,
   received_at timestamptz`,
).sql(
  'webhook_test_requests.insert',
  ({ input }) => `with inserted as (
     insert into webhook_test_requests (bucket, account_id, event_id, headers, body, verdict, response_status, received_at)
     select bucket, account_id, event_id, headers::jsonb, body, verdict, response_status, received_at from ${input}
     order by bucket, account_id, received_at
     returning id
   ) select id from inserted limit 0`,
)

/** Removes the oldest rows of these accounts above the number kept. */
export const trimReceived = columns('bucket smallint, account_id bigint').sql(
  'webhook_test_requests.trim',
  ({ input }, kept) => `with old as materialized (
     select a.bucket, a.account_id, k.received_at, k.id
     from (select distinct bucket, account_id from ${input}) a
     cross join lateral (
       select received_at, id from webhook_test_requests
       where bucket = a.bucket and account_id = a.account_id
       order by received_at desc, id desc offset ${kept}::integer limit ${REMOVED_AT_ONCE}
     ) k
   ), removed as (
     delete from webhook_test_requests r using old
     where ${byKey('r', 'old', 'received_at')} and r.id = old.id
     returning r.id
   )
   select id from removed`,
)

/** `createdAt` is the time of receipt, under the name that lists need. */
export const listReceived = listSql(
  'webhook_test_requests.list',
  `with listed as materialized (
     select id, received_at as created_at, event_id, headers, body, verdict, response_status
     from webhook_test_requests
     where bucket = $1 and account_id = $2 and received_at <= coalesce($3::timestamptz, 'infinity')
       and ($3::timestamptz is null or received_at < $3 or id < $4)
     order by received_at desc, id desc limit $5
   ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('headers::text', 'body'))}
   order by ${NEWEST_FIRST}`,
)

export type ReceivedRow = Row<typeof listReceived>

/** Removes the requests with events of these deliveries. There are few requests. */
const eraseReceived = sql(
  'webhook_test_requests.erase',
  `with removed as (
     delete from webhook_test_requests r
     where r.bucket = $1 and r.account_id = $2
       and r.event_id = any(array(select e.id from ${EVENTS_OF_DELIVERIES}))
     returning r.id
   )
   select id from removed`,
)

export const receivedErasure: ErasureStep = { ofDeliveries: eraseReceived }

const removeReceived = sql(
  'webhook_test_requests.remove',
  `with old as (
     select bucket, account_id, received_at, id from webhook_test_requests
     where bucket = any($1::smallint[]) and received_at < $2::timestamptz
     order by bucket, account_id, received_at, id limit $3
     for update
   ), removed as (
     delete from webhook_test_requests r using old
     where ${byKey('r', 'old', 'received_at')} and r.id = old.id
     returning r.id
   )
   select id from removed`,
)

/** Deletes requests after a day, in chunks. */
export async function removeOldReceived(pool: ServicePool, buckets: readonly number[], nowMs: number): Promise<void> {
  const before = isoTime(nowMs - DAY_MS)
  await removeInChunks((rows) => removeReceived(pool, buckets, before, rows))
}

export const receivedRemoval: Task = {
  name: 'webhook_test_requests_removed',
  intervalMs: 60_000,
  run: ({ pool, buckets, clock }) => removeOldReceived(pool, buckets(), clock.now()),
}
