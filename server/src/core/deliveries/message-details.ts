/** The messages shown in a list of deliveries on request: the recipient, the template and the subject. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { between, boundsOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, RowOf } from '../../platform/db/sql.ts'
import { Choice, Id, Nullable, Time } from '../../platform/http/schemas.ts'
import type { Delivery } from './delivery.ts'
import { ExpandedRecipient, expandRecipients, RECIPIENT_BYTES } from '../recipients/expanded.ts'
import { NOT_SENT_AGAIN, SentAgain, findSentAgain } from './sent-again.ts'

/** Includes deleted templates, because their messages are still shown. */
const findTemplates = sql(
  'deliveries.expand_templates',
  'select id, name from templates where bucket = $1 and account_id = $2 and id = any($3::bigint[])',
)

/** The template of a message in a list. */
export const ExpandedTemplate = Type.Object({ id: Id, name: Type.String({ examples: ['receipt'] }) })

/** The largest size of an expanded template, bytes. */
export const TEMPLATE_BYTES = 2 * 1024

/** A message as lists of deliveries read it. */
export type MessageRow = RowOf<'deliveries.expand_messages'>

/** The message shown with a delivery. Null: the statement did not read it. */
type ShownMessage = Pick<
  RowOf<'deliveries.find_recent_failures'>,
  'messageId' | 'shownSubject' | 'shownTemplateId' | 'shownRecipientId' | 'shownPriority' | 'shownSendAt'
>

/** SQL, behind the join of delivery `d`: its message as `m`, if the condition holds. $1 and $2 are the account. */
export const shownMessage = (condition: string) => `left join lateral (
       select rendered_subject as shown_subject, template_id as shown_template_id, recipient_id as shown_recipient_id,
         priority as shown_priority, send_at as shown_send_at
       from messages one
       where ${condition} and one.bucket = $1 and one.account_id = $2 and one.id = d.message_id
       offset 0
     ) m on true`

/** SQL: the bytes of the message `m`. */
export const SHOWN_BYTES = `coalesce(${RECIPIENT_BYTES + TEMPLATE_BYTES} + octet_length(m.shown_subject), 0)`

/** The messages in rows of deliveries, each once. */
export function shownMessages(rows: readonly ShownMessage[]): MessageRow[] {
  const messages = rows.flatMap((row) =>
    row.shownSubject === null
      ? []
      : {
          messageId: row.messageId,
          renderedSubject: row.shownSubject,
          templateId: row.shownTemplateId!,
          recipientId: row.shownRecipientId!,
          priority: row.shownPriority,
          sendAt: row.shownSendAt,
        },
  )
  return [...new Map(messages.map((message) => [message.messageId, message])).values()]
}

const findMessages = sql(
  'deliveries.expand_messages',
  `select m.id as message_id, m.rendered_subject, m.template_id, m.recipient_id, m.priority, m.send_at
   from ${keysOf('$3::bigint[]', 'k')}
   cross join ${rowOf(['messages', 'm'], 'k', ['id'], `and ${between('one.id', ...boundsOf('$3::bigint[]'))}`)}`,
)

export const ExpandedMessage = Type.Object({
  id: Id,
  ...SentAgain,
  rendered_subject: Type.String(),
  send_at: Nullable(Time),
  priority: Type.Optional(Choice(['high', 'low'], { description: 'Absent if the priority is normal' })),
  notification_user: ExpandedRecipient,
  message_template: ExpandedTemplate,
})
export type ExpandedMessage = Static<typeof ExpandedMessage>

type Account = Pick<Delivery, 'bucket' | 'accountId'>

/** The templates of messages, by id. */
export async function expandTemplates(
  connection: Connection,
  { bucket, accountId }: Account,
  messages: readonly { templateId: number }[],
): Promise<Map<number, Static<typeof ExpandedTemplate>>> {
  const ids = [...new Set(messages.map(({ templateId }) => templateId))]
  const templates = await findTemplates(connection, bucket, accountId, ids)
  return new Map(templates.map((row) => [row.id, row]))
}

/** The messages of an account's deliveries, by message id. */
export async function expandMessages(
  connection: Connection,
  { bucket, accountId }: Account,
  deliveries: readonly Delivery[],
): Promise<Map<number, ExpandedMessage>> {
  const ids = [...new Set(deliveries.map((row) => row.messageId))]
  return expandRows(connection, { bucket, accountId }, await findMessages(connection, bucket, accountId, ids))
}

/** The same for messages that are read already. */
export async function expandRows(
  connection: Connection,
  { bucket, accountId }: Account,
  rows: readonly MessageRow[],
): Promise<Map<number, ExpandedMessage>> {
  const account = { bucket, accountId }
  const recipientIds = rows.map((row) => row.recipientId)
  const recipientOf = await expandRecipients(connection, account, recipientIds)
  const templates = await expandTemplates(connection, account, rows)
  const messageIds = rows.map((row) => row.messageId)
  const links = await findSentAgain(connection, account, messageIds)
  return new Map(
    rows.map(({ messageId: id, renderedSubject, templateId, recipientId, priority, sendAt }) => [
      id,
      {
        id,
        ...(links.get(id) ?? NOT_SENT_AGAIN),
        rendered_subject: renderedSubject,
        send_at: isoTime(sendAt),
        ...(priority === null ? {} : { priority }),
        notification_user: recipientOf.get(recipientId)!,
        message_template: templates.get(templateId)!,
      },
    ]),
  )
}
