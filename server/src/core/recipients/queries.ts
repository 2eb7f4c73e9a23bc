import { byKey, ofAccount, rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'
import type { RecipientRow } from './recipient.ts'

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
const BY_EXTERNAL_ID = `lateral (
       select * from recipients one
       where ${ofAccount('one', 'key.bucket', 'key.account_id')} and one.external_user_id = key.external_user_id
         and one.deleted_at is null
       offset 0
     ) r`

export const findRecipientId = sql<{ id: number }, [bucket: number, accountId: number, externalUserId: string]>(
  'recipients.find_id',
  `select r.id from (select $1::smallint as bucket, $2::bigint as account_id, $3::text as external_user_id offset 0) key
   cross join ${BY_EXTERNAL_ID}`,
)

/** Also finds a deleted recipient: its messages and deliveries are still listed. */
export const findRecipientOfLists = sql<{ id: number }, [bucket: number, accountId: number, id: number]>(
  'recipients.find_of_lists',
  'select id from recipients where bucket = $1 and account_id = $2 and id = $3',
)

type RecipientKeyValues = [bucket: number, accountId: number, id: number]

export const findRecipient = sql<RecipientRow, RecipientKeyValues>(
  'recipients.find',
  `select ${RECIPIENT_COLUMNS} from recipients where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
  JSON_WITH_DIGITS,
)

/** Locks the recipient until the transaction ends. */
export const lockRecipient = sql<{ id: number }, RecipientKeyValues>(
  'recipients.lock',
  `select id from recipients where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for update`,
)

/** Messages stay, devices and preferences are deleted, and the external id is free again. */
export const deleteRecipient = sql<{ id: number }, [...RecipientKeyValues, now: string]>(
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

/** An id, an external id, or both. If both are given, they must belong to the same recipient. */
export interface RecipientKey {
  bucket: number
  accountId: number
  id: number | null
  externalUserId: string | null
}

const loadRecipientsSql = columns(
  'bucket smallint, account_id bigint, id bigint null, external_user_id text null, position for ordinality',
).sql<RecipientRow & { position: number }>(
  'recipients.load',
  ({ input }) => `with key as (
    select * from ${input}
  )
  select key.position, r.id, r.external_user_id, r.email, r.phone, r.first_name, r.last_name, r.locale, r.time_zone,
    r.attributes, r.preferences, r.paused, r.quiet_from, r.quiet_until, r.created_at, r.updated_at
  from key cross join ${rowOf(['recipients', 'r'], 'key', ['id'])}
  where r.deleted_at is null
    and (key.external_user_id is null or r.external_user_id = key.external_user_id)
  union all
  select key.position, r.id, r.external_user_id, r.email, r.phone, r.first_name, r.last_name, r.locale, r.time_zone,
    r.attributes, r.preferences, r.paused, r.quiet_from, r.quiet_until, r.created_at, r.updated_at
  from key
  cross join ${BY_EXTERNAL_ID}
  where key.id is null and r.deleted_at is null`,
  JSON_WITH_DIGITS,
)

/** Loads recipients in one statement, in the order of the keys. Null if a recipient does not exist. */
export async function loadRecipients(
  connection: Connection,
  keys: readonly RecipientKey[],
): Promise<(RecipientRow | null)[]> {
  const found = keys.map((): RecipientRow | null => null)
  if (keys.length === 0) return found
  const rows = await loadRecipientsSql(connection, keys)
  for (const { position, ...row } of rows) found[position - 1] = row
  return found
}

/** The same for one recipient. */
export async function loadRecipient(connection: Connection, key: RecipientKey): Promise<RecipientRow | null> {
  const [recipient = null] = await loadRecipients(connection, [key])
  return recipient
}
