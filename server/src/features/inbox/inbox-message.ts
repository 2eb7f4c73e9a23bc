/**
 * The inbox of a recipient: the messages of channels of type `in_app`, with the states that the recipient gives them. Its
 * clients hold a recipient token, and read only the inbox of this recipient. A fetched message makes its delivery
 * *delivered*, a seen one *opened*.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { Id, Nullable, Time } from '../../platform/http/schemas.ts'

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

/** A stored message. Times: ms since the epoch. */
export interface InboxMessageRow {
  bucket: number
  account_id: number
  recipient_id: number
  /** The id of the message. */
  id: number
  delivery_id: number
  title: string
  body: string
  url: string | null
  topic: string | null
  created_at: number
  fetched_at: number | null
  seen_at: number | null
  read_at: number | null
  archived_at: number | null
}

export function inboxMessageView(row: InboxMessageRow): Static<typeof InboxMessageOutput> {
  const { id, delivery_id, title, body, url, topic } = row
  return {
    ...{ message_id: id, delivery_id, title, body, url, topic },
    created_at: isoTime(row.created_at),
    seen_at: isoTime(row.seen_at),
    read_at: isoTime(row.read_at),
    archived_at: isoTime(row.archived_at),
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
export type Counts = Static<typeof CountsOutput>
