import { rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { isErased } from './queries.ts'

/** A message to put into an inbox, with the id of its change. `at`: ms since the epoch. */
export interface NewInboxMessage {
  bucket: number
  accountId: number
  messageId: number
  deliveryId: number
  recipientId: number
  topicId: number | null
  title: string
  body: string
  url: string | null
  at: number
  changeId: string
}

/**
 * Stores messages with their changes. Stored ones stay as they are, and get no second change. An erased recipient gets
 * nothing. Returns the deliveries that another delivery of their message keeps out. Given in key order.
 */
const insertInboxMessages = columns(
  `bucket smallint, account_id bigint, message_id bigint, delivery_id bigint, recipient_id bigint, topic_id bigint null,
   title text, body text, url text null, at timestamptz, change_id text`,
).sql(
  'inbox.insert',
  ({ input, between }) => `with input as (
     select i.* from (select * from ${input}) i where not ${isErased('i')}
   ), stored as (
     insert into inbox_messages (bucket, account_id, message_id, delivery_id, recipient_id, topic_id, title, body, url, created_at,
       seen_at)
     select i.bucket, i.account_id, i.message_id, i.delivery_id, i.recipient_id, i.topic_id, i.title, i.body, i.url, i.at,
       -- It may have been marked as seen before, for example after a push.
       known.seen_at
     from input i
     left join ${rowOf(['messages', 'known'], 'i', ['id', 'message_id'], `and ${between('one.id', 'message_id')}`)} on true
     on conflict (bucket, account_id, message_id) do nothing
     returning bucket, account_id, message_id, delivery_id
   ), changed as (
     insert into inbox_changes (bucket, account_id, id, recipient_id, kind, message_id, at)
     select i.bucket, i.account_id, i.change_id, i.recipient_id, 'message', i.message_id, i.at
     from input i join stored s on s.bucket = i.bucket and s.account_id = i.account_id and s.delivery_id = i.delivery_id
     returning id
   )
   select i.account_id, i.delivery_id from input i
   cross join ${rowOf(['inbox_messages', 'm'], 'i', ['message_id'], `and ${between('one.message_id', 'message_id')}`)}
   where m.delivery_id <> i.delivery_id
   union all
   select i.account_id, i.delivery_id from input i
   join stored s on s.bucket = i.bucket and s.account_id = i.account_id and s.message_id = i.message_id
   where s.delivery_id <> i.delivery_id`,
)

/** Stores messages in one statement. Returns false for each that another delivery of its message keeps out. */
export async function storeInboxMessages(
  connection: Connection,
  messages: readonly NewInboxMessage[],
): Promise<boolean[]> {
  // Unsorted multi-row writes deadlock.
  const sorted = messages.toSorted(
    (a, b) => a.bucket - b.bucket || a.accountId - b.accountId || a.messageId - b.messageId,
  )
  const keptOut = await insertInboxMessages(connection, sorted)
  const nameOf = (accountId: number, deliveryId: number) => `${accountId}/${deliveryId}`
  const names = new Set(keptOut.map((row) => nameOf(row.accountId, row.deliveryId)))
  return messages.map(({ accountId, deliveryId }) => !names.has(nameOf(accountId, deliveryId)))
}
