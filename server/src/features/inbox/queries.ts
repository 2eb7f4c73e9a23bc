/** The statements on messages of inboxes. */
import { isRowOf, rowOf, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { bytesOf, withinBytes } from '../../platform/http/pages.ts'
import { COUNTED_MAX } from './inbox-message.ts'
import type { InboxCounts, Owner } from './inbox-message.ts'

const COLUMNS = `m.bucket, m.account_id, m.recipient_id, m.message_id as id, m.delivery_id, m.title, m.body, m.url,
    (select o.name from topics o where o.bucket = m.bucket and o.account_id = m.account_id and o.id = m.topic_id) as topic,
    m.created_at, m.fetched_at, m.seen_at, m.read_at, m.archived_at`

/** The lists of an inbox, with their conditions. Each has an index. */
const LISTS = {
  active: 'm.archived_at is null',
  unseen: 'm.archived_at is null and m.seen_at is null',
  unread: 'm.archived_at is null and m.read_at is null',
  archived: 'm.archived_at is not null',
} as const

export type ListName = keyof typeof LISTS
export const LIST_NAMES = Object.keys(LISTS) as ListName[]

const listSqlOf = (name: ListName) =>
  sql(
    `inbox.list_${name}`,
    `with listed as materialized (
       select ${COLUMNS} from inbox_messages m
       where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $3 and ${LISTS[name]}
         and (m.created_at, m.message_id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, 0))
       order by m.created_at desc, m.message_id desc limit $6
     ) ${withinBytes('listed', 'created_at desc, id desc', bytesOf('title', 'body', 'url'))} order by created_at desc, id desc`,
  )

/** A page of each list, newest first. */
export const listMessages: Readonly<Record<ListName, ReturnType<typeof listSqlOf>>> = {
  active: listSqlOf('active'),
  unseen: listSqlOf('unseen'),
  unread: listSqlOf('unread'),
  archived: listSqlOf('archived'),
}

const MESSAGE_KEYS = columns('bucket smallint, account_id bigint, recipient_id bigint, message_id bigint')

export interface MessageKey extends Owner {
  messageId: number
}

/** Those of the messages that exist, in no order. */
export const readMessages = MESSAGE_KEYS.sql(
  'inbox.read',
  ({ input, between }) => `select ${COLUMNS}
   from (select distinct * from ${input}) i
   cross join ${rowOf(['inbox_messages', 'm'], 'i', ['message_id'], `and ${between('one.message_id', 'message_id')}`)}
   where m.recipient_id = i.recipient_id`,
)

export type InboxMessageRow = Row<typeof readMessages>

/** The same for one message, locked until the transaction ends. */
export const lockMessage = sql(
  'inbox.lock',
  `select ${COLUMNS} from inbox_messages m
   where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $3 and m.message_id = $4 for update of m`,
)

/** The same by the message alone. */
export const lockOfMessage = sql(
  'inbox.lock_of_message',
  `select ${COLUMNS} from inbox_messages m
   where m.bucket = $1 and m.account_id = $2 and m.message_id = $3 for update of m`,
)

/** Marks the messages themselves as seen. Those marked before keep their time. Given in key order. */
export const markMessagesSeen = columns('bucket smallint, account_id bigint, message_id bigint').sql(
  'inbox.mark_messages_seen',
  ({ input, between }, now) => `update messages m set seen_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
   from ${input}
   where ${isRowOf('m', 'input', 'id', 'message_id')} and ${between('m.id', 'message_id')}
     -- With "is null", PostgreSQL would read the index of all unseen messages.
     and coalesce(m.seen_at, 'infinity') = 'infinity'`,
)

/** Writes the states of locked messages. */
export const writeStates = columns(
  `bucket smallint, account_id bigint, message_id bigint, seen_at timestamptz null, read_at timestamptz null,
   archived_at timestamptz null`,
).sql(
  'inbox.write_states',
  ({ input, between }) => `update inbox_messages m
   set seen_at = input.seen_at, read_at = input.read_at, archived_at = input.archived_at
   from ${input}
   where ${isRowOf('m', 'input', 'message_id')} and ${between('m.message_id', 'message_id')}`,
)

/** Every statement locks messages in the order of their keys, so that two of them never wait for each other. */
const lockListSqlOf = (name: 'active' | 'unseen' | 'unread') =>
  sql(
    `inbox.lock_${name}`,
    `with page as materialized (
       select m.bucket, m.account_id, m.message_id from inbox_messages m
       where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $3 and ${LISTS[name]}
         and (m.created_at, m.message_id) <= ($4::timestamptz, $5::bigint)
       order by m.created_at desc, m.message_id desc limit $6
     )
     select ${COLUMNS} from (select * from page order by message_id) page
     cross join ${writtenRowOf(['inbox_messages', 'm'], 'page', ['message_id'], 'for update')}
     -- Another statement may have changed it before the lock.
     where ${LISTS[name]}`,
  )

/** The next messages of a list up to a place, newest first, locked until the transaction ends. */
export const lockMessages = {
  active: lockListSqlOf('active'),
  unseen: lockListSqlOf('unseen'),
  unread: lockListSqlOf('unread'),
}

const countOf = (list: 'unseen' | 'unread') => `(select count(*)::integer from (
     select from inbox_messages m where m.bucket = i.bucket and m.account_id = i.account_id and m.recipient_id = i.recipient_id
       and ${LISTS[list]} limit ${COUNTED_MAX}) counted) as ${list}`

const countSql = columns('bucket smallint, account_id bigint, recipient_id bigint').sql(
  'inbox.count',
  ({ input }) => `select i.account_id, i.recipient_id, ${countOf('unseen')}, ${countOf('unread')}
   from (select distinct * from ${input}) i`,
)

export const ownerName = (accountId: number, recipientId: number) => `${accountId}/${recipientId}`

/** The counts of several inboxes, by `ownerName`. */
export async function countMessages(
  connection: Connection,
  owners: readonly Owner[],
): Promise<Map<string, InboxCounts>> {
  const rows = await countSql(connection, owners)
  return new Map(
    rows.map(({ accountId, recipientId, unseen, unread }) => [ownerName(accountId, recipientId), { unseen, unread }]),
  )
}

/** The counts of one inbox. */
export async function countInbox(connection: Connection, owner: Owner): Promise<InboxCounts> {
  return (await countMessages(connection, [owner])).get(ownerName(owner.accountId, owner.recipientId))!
}

/** Marks messages as fetched. Returns the deliveries of those that were not. Given in key order. */
export const markFetched = MESSAGE_KEYS.sql(
  'inbox.mark_fetched',
  ({ input, between }, now) => `with locked as (
     select m.bucket, m.account_id, m.message_id
     from (select distinct * from ${input} order by bucket, account_id, message_id) i
     cross join ${writtenRowOf(['inbox_messages', 'm'], 'i', ['message_id'], `and ${between('one.message_id', 'message_id')} for update`)}
   ), marked as (
     update inbox_messages m set fetched_at = ${now}::timestamptz
     from locked l
     where ${isRowOf('m', 'l', 'message_id')} and ${between('m.message_id', 'message_id')} and m.fetched_at is null
     returning m.bucket, m.account_id, m.delivery_id
   )
   select bucket, account_id, delivery_id from marked`,
)
