/** The recipients shown in lists of other objects: their names. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { Id, Nullable } from '../../platform/http/schemas.ts'

/** Includes deleted recipients, because their messages are still shown. */
const findRecipients = sql(
  'recipients.expand',
  `select r.id, r.external_user_id, r.email, r.first_name, r.last_name
   from ${keysOf('$3::bigint[]', 'k')} cross join ${rowOf(['recipients', 'r'], 'k', ['id'])}`,
)

/** The names of a recipient in a list. */
export const ExpandedRecipient = Type.Object({
  id: Id,
  external_user_id: Nullable(Type.String()),
  email: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
})

/** The largest size of an expanded recipient, bytes. */
export const RECIPIENT_BYTES = 4 * 1024

/** The recipients of an account by id. Includes deleted ones, because their messages are still shown. */
export async function expandRecipients(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  ids: readonly number[],
): Promise<Map<number, Static<typeof ExpandedRecipient>>> {
  if (ids.length === 0) return new Map()
  const rows = await findRecipients(connection, bucket, accountId, [...new Set(ids)])
  return new Map(
    rows.map(({ id, externalUserId, email, firstName, lastName }) => {
      const names = { external_user_id: externalUserId, email, first_name: firstName, last_name: lastName }
      return [id, { id, ...names }]
    }),
  )
}
