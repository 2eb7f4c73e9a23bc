/** Statements for counting events by hour and type, for many accounts at a time. */
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import type { FeedEntry } from './feed-queries.ts'

/**
 * Accounts after ($2, $3) with uncounted events whose ids are at least $1, ordered by key. The recursion skips along
 * the index from account to account. $1 starts a day, so the query plan may check any row at it.
 */
export const findToCount = sql(
  'event_counts.find_accounts',
  `with recursive active as (
     (select e.bucket, e.account_id from events e
      where (e.bucket, e.account_id) > ($2::smallint, $3::bigint) and e.id >= $1::text
      order by e.bucket, e.account_id limit 1)
     union all
     select next.bucket, next.account_id from active
     cross join lateral (
       select e.bucket, e.account_id from events e
       where (e.bucket, e.account_id) > (active.bucket, active.account_id) and e.id >= $1::text
       order by e.bucket, e.account_id limit 1
     ) next
   )
   select a.bucket as "bucket!", a.account_id as "account_id!"
   from active a
   left join lateral (
     select p.tx, p.event_id from event_count_positions p where p.bucket = a.bucket and p.account_id = a.account_id limit 1
   ) p on true
   cross join lateral (
     select from events e
     where e.bucket = a.bucket and e.account_id = a.account_id and e.id >= $1::text
       and (e.tx, e.id) > (coalesce(p.tx, '0'::xid8), coalesce(p.event_id, ''))
       and e.tx < pg_snapshot_xmin(pg_current_snapshot())
     order by e.tx, e.id limit 1
   ) uncounted
   limit $4`,
)

export interface AccountKey {
  bucket: number
  accountId: number
}

const ACCOUNTS = columns('bucket smallint, account_id bigint')

/**
 * Skips accounts being counted by another process. Deliveries created before `countedFrom` are not counted. `storedTx`: the
 * transaction that stores the event now. Null: the event is deleted.
 */
export const takePositions = ACCOUNTS.sql(
  'event_counts.take_positions',
  ({ input }) => `select p.bucket, p.account_id, p.tx::text as "tx!", p.event_id, p.from_at,
     p.failed_delivery_ids, p.counted_from,
     (select e.tx::text from events e
      where e.bucket = p.bucket and e.account_id = p.account_id and e.id = p.event_id) as stored_tx
   from event_count_positions p join ${input} on input.bucket = p.bucket and input.account_id = p.account_id
   order by p.bucket, p.account_id for update of p skip locked`,
)

/** Creates the start position of accounts without a position. */
export const beginPositions = ACCOUNTS.sql(
  'event_counts.begin_positions',
  ({
    input,
  }) => `insert into event_count_positions (bucket, account_id, tx, event_id, from_at, failed_delivery_ids, counted_from)
   select bucket, account_id, '0', '', 'epoch', '{}', 'epoch' from ${input}
   order by bucket, account_id
   on conflict (bucket, account_id) do nothing`,
)

/** An event with the outcome of its delivery before and after it. Both null: it changed no outcome. */
export type CountedEntry = FeedEntry & Pick<RowOf<'event_counts.scan'>, 'outcomeBefore' | 'outcomeAfter'>

/**
 * The next events of each account in feed order, at most `rowsMax` each: after a row of the feed, and with ids of at
 * least `lowest_id`.
 */
export const scanAccounts = columns('bucket smallint, account_id bigint, tx text, event_id text, lowest_id text').sql(
  'event_counts.scan',
  ({ input }, rowsMax) => `select input.bucket, input.account_id, e.id, e.type, e.delivery_id, e.created_at,
     e.tx::text as "tx!", e.outcome_before, e.outcome_after
   from ${input}
   cross join lateral (
     select e.id, e.type, e.delivery_id, e.created_at, e.tx, e.outcome_before, e.outcome_after from events e
     where e.bucket = input.bucket and e.account_id = input.account_id
       and (e.tx, e.id) > (input.tx::xid8, input.event_id) and e.id >= input.lowest_id
       and e.tx < pg_snapshot_xmin(pg_current_snapshot())
     order by e.tx, e.id limit ${rowsMax}
   ) e
   order by input.bucket, input.account_id, e.tx, e.id`,
)

export const savePositions = columns(
  `bucket smallint, account_id bigint, tx text, event_id text, from_at timestamptz, failed text, counted_from timestamptz`,
).sql(
  'event_counts.save_positions',
  ({ input }) => `update event_count_positions p
   set tx = input.tx::xid8, event_id = input.event_id, from_at = input.from_at, failed_delivery_ids = input.failed::bigint[],
     counted_from = input.counted_from
   from ${input}
   where p.bucket = input.bucket and p.account_id = input.account_id`,
)

export const addCounts = columns('bucket smallint, account_id bigint, hour timestamptz, type text, events bigint').sql(
  'event_counts.add',
  ({ input }) => `insert into event_counts (bucket, account_id, hour, type, events)
   select bucket, account_id, hour, type, events from ${input}
   order by bucket, account_id, hour, type
   on conflict (bucket, account_id, hour, type) do update set events = event_counts.events + excluded.events`,
)

/** Deletes the counts of hours before each account's own time. Null: deletes all counts. */
export const removeCountsBefore = columns('bucket smallint, account_id bigint, before timestamptz null').sql(
  'event_counts.remove_before',
  ({ input }) => `delete from event_counts c using ${input}
   where c.bucket = input.bucket and c.account_id = input.account_id
     and (input.before is null or c.hour < input.before)`,
)

export const listCounts = sql(
  'event_counts.list',
  `select hour, type, events from event_counts
   where bucket = $1 and account_id = $2 and hour >= $3::timestamptz
   order by hour, type`,
)

/** Newest first. */
export const findFailedDeliveries = sql(
  'event_counts.find_failed_deliveries',
  `select failed.id as "id!"
   from event_count_positions p cross join unnest(p.failed_delivery_ids) with ordinality as failed (id, place)
   where p.bucket = $1 and p.account_id = $2
   order by failed.place`,
)
