import { isoTime } from '../clock.ts'
import { distinctBuckets, listSql, sql } from '../db/sql.ts'
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

const findSuppressedSql = sql<{
  account_id: number
  channel_type: SuppressibleType
  address: string
  reason: SuppressionReason
}>(
  'suppressions.find',
  `select s.account_id, s.channel_type, s.address, s.reason
   from unnest($1::smallint[], $2::bigint[], $3::text[], $4::text[]) as k (bucket, account_id, channel_type, address)
   join suppressions s on s.bucket = k.bucket and s.account_id = k.account_id and s.channel_type = k.channel_type
     and s.address = k.address
   where s.bucket = any($5::smallint[])`,
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
  const rows =
    keys.length === 0
      ? []
      : await findSuppressedSql(
          connection,
          keys.map((key) => key.bucket),
          keys.map((key) => key.accountId),
          keys.map((key) => key.channelType),
          keys.map((key) => key.address),
          distinctBuckets(keys),
        )
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

const insertSuppressionsSql = sql<SuppressionRow>(
  'suppressions.insert',
  `with input as (
     select * from unnest($1::smallint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
       as input (bucket, account_id, channel_type, address, reason, delivery_id)
   ), inserted as (
     insert into suppressions (bucket, account_id, channel_type, address, reason, delivery_id, created_at)
     select bucket, account_id, channel_type, address, reason, delivery_id, $7::timestamptz from input
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
  if (suppressions.length === 0) return []
  return insertSuppressionsSql(
    connection,
    suppressions.map((one) => one.bucket),
    suppressions.map((one) => one.accountId),
    suppressions.map((one) => one.channelType),
    suppressions.map((one) => one.address),
    suppressions.map((one) => one.reason),
    suppressions.map((one) => one.deliveryId),
    isoTime(nowMs),
  )
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
