import { isoTime } from '../clock.ts'
import { columns } from '../db/rows.ts'
import { listSql, sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { comparableAddress } from './suppression.ts'
import type { SuppressibleType, SuppressionReason, SuppressionRow } from './suppression.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../http/pages.ts'
import type { BoundedRow } from '../http/pages.ts'

const COLUMNS = 'id, channel_type, address, reason, delivery_id, created_at'

export interface SuppressionKey {
  bucket: number
  accountId: number
  channelType: SuppressibleType
  /** As it is compared: see `comparableAddress`. */
  address: string
}

const findSuppressedSql = columns('bucket smallint, account_id bigint, channel_type text, address text').sql<{
  account_id: number
  channel_type: SuppressibleType
  address: string
  reason: SuppressionReason
}>(
  'suppressions.find',
  ({ input, distinct }) => `select s.account_id, s.channel_type, s.address, s.reason
   from ${input}
   join suppressions s on s.bucket = input.bucket and s.account_id = input.account_id
     and s.channel_type = input.channel_type and s.address = input.address
   where s.bucket = any(${distinct('bucket')})`,
)

const nameOf = (accountId: number, channelType: string, address: string) => `${accountId}/${channelType}/${address}`

export interface Suppressions {
  /** Why nothing is sent to the address, or null: it is not suppressed. */
  reasonOf(accountId: number, channelType: string, address: string | null): SuppressionReason | null
}

export interface AddressOfAccount {
  bucket: number
  accountId: number
  channelType: string
  address: string | null
}

const comparable = (channelType: string, address: string | null) =>
  address === null || (channelType !== 'email' && channelType !== 'sms')
    ? null
    : comparableAddress(channelType, address)

/** Which of the addresses are suppressed, in one read. */
export async function findSuppressions(
  connection: Connection,
  addresses: readonly AddressOfAccount[],
): Promise<Suppressions> {
  const keys = addresses.flatMap(({ bucket, accountId, channelType, address }) => {
    const compared = comparable(channelType, address)
    return compared === null ? [] : [{ bucket, accountId, channelType, address: compared }]
  })
  const rows = keys.length === 0 ? [] : await findSuppressedSql(connection, keys)
  const reasons = new Map(rows.map((row) => [nameOf(row.account_id, row.channel_type, row.address), row.reason]))
  return {
    reasonOf(accountId, channelType, address) {
      const compared = comparable(channelType, address)
      return compared === null ? null : (reasons.get(nameOf(accountId, channelType, compared)) ?? null)
    },
  }
}

export interface NewSuppression extends SuppressionKey {
  reason: SuppressionReason
  deliveryId: number | null
}

const insertSuppressionsSql = columns(
  'bucket smallint, account_id bigint, channel_type text, address text, reason text, delivery_id bigint null',
).sql<SuppressionRow, [now: string]>(
  'suppressions.insert',
  ({ input }, now) => `with inserted as (
     insert into suppressions (bucket, account_id, channel_type, address, reason, delivery_id, created_at)
     select bucket, account_id, channel_type, address, reason, delivery_id, ${now}::timestamptz from ${input}
     order by bucket, account_id, channel_type, address collate "C"
     on conflict (bucket, account_id, channel_type, address) do nothing
     returning ${COLUMNS}
   )
   select ${COLUMNS} from inserted`,
)

/** Suppresses addresses; one that is suppressed already stays as it is. Answers the new ones. */
export async function insertSuppressions(
  connection: Connection,
  suppressions: readonly NewSuppression[],
  nowMs: number,
): Promise<SuppressionRow[]> {
  return suppressions.length === 0 ? [] : insertSuppressionsSql(connection, suppressions, isoTime(nowMs))
}

export const listSuppressions = listSql<
  SuppressionRow & BoundedRow,
  [
    bucket: number,
    accountId: number,
    channelType: string | null,
    addresses: readonly string[] | null,
    reason: string | null,
    afterTime: string | null,
    afterId: number | null,
    rows: number,
  ]
>(
  'suppressions.list',
  `with listed as materialized (
  select ${COLUMNS} from suppressions
  where bucket = $1 and account_id = $2
    and ($3::text is null or channel_type = $3)
    and ($4::text[] is null or address = any($4))
    and ($5::text is null or reason = $5)
    and ($6::timestamptz is null or (created_at, id) < ($6, $7))
  order by created_at desc, id desc limit $8
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('address'))} order by ${NEWEST_FIRST}`,
)

export const deleteSuppression = sql<SuppressionRow, [bucket: number, accountId: number, id: number]>(
  'suppressions.delete',
  `with deleted as (
    delete from suppressions where bucket = $1 and account_id = $2 and id = $3 returning ${COLUMNS}
  ) select ${COLUMNS} from deleted`,
)
