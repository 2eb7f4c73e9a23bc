/** Counts an account's deliveries of a month per channel type, up to its limits (`account-limits.ts`). */
import { isoTime } from '../../platform/clock.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Connection } from '../../platform/db/sql.ts'

/** Deliveries of one type, before their first sends. */
export interface WantedDeliveries {
  bucket: number
  accountId: number
  channelType: string
  wanted: number
}

/** The first day of the UTC month of a time (ms since the epoch): `2026-06-01`. */
export function monthOf(timeMs: number): string {
  return `${isoTime(timeMs).slice(0, 7)}-01`
}

/**
 * An existing row is locked and read again, so two batches cannot take the same places. The limit is the one at the
 * start of the statement.
 */
const takeSql = columns('bucket smallint, account_id bigint, channel_type text, wanted integer').sql(
  'limits.take',
  ({ input }, month) => `with taken as (
     insert into monthly_counts as c (bucket, account_id, month, channel_type, deliveries, granted)
     select input.bucket, input.account_id, ${month}::date, input.channel_type, least(wanted, l.monthly_max),
       least(wanted, l.monthly_max)
     from ${input}
     left join account_limits l on l.bucket = input.bucket
       and l.account_id = input.account_id and l.channel_type = input.channel_type
     order by input.bucket, input.account_id, input.channel_type
     on conflict (bucket, account_id, month, channel_type) do update
     set (deliveries, granted) = (
       select c.deliveries + room.granted, room.granted
       from (
         select greatest(0, least(excluded.granted, (
           select l.monthly_max from account_limits l
           where l.bucket = c.bucket and l.account_id = c.account_id and l.channel_type = c.channel_type
         ) - c.deliveries)) as granted
       ) room
     )
     returning account_id, channel_type, granted
   )
   select account_id, channel_type, granted from taken`,
)

/**
 * Counts deliveries of this month. Returns for each entry how many of its deliveries may be sent. Each account and type
 * may occur once.
 */
export async function takeDeliveries(
  connection: Connection,
  wanted: readonly WantedDeliveries[],
  now: number,
): Promise<number[]> {
  if (wanted.length === 0) return []
  const rows = await takeSql(connection, wanted, monthOf(now))
  const granted = new Map(rows.map((row) => [`${row.accountId}/${row.channelType}`, row.granted]))
  return wanted.map(({ accountId, channelType }) => granted.get(`${accountId}/${channelType}`) ?? 0)
}
