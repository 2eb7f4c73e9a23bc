/** The monthly limits of an account by channel type, as it sets and reads them. `monthly-limits.ts` applies them. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { monthOf } from './monthly-limits.ts'

/** The names are part of the API (`limit_feature_key`). */
export const LIMIT_KEYS = {
  email: 'monthly_email_deliveries',
  push: 'monthly_push_deliveries',
  sms: 'monthly_sms_deliveries',
  in_app: 'monthly_in_app_deliveries',
} as const

export type LimitedType = keyof typeof LIMIT_KEYS
export type LimitKey = (typeof LIMIT_KEYS)[LimitedType]

const LIMITED_TYPES = Object.keys(LIMIT_KEYS) as LimitedType[]

/** The maximum of a limit or count: the largest integer that is exact in JSON. */
export const LIMIT_MAX = Number.MAX_SAFE_INTEGER

interface AccountKey {
  bucket: number
  accountId: number
}

const readSql = sql(
  'limits.read',
  `select type.name as "channel_type!", l.monthly_max, coalesce(c.deliveries, 0) as deliveries
   from unnest($3::text[]) as type (name)
   left join account_limits l on l.bucket = $1 and l.account_id = $2 and l.channel_type = type.name
   left join monthly_counts c on c.bucket = $1 and c.account_id = $2 and c.month = $4::date and c.channel_type = type.name`,
).as<{ channelType: LimitedType }>()

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
    Object.fromEntries(rows.map((row) => [LIMIT_KEYS[row.channelType], valueOf(row)])) as Record<LimitKey, Value>
  return {
    limits: byKey((row) => row.monthlyMax),
    usage: { month: month.slice(0, 7), ...byKey((row) => row.deliveries) },
  }
}

const setSql = columns('channel_type text, monthly_max bigint null').sql(
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
