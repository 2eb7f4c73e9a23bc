/** The statements that read the queue. Each names the bucket on every table, like those of attempts. */
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import { bucketsWithRows } from '../dispatch/queries.ts'

/**
 * Reads rows of one bucket's lanes with their events, up to each lane's `rows_max`. `which` selects the rows, `order`
 * sorts them.
 */
const readRows = (name: 'webhooks.read_fresh' | 'webhooks.read_due', which: string, order: 'event_id' | 'due_at') =>
  columns('account_id bigint, cursor text, rows_max integer').sql(
    name,
    (
      { input },
      bucket,
    ) => `select q.account_id, q.endpoint_id, q.event_id, q.attempts_made, q.series_start, q.due_at, e.type, e.body
   from ${input}
   cross join lateral (
     select q.account_id, q.endpoint_id, q.event_id, q.attempts_made, q.series_start, q.due_at from webhook_queue q
     where q.bucket = ${bucket} and q.account_id = input.account_id and ${which}
     order by q.${order} limit input.rows_max
   ) q
   cross join lateral (
     select type, body from events where bucket = ${bucket} and account_id = q.account_id and id = q.event_id limit 1
   ) e
   order by q.account_id, q.${order}`,
  )

/** Fresh rows from the cursor on, in order of emission. */
export const readFresh = readRows('webhooks.read_fresh', 'q.event_id > input.cursor and q.due_at is null', 'event_id')

/** Retries in order of due time. Includes rows not due yet, to know the next due time. */
export const readDue = readRows('webhooks.read_due', 'q.due_at is not null', 'due_at')

export type QueueRow = RowOf<'webhooks.read_due'>

export const bucketsWithEvents = bucketsWithRows('webhooks.buckets_with_rows', 'webhook_queue')

/** The accounts in a bucket ($1) with queued events. The recursion skips along the index from account to account. */
const ACCOUNTS = `with recursive account as (
     (select q.account_id from webhook_queue q where q.bucket = $1 order by q.account_id limit 1)
     union all
     select (select q.account_id from webhook_queue q where q.bucket = $1 and q.account_id > a.account_id
             order by q.account_id limit 1)
     from account a where a.account_id is not null
   )`

/** The accounts in a bucket with events to POST. Accounts with a paused or disabled endpoint are left out. */
export const sweepQueue = sql(
  'webhooks.sweep_queue',
  `${ACCOUNTS}
   select a.account_id as "account_id!" from account a
   left join webhook_endpoints e on e.bucket = $1 and e.account_id = a.account_id
   where a.account_id is not null and (e.id is null or (e.active and e.disabled_at is null))`,
)

/**
 * Deleted endpoints with queued events, among the `rowsMax` oldest of an account with a paused or disabled endpoint. No
 * attempt would find these events.
 */
export const findOrphaned = sql(
  'webhooks.find_orphaned',
  `${ACCOUNTS}
   select distinct a.account_id as "account_id!", q.endpoint_id from account a
   join webhook_endpoints e on e.bucket = $1 and e.account_id = a.account_id
   cross join lateral (
     select q.endpoint_id from webhook_queue q where q.bucket = $1 and q.account_id = a.account_id
     order by q.event_id limit $2
   ) q
   where (not e.active or e.disabled_at is not null) and q.endpoint_id <> e.id
   order by 1, 2`,
)
