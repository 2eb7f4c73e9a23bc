/** Monthly limits of an account's deliveries per channel type, and their counts. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { LIMIT_KEYS } from './limit-keys.ts'
import type { LimitedType, LimitKey } from './limit-keys.ts'
import { isoTime } from '../../platform/clock.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'

const LIMITED_TYPES = Object.keys(LIMIT_KEYS) as LimitedType[]

/** The maximum of a limit or count: the largest integer that is exact in JSON. */
export const LIMIT_MAX = Number.MAX_SAFE_INTEGER

interface AccountKey {
  bucket: number
  accountId: number
}

/** Deliveries of one type, before their first sends. */
export interface WantedDeliveries extends AccountKey {
  channelType: string
  wanted: number
}

/** The first day of the UTC month of a time (ms since the epoch): `2026-06-01`. */
function monthOf(timeMs: number): string {
  return `${isoTime(timeMs).slice(0, 7)}-01`
}

/**
 * An existing row is locked and read again, so two batches cannot take the same places. The limit is the one at the
 * start of the statement.
 */
const takeSql = columns('bucket smallint, account_id bigint, channel_type text, wanted integer').sql<
  { account_id: number; channel_type: string; granted: number },
  [month: string]
>(
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
  const granted = new Map(rows.map((row) => [`${row.account_id}/${row.channel_type}`, row.granted]))
  return wanted.map(({ accountId, channelType }) => granted.get(`${accountId}/${channelType}`) ?? 0)
}

const readSql = sql<
  { channel_type: LimitedType; monthly_max: number | null; deliveries: number },
  [bucket: number, accountId: number, types: readonly string[], month: string]
>(
  'limits.read',
  `select type.name as channel_type, l.monthly_max, coalesce(c.deliveries, 0) as deliveries
   from unnest($3::text[]) as type (name)
   left join account_limits l on l.bucket = $1 and l.account_id = $2 and l.channel_type = type.name
   left join monthly_counts c on c.bucket = $1 and c.account_id = $2 and c.month = $4::date and c.channel_type = type.name`,
)

const Limit = Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int64', description: 'null: no limit' })
const Count = Type.Integer({ minimum: 0, format: 'int64' })

export const LimitsOutput = Type.Object({
  [LIMIT_KEYS.email]: Limit,
  [LIMIT_KEYS.push]: Limit,
  [LIMIT_KEYS.sms]: Limit,
  [LIMIT_KEYS.in_app]: Limit,
})

export const UsageOutput = Type.Object({
  month: Type.String({ description: 'The month in UTC', examples: ['2026-06'] }),
  [LIMIT_KEYS.email]: Count,
  [LIMIT_KEYS.push]: Count,
  [LIMIT_KEYS.sms]: Count,
  [LIMIT_KEYS.in_app]: Count,
})

/** The account's limits, and its deliveries in the month of `now`. */
export async function readLimits(
  connection: Connection,
  { bucket, accountId }: AccountKey,
  now: number,
): Promise<{ limits: Static<typeof LimitsOutput>; usage: Static<typeof UsageOutput> }> {
  const month = monthOf(now)
  const rows = await readSql(connection, bucket, accountId, LIMITED_TYPES, month)
  const byKey = <Value>(valueOf: (row: (typeof rows)[number]) => Value) =>
    Object.fromEntries(rows.map((row) => [LIMIT_KEYS[row.channel_type], valueOf(row)])) as Record<LimitKey, Value>
  return {
    limits: byKey((row) => row.monthly_max),
    usage: { month: month.slice(0, 7), ...byKey((row) => row.deliveries) },
  }
}

const setSql = columns('channel_type text, monthly_max bigint null').sql<
  { channel_type: string },
  [bucket: number, accountId: number]
>(
  'limits.set',
  ({ input }, bucket, accountId) => `with input as (
     select * from ${input}
   ), lifted as (
     delete from account_limits l using input i
     where l.bucket = ${bucket} and l.account_id = ${accountId} and l.channel_type = i.channel_type and i.monthly_max is null
     returning l.channel_type
   ), stored as (
     insert into account_limits (bucket, account_id, channel_type, monthly_max)
     select ${bucket}, ${accountId}, channel_type, monthly_max from input where monthly_max is not null
     order by channel_type
     on conflict (bucket, account_id, channel_type) do update set monthly_max = excluded.monthly_max
     returning channel_type
   )
   select channel_type from lifted union all select channel_type from stored`,
)

/** Sets limits of an account. Null removes a limit. Other limits stay. */
export async function setLimits(
  connection: Connection,
  { bucket, accountId }: AccountKey,
  limits: Partial<Record<LimitKey, number | null>>,
): Promise<void> {
  const given = LIMITED_TYPES.filter((type) => limits[LIMIT_KEYS[type]] !== undefined)
  const rows = given.map((type) => ({ channelType: type, monthlyMax: limits[LIMIT_KEYS[type]]! }))
  await setSql(connection, rows, bucket, accountId)
}
