/** The erasure of a recipient's own rows, and its progress as the API shows it. The other rooms erase theirs. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Choice, Id, Nullable, Time } from '../../platform/http/schemas.ts'

export const ErasureOutput = Type.Object({
  notification_user_id: Id,
  status: Choice(['running', 'finished'], {
    description:
      'While it is running, the service erases the older messages of the notification user in the background',
  }),
  requested_at: Time,
  finished_at: Nullable(Time),
  messages: Type.Integer({ description: 'The erased messages so far' }),
  deliveries: Type.Integer({ description: 'Their deliveries' }),
})
export type ErasureOutput = Static<typeof ErasureOutput>

/** Erases rows of a feature. A later call with the same ids finds nothing to change. Programs give the steps of all features. */
export interface ErasureStep {
  /** Runs before the messages are locked. Another order could deadlock. */
  beforeMessages?(
    tx: Transaction,
    messages: readonly { bucket: number; accountId: number; messageId: number }[],
  ): Promise<unknown>
  /** `lowestEventId`: no event of the deliveries has a lower id. */
  ofDeliveries?(
    tx: Transaction,
    bucket: number,
    accountId: number,
    deliveryIds: readonly number[],
    lowestEventId: string,
  ): Promise<unknown>
}

/** Also locks a deleted recipient. */
const lockForErasure = sql(
  'recipients.lock_for_erasure',
  `select email, phone, erased_at is not null as is_erased from recipients
   where bucket = $1 and account_id = $2 and id = $3 for update`,
)

const blankRecipient = sql(
  'recipients.blank',
  `with devices_gone as (
     delete from devices where bucket = $1 and account_id = $2 and recipient_id = $3 returning id
   ), blanked as (
     update recipients
     set external_user_id = null, email = null, phone = null, first_name = null, last_name = null, locale = null,
       time_zone = null, attributes = '{}', preferences = '[]', paused = false, quiet_from = null, quiet_until = null,
       deleted_at = coalesce(deleted_at, $4::timestamptz), updated_at = $4::timestamptz,
       erased_at = $4::timestamptz
     where bucket = $1 and account_id = $2 and id = $3
     returning id
   )
   select id from blanked`,
)

/** The addresses that the recipient had, or null. */
export interface FormerAddresses {
  email: string | null
  phone: string | null
}

/**
 * Blanks a recipient and removes its devices, also if it was deleted before. A concurrent registration of a device has
 * its lock, so the second statement sees the device.
 */
export async function eraseRecipient(
  connection: Connection,
  bucket: number,
  accountId: number,
  id: number,
  now: string,
): Promise<FormerAddresses | 'not_found' | 'erased_before'> {
  const [found] = await lockForErasure(connection, bucket, accountId, id)
  if (found === undefined) return 'not_found'
  if (found.isErased) return 'erased_before'
  await blankRecipient(connection, bucket, accountId, id, now)
  return { email: found.email, phone: found.phone }
}
