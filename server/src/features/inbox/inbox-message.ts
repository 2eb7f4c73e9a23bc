/**
 * The inbox of a recipient: the messages of channels of type `in_app`, with the states that the recipient gives them. Its
 * clients hold a recipient token, and read only the inbox of this recipient. A fetched message makes its delivery
 * *delivered*, a seen one *opened*.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { Id, Nullable, Time } from '../../platform/http/schemas.ts'
import type { RowOf } from '../../platform/db/sql.ts'

/** The owner of an inbox. */
export interface Owner {
  bucket: number
  accountId: number
  recipientId: number
}

export const InboxMessageOutput = Type.Object({
  message_id: Id,
  delivery_id: Id,
  title: Type.String(),
  body: Type.String({ description: 'Plain text' }),
  url: Nullable(Type.String({ description: 'A link with http or https' })),
  topic: Nullable(Type.String({ description: 'The name of the topic' })),
  created_at: { ...Time, description: 'When the message came into the inbox' },
  seen_at: Nullable(Time),
  read_at: Nullable(Time),
  archived_at: Nullable(Time),
})

export function inboxMessageView(row: RowOf<'inbox.read'>): Static<typeof InboxMessageOutput> {
  const { id, deliveryId, title, body, url, topic } = row
  return {
    ...{ message_id: id, delivery_id: deliveryId, title, body, url, topic },
    created_at: isoTime(row.createdAt),
    seen_at: isoTime(row.seenAt),
    read_at: isoTime(row.readAt),
    archived_at: isoTime(row.archivedAt),
  }
}

/** Counting ends here. This number means so many or more. */
export const COUNTED_MAX = 1_000

export const CountsOutput = Type.Object({
  unseen: Type.Integer({
    minimum: 0,
    maximum: COUNTED_MAX,
    description: `${COUNTED_MAX} means ${COUNTED_MAX} or more`,
  }),
  unread: Type.Integer({
    minimum: 0,
    maximum: COUNTED_MAX,
    description: `${COUNTED_MAX} means ${COUNTED_MAX} or more`,
  }),
})
export type InboxCounts = Static<typeof CountsOutput>
