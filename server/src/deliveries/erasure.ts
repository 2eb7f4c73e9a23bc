/** Erases personal data beside the deliveries themselves: sends, messages of the sandbox, suppressed addresses. */
import { amongIds } from '../db/id-conditions.ts'
import { sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { comparableAddress } from './suppressions.ts'
import type { SuppressibleType } from './suppressions.ts'

type OfDeliveries = [bucket: number, accountId: number, deliveryIds: readonly number[], rowsMax: number]

/** Keeps our word for the cause, as `blankDeliveries` does. Returns the changed rows, at most `rowsMax`. */
export const blankSends = sql<{ delivery_id: number }, OfDeliveries>(
  'sends.blank',
  `with found as (
     select delivery_id, number from sends
     where bucket = $1 and account_id = $2 and ${amongIds('delivery_id', '$3::bigint[]')}
       and (cause like '%:%' or provider_message_id is not null or sent_to is not null)
     order by delivery_id, number limit $4
   ), blanked as (
     update sends s set cause = split_part(s.cause, ':', 1), provider_message_id = null, sent_to = null
     from found
     where s.bucket = $1 and s.account_id = $2 and ${amongIds('s.delivery_id', '$3::bigint[]')}
       and s.delivery_id = found.delivery_id and s.number = found.number
     returning s.delivery_id
   )
   select delivery_id from blanked`,
)

/** Returns the removed rows, at most `rowsMax`. */
export const removeSandboxMessages = sql<{ delivery_id: number }, OfDeliveries>(
  'sandbox.remove',
  `with found as (
     select delivery_id, number from sandbox_messages
     where bucket = $1 and account_id = $2 and ${amongIds('delivery_id', '$3::bigint[]')}
     order by delivery_id, number limit $4
   ), removed as (
     delete from sandbox_messages s using found
     where s.bucket = $1 and s.account_id = $2 and ${amongIds('s.delivery_id', '$3::bigint[]')}
       and s.delivery_id = found.delivery_id and s.number = found.number
     returning s.delivery_id
   )
   select delivery_id from removed`,
)

/** An address that another recipient has too stays suppressed: it is that person's data. */
const removeSuppressions = sql<
  { id: number },
  [bucket: number, accountId: number, deliveryIds: readonly number[], email: string | null, phone: string | null]
>(
  'suppressions.remove_of_recipient',
  `with removed as (
     delete from suppressions s
     where s.bucket = $1 and s.account_id = $2
       and (s.delivery_id = any($3::bigint[]) or (s.channel_type = 'email' and s.address = $4)
         or (s.channel_type = 'sms' and s.address = $5))
       and not exists (select from recipients r where r.bucket = $1 and r.account_id = $2 and r.deleted_at is null
         and lower(r.email) = s.address)
       and not (s.channel_type = 'sms' and exists (select from recipients r
         where r.bucket = $1 and r.account_id = $2 and r.deleted_at is null and r.phone = s.address))
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
