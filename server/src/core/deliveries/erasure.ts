/** Erases personal data beside the deliveries themselves: sends, messages of the sandbox, suppressed addresses. */
import { byKey, isRowOf, ofAccount, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { DELIVERY_KEYS } from './delivery.ts'
import { comparableAddress } from './suppressions.ts'
import type { SuppressibleType } from './suppressions.ts'

/** Keeps our word for the cause, as `blankDeliveries` does. Returns the changed rows, at most `rowsMax`. */
export const blankSends = DELIVERY_KEYS.sql(
  'sends.blank',
  ({ input, between }, rowsMax) => `with found as (
     select s.bucket, s.account_id, s.delivery_id, s.number
     from ${input}
     cross join ${writtenRowOf(['sends', 's'], 'input', ['delivery_id'], `and ${between('one.delivery_id', 'delivery_id')}`)}
     where s.cause like '%:%' or s.provider_message_id is not null or s.sent_to is not null
     order by input.delivery_id, s.number limit ${rowsMax}
   ), blanked as (
     update sends s set cause = split_part(s.cause, ':', 1), provider_message_id = null, sent_to = null
     from found
     where ${isRowOf('s', 'found', 'delivery_id')} and s.number = found.number and ${between('s.delivery_id', 'delivery_id')}
     returning s.delivery_id
   )
   select delivery_id from blanked`,
)

/** Returns the removed rows, at most `rowsMax`. */
export const removeSandboxMessages = DELIVERY_KEYS.sql(
  'sandbox.remove',
  ({ input, between }, rowsMax) => `with found as (
     select s.bucket, s.account_id, s.delivery_id, s.number
     from ${input}
     cross join ${writtenRowOf(['sandbox_messages', 's'], 'input', ['delivery_id'], `and ${between('one.delivery_id', 'delivery_id')}`)}
     order by input.delivery_id, s.number limit ${rowsMax}
   ), removed as (
     delete from sandbox_messages s using found
     where ${isRowOf('s', 'found', 'delivery_id')} and s.number = found.number and ${between('s.delivery_id', 'delivery_id')}
     returning s.delivery_id
   )
   select delivery_id from removed`,
)

/** Removes what mail servers said of the deliveries. Returns the removed rows, at most `rowsMax`. */
export const removeReports = DELIVERY_KEYS.sql(
  'provider_events.remove_of_deliveries',
  ({ input }, rowsMax) => `with found as (
     select e.bucket, e.account_id, e.channel_id, e.event_id
     from ${input}
     cross join lateral (select * from provider_events one where one.delivery_id = input.delivery_id offset 0) e
     where e.bucket = input.bucket and e.account_id = input.account_id
     order by e.channel_id, e.event_id limit ${rowsMax}
   ), removed as (
     delete from provider_events e using found
     where ${byKey('e', 'found', 'channel_id')} and e.event_id = found.event_id
     returning e.event_id
   )
   select event_id from removed`,
)

/**
 * An address that another recipient has too stays suppressed: it is that person's data. The indexes of recipients have the
 * default collation.
 */
const removeSuppressions = sql(
  'suppressions.remove_of_recipient',
  `with keys as (
     select s.bucket, s.account_id, s.channel_type, s.address
     from unnest($3::bigint[]) of_delivery
     cross join lateral (select * from suppressions one where one.delivery_id = of_delivery offset 0) s
     where s.bucket = $1 and s.account_id = $2
     union
     select $1, $2, channel_type, address collate "C"
     from (values ('email', $4::text), ('sms', $5::text)) as of_recipient (channel_type, address) where address is not null
   ), removed as (
     delete from suppressions s using keys
     where ${byKey('s', 'keys', 'address')} and s.channel_type = keys.channel_type
       and (select r.id from recipients r where ${ofAccount('r', '$1', '$2')} and r.deleted_at is null
         and lower(r.email) = (s.address collate "default") limit 1) is null
       and not (s.channel_type = 'sms' and (select r.id from recipients r
         where ${ofAccount('r', '$1', '$2')} and r.deleted_at is null and r.phone = (s.address collate "default") limit 1) is not null)
     returning s.id
   )
   select id from removed`,
)

/**
 * Removes the suppressions of former addresses, and those from reports on the deliveries. Decision record 60 says why
 * they do not stay as hashes.
 */
export async function removeSuppressionsOf(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  { deliveryIds, email, phone }: { deliveryIds: readonly number[]; email: string | null; phone: string | null },
): Promise<void> {
  const comparable = (type: SuppressibleType, address: string | null) =>
    address === null ? null : comparableAddress(type, address)
  await removeSuppressions(
    connection,
    bucket,
    accountId,
    deliveryIds,
    comparable('email', email),
    comparable('sms', phone),
  )
}
