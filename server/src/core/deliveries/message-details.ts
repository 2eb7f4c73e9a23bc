/** The messages shown in a list of deliveries on request: the recipient, the template and the subject. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { between, boundsOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { Id } from '../../platform/http/schemas.ts'
import type { Delivery } from './delivery.ts'
import { ExpandedRecipient, expandRecipients } from '../recipients/expanded.ts'
import { NOT_SENT_AGAIN, SentAgain, findSentAgain } from './sent-again.ts'

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

const findTemplates = sql<{ id: number; name: string }, ByIds>(
  'deliveries.expand_templates',
  'select id, name from templates where bucket = $1 and account_id = $2 and id = any($3::bigint[])',
)

export const ExpandedMessage = Type.Object({
  id: Id,
  ...SentAgain,
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
  const links = await findSentAgain(
    connection,
    account,
    rows.map((row) => row.id),
  )
  const templateOf = new Map(templates.map((row) => [row.id, row]))
  return new Map(
    rows.map(({ id, rendered_subject, template_id, recipient_id }) => {
      const notification_user = recipientOf.get(recipient_id)!
      return [
        id,
        {
          id,
          ...(links.get(id) ?? NOT_SENT_AGAIN),
          rendered_subject,
          notification_user,
          message_template: templateOf.get(template_id)!,
        },
      ]
    }),
  )
}
