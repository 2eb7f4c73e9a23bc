/**
 * Suppressed addresses: no messages are sent to them. They bounced, complained or unsubscribed, or were added by hand.
 */
import { isoTime } from '../../platform/clock.ts'
import { rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Connection, RowOf } from '../../platform/db/sql.ts'
import { readEmailAddress } from '../../platform/http/email-address.ts'
import { readPhoneNumber } from '../../platform/http/phone-number.ts'

/** Channel types with suppressible addresses. Devices that are gone are deleted instead. */
export const SUPPRESSIBLE_TYPES = ['email', 'sms'] as const
export type SuppressibleType = (typeof SUPPRESSIBLE_TYPES)[number]

export const SUPPRESSION_REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

export type SuppressionRow = RowOf<'suppressions.delete'>

/** The address as stored and compared, or null if it is not valid for the type. */
export function comparableAddress(type: SuppressibleType, given: string): string | null {
  const address = given.trim()
  if (type === 'email') return readEmailAddress(address)?.toLowerCase() ?? null
  const phone = readPhoneNumber(address)
  return phone.ok ? phone.number : null
}

export const SUPPRESSION_COLUMNS = 'id, channel_type, address, reason, delivery_id, created_at'

export interface SuppressionKey {
  bucket: number
  accountId: number
  channelType: SuppressibleType
  /** In the form of `comparableAddress`. */
  address: string
}

const findSuppressionsSql = columns(
  'bucket smallint, account_id bigint, channel_type text, address text, position for ordinality',
).sql(
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
).sql(
  'suppressions.insert',
  ({ input }, now) => `with inserted as (
     insert into suppressions (bucket, account_id, channel_type, address, reason, delivery_id, created_at)
     select bucket, account_id, channel_type, address, reason, delivery_id, ${now}::timestamptz from ${input}
     order by bucket, account_id, channel_type, address collate "C"
     on conflict (bucket, account_id, channel_type, address) do nothing
     returning ${SUPPRESSION_COLUMNS}
   )
   select ${SUPPRESSION_COLUMNS} from inserted`,
)

/** Suppresses addresses. Already suppressed ones do not change. Returns the new ones. */
export function insertSuppressions(
  connection: Connection,
  suppressions: readonly NewSuppression[],
  nowMs: number,
): Promise<SuppressionRow[]> {
  return insertSuppressionsSql(connection, suppressions, isoTime(nowMs))
}
