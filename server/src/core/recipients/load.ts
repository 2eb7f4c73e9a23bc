/** Loads the recipients of messages, many in one statement. */
import { rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'
import { BY_EXTERNAL_ID } from './queries.ts'
import type { RecipientJson, RecipientRow } from './recipient.ts'

/** An id, an external id, or both. If both are given, they must belong to the same recipient. */
export interface RecipientKey {
  bucket: number
  accountId: number
  id: number | null
  externalUserId: string | null
}

const loadRecipientsSql = columns(
  'bucket smallint, account_id bigint, id bigint null, external_user_id text null, position for ordinality',
)
  .sql(
    'recipients.load',
    ({ input }) => `with key as (
    select * from ${input}
  )
  select key.position, r.id as "id!", r.external_user_id, r.email, r.phone, r.first_name, r.last_name, r.locale, r.time_zone,
    r.attributes, r.preferences, r.paused as "paused!", r.quiet_from, r.quiet_until, r.created_at as "created_at!",
    r.updated_at as "updated_at!"
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
  .as<RecipientJson>()

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
