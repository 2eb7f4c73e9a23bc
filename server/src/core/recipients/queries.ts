import { byKey, ofAccount } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'

/** The caller who changes or erases a recipient, for the audit log. `origin`: the IP address of the caller, or null. */
export interface Changer {
  actor: string
  origin: string | null
}

export function changerOf({ caller, ip }: { caller: { actor: string }; ip: string }): Changer {
  return { actor: caller.actor, origin: ip }
}

export const RECIPIENT_COLUMNS = `id, external_user_id, email, phone, first_name, last_name, locale, time_zone, attributes, preferences, paused,
    quiet_from, quiet_until, created_at, updated_at`

/** SQL, behind `cross join`: the recipient `r` with the external id of a row `key`. */
export const BY_EXTERNAL_ID = `lateral (
       select * from recipients one
       where ${ofAccount('one', 'key.bucket', 'key.account_id')} and one.external_user_id = key.external_user_id
         and one.deleted_at is null
       offset 0
     ) r`

export const findRecipientId = sql(
  'recipients.find_id',
  `select r.id from (select $1::smallint as bucket, $2::bigint as account_id, $3::text as external_user_id offset 0) key
   cross join ${BY_EXTERNAL_ID}`,
)

/** Also finds a deleted recipient: its messages and deliveries are still listed. */
export const findRecipientOfLists = sql(
  'recipients.find_of_lists',
  'select id from recipients where bucket = $1 and account_id = $2 and id = $3',
)

export const findRecipient = sql(
  'recipients.find',
  `select ${RECIPIENT_COLUMNS} from recipients where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
  JSON_WITH_DIGITS,
)

/** Locks the recipient until the transaction ends. */
export const lockRecipient = sql(
  'recipients.lock',
  `select id from recipients where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for update`,
)

/** Messages stay, devices and preferences are deleted, and the external id is free again. */
export const deleteRecipient = sql(
  'recipients.delete',
  `with deleted as (
    update recipients set deleted_at = $4, updated_at = $4, preferences = '[]', paused = false, quiet_from = null, quiet_until = null
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning bucket, account_id, id
  ), devices_gone as (
    delete from devices v using deleted d
    where ${byKey('v', 'd', 'recipient_id', 'id')}
    returning v.id
  )
  select id from deleted`,
)
