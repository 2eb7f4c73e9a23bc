/** The statements that count an account's events by hour and type. */
import { sql } from '../db/sql.ts'

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
   from active a left join event_count_positions p on p.bucket = a.bucket and p.account_id = a.account_id
   where exists (
     select from events e
     where e.bucket = a.bucket and e.account_id = a.account_id and e.id >= $1::text
       and (e.tx, e.id) > (coalesce(p.tx, '0'::xid8), coalesce(p.event_id, ''))
       and e.tx < pg_snapshot_xmin(pg_current_snapshot()))
   limit $4`,
)

type AccountKey = [bucket: number, accountId: number]

/** No row if another process is counting the account's events now. */
export const takePosition = sql<
  {
    tx: string
    event_id: string
    /** ms since the epoch */
    from_at: number
    failed_delivery_ids: number[]
    /** The transaction that stores the event now; null: it is gone. */
    stored_tx: string | null
  },
  AccountKey
>(
  'event_counts.take_position',
  `select p.tx::text as tx, p.event_id, p.from_at, p.failed_delivery_ids,
     (select e.tx::text from events e where e.bucket = $1 and e.account_id = $2 and e.id = p.event_id) as stored_tx
   from event_count_positions p
   where p.bucket = $1 and p.account_id = $2 for update skip locked`,
)

/** Where counting begins; it stays as it is if there is one. */
export const beginPosition = sql<{ account_id: number }, AccountKey>(
  'event_counts.begin_position',
  `insert into event_count_positions (bucket, account_id, tx, event_id, from_at, failed_delivery_ids)
   values ($1, $2, '0', '', 'epoch', '{}')
   on conflict (bucket, account_id) do nothing
   returning account_id`,
)

export const savePosition = sql<
  { account_id: number },
  [...AccountKey, tx: string, eventId: string, fromAt: string, failedDeliveryIds: readonly number[]]
>(
  'event_counts.save_position',
  `update event_count_positions
   set tx = $3::xid8, event_id = $4, from_at = $5::timestamptz, failed_delivery_ids = $6::bigint[]
   where bucket = $1 and account_id = $2
   returning account_id`,
)

export const addCounts = sql<
  { type: string },
  [...AccountKey, hours: readonly string[], types: readonly string[], events: readonly number[]]
>(
  'event_counts.add',
  `insert into event_counts (bucket, account_id, hour, type, events)
   select $1, $2, i.hour, i.type, i.events
   from unnest($3::timestamptz[], $4::text[], $5::bigint[]) as i (hour, type, events)
   order by i.hour, i.type
   on conflict (bucket, account_id, hour, type) do update set events = event_counts.events + excluded.events
   returning type`,
)

export const removeCountsBefore = sql<{ type: string }, [...AccountKey, before: string]>(
  'event_counts.remove_before',
  'delete from event_counts where bucket = $1 and account_id = $2 and hour < $3::timestamptz returning type',
)

export const listCounts = sql<{ hour: number; type: string; events: number }, [...AccountKey, since: string]>(
  'event_counts.list',
  `select hour, type, events from event_counts
   where bucket = $1 and account_id = $2 and hour >= $3::timestamptz
   order by hour, type`,
)

/** The newest first. */
export const findFailedDeliveries = sql<{ id: number }, AccountKey>(
  'event_counts.find_failed_deliveries',
  `select failed.id
   from event_count_positions p cross join unnest(p.failed_delivery_ids) with ordinality as failed (id, place)
   where p.bucket = $1 and p.account_id = $2
   order by failed.place`,
)
