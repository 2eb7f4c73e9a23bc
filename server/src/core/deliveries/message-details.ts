/** The messages shown in a list of deliveries on request: the recipient, the template and the subject. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { between, boundsOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { Id, Nullable } from '../../platform/http/schemas.ts'
import type { Delivery } from './delivery.ts'

/** The largest size of a message's recipient and template names, bytes. */
const NAMES_BYTES = 6 * 1024

/** SQL: the bytes of the message shown with delivery `d`. $1 and $2 are the account. */
export const EXPANDED_BYTES = `${NAMES_BYTES} + (
       select octet_length(m.rendered_subject) from messages m
       where m.bucket = $1 and m.account_id = $2 and m.id = d.message_id)`

type ByIds = [bucket: number, accountId: number, ids: readonly number[]]

const findMessages = sql<{ id: number; rendered_subject: string; template_id: number; recipient_id: number }, ByIds>(
  'deliveries.expand_messages',
  `select m.id, m.rendered_subject, m.template_id, m.recipient_id
   from ${keysOf('$3::bigint[]', 'k')}
   cross join ${rowOf(['messages', 'm'], 'k', ['id'], `and ${between('one.id', ...boundsOf('$3::bigint[]'))}`)}`,
)

/** Includes deleted recipients, because their deliveries are still shown. */
const findRecipients = sql<
  {
    id: number
    external_user_id: string | null
    email: string | null
    first_name: string | null
    last_name: string | null
  },
  ByIds
>(
  'deliveries.expand_recipients',
  `select r.id, r.external_user_id, r.email, r.first_name, r.last_name
   from ${keysOf('$3::bigint[]', 'k')} cross join ${rowOf(['recipients', 'r'], 'k', ['id'])}`,
)

const findTemplates = sql<{ id: number; name: string }, ByIds>(
  'deliveries.expand_templates',
  'select id, name from templates where bucket = $1 and account_id = $2 and id = any($3::bigint[])',
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
  const rows = await findRecipients(connection, bucket, accountId, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

export const ExpandedMessage = Type.Object({
  id: Id,
  rendered_subject: Type.String(),
  notification_user: ExpandedRecipient,
  message_template: Type.Object({ id: Id, name: Type.String() }),
})
export type ExpandedMessage = Static<typeof ExpandedMessage>

/** The messages of an account's deliveries, by message id. */
export async function expandMessages(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  deliveries: readonly Delivery[],
): Promise<Map<number, ExpandedMessage>> {
  const distinct = (ids: number[]) => [...new Set(ids)]
  const rows = await findMessages(connection, bucket, accountId, distinct(deliveries.map((row) => row.messageId)))
  const account = { bucket, accountId }
  const recipientOf = await expandRecipients(
    connection,
    account,
    rows.map((row) => row.recipient_id),
  )
  const templates = await findTemplates(connection, bucket, accountId, distinct(rows.map((row) => row.template_id)))
  const templateOf = new Map(templates.map((row) => [row.id, row]))
  return new Map(
    rows.map(({ id, rendered_subject, template_id, recipient_id }) => {
      const notification_user = recipientOf.get(recipient_id)!
      return [id, { id, rendered_subject, notification_user, message_template: templateOf.get(template_id)! }]
    }),
  )
}
