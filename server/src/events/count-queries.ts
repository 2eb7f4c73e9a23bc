/** The statements that count events by hour and type, many accounts' at a time. */
import { distinctBuckets, sql } from '../db/sql.ts'
import type { FeedEntry } from './feed-queries.ts'

/**
 * Accounts behind ($2, $3) with events to be counted whose ids are not below $1, in the order of their keys: found by
 * skipping from account to account along the index. $1 is the bound of a day, so that every row at it will do.
 */
export const findToCount = sql<
  { bucket: number; account_id: number },
  [lowestId: string, afterBucket: number, afterAccountId: number, accountsMax: number]
>(
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
   select a.bucket, a.account_id
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

/** Buckets of the accounts, each once, and the accounts as two lists side by side. */
type Accounts = [buckets: readonly number[], accountBuckets: readonly number[], accountIds: readonly number[]]

export function accountsOf(accounts: readonly AccountKey[]): Accounts {
  return [distinctBuckets(accounts), accounts.map(({ bucket }) => bucket), accounts.map(({ accountId }) => accountId)]
}

const ACCOUNTS = 'unnest($2::smallint[], $3::bigint[]) as i (bucket, account_id)'

export interface PositionRow {
  bucket: number
  account_id: number
  tx: string
  event_id: string
  /** ms since the epoch */
  from_at: number
  failed_delivery_ids: number[]
  /** The transaction that stores the event now; null: it is gone. */
  stored_tx: string | null
}

/** Without those of accounts whose events another process is counting now. */
export const takePositions = sql<PositionRow, Accounts>(
  'event_counts.take_positions',
  `select p.bucket, p.account_id, p.tx::text as tx, p.event_id, p.from_at, p.failed_delivery_ids,
     (select e.tx::text from events e
      where e.bucket = p.bucket and e.account_id = p.account_id and e.id = p.event_id) as stored_tx
   from event_count_positions p join ${ACCOUNTS} on i.bucket = p.bucket and i.account_id = p.account_id
   where p.bucket = any($1::smallint[])
   order by p.bucket, p.account_id for update of p skip locked`,
)

/** Where counting begins; a position stays as it is if there is one. */
export const beginPositions = sql<never, Accounts>(
  'event_counts.begin_positions',
  `insert into event_count_positions (bucket, account_id, tx, event_id, from_at, failed_delivery_ids)
   select i.bucket, i.account_id, '0', '', 'epoch', '{}' from ${ACCOUNTS}
   where i.bucket = any($1::smallint[])
   order by i.bucket, i.account_id
   on conflict (bucket, account_id) do nothing`,
)

/** Where each account's next events begin: behind a row of the feed, and not below an id. */
type Starts = [...Accounts, txs: readonly string[], eventIds: readonly string[], lowestIds: readonly string[]]

/** The next events of each account in the order of its feed, `rowsMax` of each at the most. */
export const scanAccounts = sql<
  FeedEntry & { bucket: number; account_id: number; tx: string },
  [...Starts, rowsMax: number]
>(
  'event_counts.scan',
  `select i.bucket, i.account_id, e.id, e.type, e.delivery_id, e.created_at, e.tx::text as tx
   from unnest($2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
     as i (bucket, account_id, tx, event_id, lowest_id)
   cross join lateral (
     select e.id, e.type, e.delivery_id, e.created_at, e.tx from events e
     where e.bucket = any($1::smallint[]) and e.bucket = i.bucket and e.account_id = i.account_id
       and (e.tx, e.id) > (i.tx::xid8, i.event_id) and e.id >= i.lowest_id
       and e.tx < pg_snapshot_xmin(pg_current_snapshot())
     order by e.tx, e.id limit $7
   ) e
   order by i.bucket, i.account_id, e.tx, e.id`,
)

export const savePositions = sql<
  never,
  [
    ...Accounts,
    txs: readonly string[],
    eventIds: readonly string[],
    fromAt: readonly number[],
    failed: readonly string[],
  ]
>(
  'event_counts.save_positions',
  `update event_count_positions p
   set tx = i.tx::xid8, event_id = i.event_id, from_at = i.from_at, failed_delivery_ids = i.failed::bigint[]
   from unnest($2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
     as i (bucket, account_id, tx, event_id, from_at, failed)
   where p.bucket = any($1::smallint[]) and p.bucket = i.bucket and p.account_id = i.account_id`,
)

export const addCounts = sql<
  never,
  [...Accounts, hours: readonly number[], types: readonly string[], events: readonly number[]]
>(
  'event_counts.add',
  `insert into event_counts (bucket, account_id, hour, type, events)
   select i.bucket, i.account_id, i.hour, i.type, i.events
   from unnest($2::smallint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::bigint[])
     as i (bucket, account_id, hour, type, events)
   where i.bucket = any($1::smallint[])
   order by i.bucket, i.account_id, i.hour, i.type
   on conflict (bucket, account_id, hour, type) do update set events = event_counts.events + excluded.events`,
)

/** The counts of hours before a time of each account's own. */
export const removeCountsBefore = sql<never, [...Accounts, before: readonly string[]]>(
  'event_counts.remove_before',
  `delete from event_counts c
   using unnest($2::smallint[], $3::bigint[], $4::timestamptz[]) as i (bucket, account_id, before)
   where c.bucket = any($1::smallint[]) and c.bucket = i.bucket and c.account_id = i.account_id and c.hour < i.before`,
)

export const listCounts = sql<
  { hour: number; type: string; events: number },
  [bucket: number, accountId: number, since: string]
>(
  'event_counts.list',
  `select hour, type, events from event_counts
   where bucket = $1 and account_id = $2 and hour >= $3::timestamptz
   order by hour, type`,
)

/** The newest first. */
export const findFailedDeliveries = sql<{ id: number }, [bucket: number, accountId: number]>(
  'event_counts.find_failed_deliveries',
  `select failed.id
   from event_count_positions p cross join unnest(p.failed_delivery_ids) with ordinality as failed (id, place)
   where p.bucket = $1 and p.account_id = $2
   order by failed.place`,
)
