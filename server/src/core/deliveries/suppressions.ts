/**
 * Suppressed addresses: no messages are sent to them. They bounced, complained or unsubscribed, or were added by hand.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { byKey, rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { asciiAddress, isEmailAddress } from '../../platform/http/email-address.ts'
import { readPhoneNumber } from '../../platform/http/phone-number.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import type { BoundedRow } from '../../platform/http/pages.ts'
import { Choice, Id, Nullable, Time } from '../../platform/http/schemas.ts'

/** Channel types with suppressible addresses. Devices that are gone are deleted instead. */
export const SUPPRESSIBLE_TYPES = ['email', 'sms'] as const
export type SuppressibleType = (typeof SUPPRESSIBLE_TYPES)[number]

export const SUPPRESSION_REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

export interface SuppressionRow {
  id: number
  channel_type: SuppressibleType
  address: string
  reason: SuppressionReason
  delivery_id: number | null
  created_at: number
}

export const SuppressionOutput = Type.Object({
  id: Id,
  channel_type: Choice(SUPPRESSIBLE_TYPES),
  address: Type.String({ examples: ['ada@example.com'] }),
  reason: Choice(SUPPRESSION_REASONS),
  delivery_id: Nullable({
    ...Id,
    description: 'The delivery with the bounce or complaint. null if the address was added by hand',
  }),
  created_at: Time,
})

export function suppressionView(row: SuppressionRow): Static<typeof SuppressionOutput> {
  return {
    id: row.id,
    channel_type: row.channel_type,
    address: row.address,
    reason: row.reason,
    delivery_id: row.delivery_id,
    created_at: isoTime(row.created_at),
  }
}

/** The address as stored and compared, or null if it is not valid for the type. */
export function comparableAddress(type: SuppressibleType, given: string): string | null {
  const address = given.trim()
  if (type === 'email') return isEmailAddress(address) ? asciiAddress(address).toLowerCase() : null
  const phone = readPhoneNumber(address)
  return phone.ok ? phone.number : null
}

/** The mistake of an address that has no comparable form. */
export function addressMistake(type: SuppressibleType, address: string): string {
  const phone = type === 'sms' ? readPhoneNumber(address) : null
  return phone?.ok === false ? phone.mistake : 'must be one email address'
}

const COLUMNS = 'id, channel_type, address, reason, delivery_id, created_at'

export interface SuppressionKey {
  bucket: number
  accountId: number
  channelType: SuppressibleType
  /** In the form of `comparableAddress`. */
  address: string
}

const findSuppressionsSql = columns(
  'bucket smallint, account_id bigint, channel_type text, address text, position for ordinality',
).sql<{ position: number; reason: SuppressionReason }>(
  'suppressions.find',
  ({ input }) => `select input.position, s.reason
   from ${input}
   cross join ${rowOf(['suppressions', 's'], 'input', ['address'], 'and one.channel_type = input.channel_type')}`,
)

/** The destination of a send. Channel types without suppression count as having no address. */
export interface AddressOfAccount {
  bucket: number
  accountId: number
  channelType: string
  address: string | null
}

/** The reason why each address is suppressed, or null. Uses one read. */
export async function findSuppressions(
  connection: Connection,
  addresses: readonly AddressOfAccount[],
): Promise<(SuppressionReason | null)[]> {
  const reasons = addresses.map((): SuppressionReason | null => null)
  const keys: (AddressOfAccount & { address: string; index: number })[] = []
  for (const [index, one] of addresses.entries()) {
    const type = SUPPRESSIBLE_TYPES.find((suppressible) => suppressible === one.channelType)
    const address = type === undefined || one.address === null ? null : comparableAddress(type, one.address)
    if (address !== null) keys.push({ ...one, address, index })
  }
  const rows = keys.length === 0 ? [] : await findSuppressionsSql(connection, keys)
  for (const { position, reason } of rows) reasons[keys[position - 1]!.index] = reason
  return reasons
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

/** Suppresses addresses. Already suppressed ones do not change. Returns the new ones. */
export function insertSuppressions(
  connection: Connection,
  suppressions: readonly NewSuppression[],
  nowMs: number,
): Promise<SuppressionRow[]> {
  return insertSuppressionsSql(connection, suppressions, isoTime(nowMs))
}

/** SQL: a page of `rows`, which end in a condition, newest first. */
const page = (rows: string) => `with listed as materialized (
  select ${COLUMNS} from ${rows}
    and ($3::text is null or reason = $3)
    and ($4::timestamptz is null or (created_at, id) < ($4, $5))
  order by created_at desc, id desc limit $6
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('address'))} order by ${NEWEST_FIRST}`

type PageValues = [
  bucket: number,
  accountId: number,
  reason: string | null,
  afterTime: string | null,
  afterId: number | null,
  rows: number,
]

export const listSuppressions = listSql<SuppressionRow & BoundedRow, [...PageValues, channelType: string | null]>(
  'suppressions.list',
  page(`suppressions
  where bucket = $1 and account_id = $2 and created_at > '-infinity' and ($7::text is null or channel_type = $7)`),
)

/** The suppressions of addresses, each of a type. */
export const listSuppressionsOf = listSql<
  SuppressionRow & BoundedRow,
  [...PageValues, channelTypes: readonly string[], addresses: readonly string[]]
>(
  'suppressions.list_of_addresses',
  page(`(
    select s.* from (
      select $1::smallint as bucket, $2::bigint as account_id, channel_type, address collate "C" as address
      from unnest($7::text[], $8::text[]) given (channel_type, address) offset 0
    ) key
    cross join ${rowOf(['suppressions', 's'], 'key', ['address'], 'and one.channel_type = key.channel_type')}
  ) s where true`),
)

export const deleteSuppression = sql<SuppressionRow, [bucket: number, accountId: number, id: number]>(
  'suppressions.delete',
  `with found as materialized (
    select bucket, account_id, channel_type, address from (select * from suppressions where id = $3 offset 0) s
    where bucket = $1 and account_id = $2
  ), deleted as (
    delete from suppressions s using found
    where ${byKey('s', 'found', 'address')} and s.channel_type = found.channel_type
    returning s.*
  ) select ${COLUMNS} from deleted`,
)
