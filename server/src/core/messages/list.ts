/** Lists of messages, newest first. */
import { isoTime } from '../../platform/clock.ts'
import { deliveriesOf, ofAccount, sameRange } from '../../platform/db/id-conditions.ts'
import { listSql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import {
  beforePage,
  pageStart,
  bytesOf,
  NEWEST_FIRST,
  scannedRows,
  scanOf,
  withinBytes,
} from '../../platform/http/pages.ts'
import type { Page, Scan } from '../../platform/http/pages.ts'
import type { Message } from './message.ts'
import {
  DELIVERIES_JSON,
  JOIN_VERSION,
  localText,
  MESSAGE_COLUMNS,
  MESSAGE_OWN_COLUMNS,
  messageOfRow,
} from './queries.ts'

/** Filters of a list. Null: no filter. Times are ISO. */
export interface MessageFilters {
  recipientId: number | null
  reference: string | null
  templateId: number | null
  templateName: string | null
  seen: boolean | null
  /** A delivery has one of these. */
  statuses: readonly string[] | null
  createdAfter: string | null
  createdBefore: string | null
  /** The largest size of the objects that the page also shows for each message, bytes. */
  expandedBytes: number
}

/**
 * Rows scanned for one page. Indexes find recipient, reference and creation time. The other filters are checked on at most this
 * many rows, so that a rare match costs no more than another page.
 */
const SCANNED_ROWS_MAX = 1600
/** The same with statuses, which are read from the deliveries of the same time. */
const SCANNED_WITH_STATUS_MAX = 600

/** The columns of a message whose length its account chooses. */
export const MESSAGE_TEXTS = [
  'rendered_subject',
  'rendered_body',
  'channel_texts',
  'attributes',
  'skipped_channels',
  'reference',
  'metadata',
  'attachments',
]
const TEXTS = ['subject', 'body', ...MESSAGE_TEXTS]
const MESSAGE_BYTES = bytesOf(...TEXTS, 'deliveries::text')

const OF_ONE = 'm.bucket = $1 and m.account_id = $2'

/**
 * SQL: a delivery of the message has one of the statuses ($15). The messages of a recipient or with a reference do not follow
 * each other, so each of them is listed and then judged by its listed deliveries.
 */
const HAS_STATUS = `($15::text[] is null or $12::bigint is not null or $14::text is not null or m.id in (
         select d.message_id from deliveries d
         where d.bucket = $1 and d.account_id = $2 and d.status = any($15)
           and d.created_at between (select min(created_at) from newest) and (select max(created_at) from newest)
           and ${sameRange('d.id', '(select min(id) from newest)', '(select max(id) from newest)')}))`

/**
 * $3 to $5: the page. $6: rows to scan. $10 and $11: times of creation. $12: the recipient. $13: the bytes of other objects
 * for each message. $14: the reference. $15: statuses. At least one row returns, without a message if none matches. It has the number of scanned rows, and the last of them. A version of a
 * template and a channel are read once for all messages on the page.
 */
const listMessagesSql = listSql(
  'messages.list',
  `with newest as materialized (
     select m.* from messages m
     where (case when $12::bigint is not null then ${OF_ONE} and m.recipient_id = $12 and ($14::text is null or m.reference = $14)
         when $14::text is not null then ${ofAccount('m', '$1', '$2')} and m.reference = $14
         else ${OF_ONE} and m.template_id > 0 end)
       and (not ($12::bigint is not null and $9::boolean is false) or m.seen_at is null)
       and ${beforePage('m')} and m.created_at > $10::timestamptz and m.created_at < $11::timestamptz
     order by m.created_at desc, m.id desc limit $6
   ), scanned as materialized (
     select m.*, ($7::bigint is null or m.template_id = $7)
       and ($8::text is null or m.template_id in (
         select t.id from templates t where t.bucket = $1 and t.account_id = $2 and t.name = $8 and t.deleted_at is null))
       and ($9::boolean is null or (m.seen_at is not null) = $9)
       and ${HAS_STATUS} as matches
     from newest m
   ), page as (
     select * from scanned where matches order by created_at desc, id desc limit $5
   ), version as materialized (
     select v.* from (select distinct template_id, template_version from page) used
     join template_versions v on v.bucket = $1 and v.account_id = $2 and v.template_id = used.template_id
       and v.version = used.template_version
   ), delivery as materialized (
     select d.id, d.message_id, d.status, d.channel_id
     from page m cross join lateral ${deliveriesOf('m.id')} where d.bucket = $1 and d.account_id = $2
   ), channel as materialized (
     select c.id, c.name, c.channel_type from (select distinct channel_id as id from delivery) used
     join channels c on c.bucket = $1 and c.account_id = $2 and c.id = used.id
   ), message_deliveries as materialized (
     select d.message_id, ${DELIVERIES_JSON} as deliveries
     from delivery d join channel c on c.id = d.channel_id group by d.message_id
   ), shown as materialized (
     select ${MESSAGE_OWN_COLUMNS}, coalesce(o.deliveries, '[]') as deliveries
     from page m join version v on v.template_id = m.template_id and v.version = m.template_version
     left join message_deliveries o on o.message_id = m.id
   ), listed as materialized (
     select * from shown
     where $15::text[] is null or exists (select from jsonb_array_elements(deliveries) d where d ->> 'status' = any($15))
   ), bounded as (
     ${withinBytes('listed', NEWEST_FIRST, `${MESSAGE_BYTES} + $13::int`)}
   ), ${scannedRows('bounded')}`,
).as<Pick<Message, 'deliveries'>>()

interface AccountKey {
  bucket: number
  accountId: number
}

/** The account's messages of one page, one more than the page shows if more exist, and the position reached. */
export async function listMessages(
  connection: Connection,
  account: AccountKey,
  page: Page,
  filters: MessageFilters,
): Promise<{ messages: Message[]; scan: Scan }> {
  const { recipientId, reference, templateId, templateName, seen, statuses, createdAfter, createdBefore } = filters
  const rowsMax = page.limit + 1
  const others = [templateId, templateName, seen] as const
  const scannedMax = (() => {
    if (statuses !== null) return recipientId === null && reference === null ? SCANNED_WITH_STATUS_MAX : page.limit
    return others.every((value) => value === null) ? rowsMax : SCANNED_ROWS_MAX
  })()
  const range = [...pageStart(page, createdBefore), rowsMax, scannedMax] as const
  const { bucket, accountId } = account
  const values = [
    bucket,
    accountId,
    ...range,
    ...others,
    createdAfter ?? '-infinity',
    createdBefore ?? 'infinity',
  ] as const
  const rows = await listMessagesSql(connection, ...values, recipientId, filters.expandedBytes, reference, statuses)
  const { found, scan } = scanOf(rows, scannedMax)
  return { messages: found.map(messageOfRow), scan }
}

/**
 * Unseen messages scanned for one page. Checking a message's deliveries for a dispatched one reads up to five pages of
 * the database.
 */
const SCANNED_NEW_MAX = 80

/** Bytes of a delivery in its message, without the channel's name. */
const DELIVERY_BYTES = 128

/**
 * Unseen messages sent at once, or with a dispatched delivery, so not before their scheduled time. Messages without
 * deliveries appear at their scheduled time. $6: rows to scan.
 */
const listNewSql = listSql(
  'messages.list_new',
  `with scanned as materialized (
     select m.* from messages m
     where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $8 and m.seen_at is null and ${beforePage('m')}
     order by m.created_at desc, m.id desc limit $6
   ), found as materialized (
     select m.id, m.created_at, ${bytesOf(localText('subject'), localText('body'))}
       + ${bytesOf('m.rendered_subject', 'm.rendered_body')}
       + ${bytesOf('m.channel_texts', 'm.attributes', 'm.skipped_channels', 'm.reference', 'm.metadata')} + coalesce((
         select sum(octet_length(c.name) + ${DELIVERY_BYTES})
         from ${deliveriesOf('m.id')} join channels c on c.bucket = $1 and c.account_id = $2 and c.id = d.channel_id
         where d.bucket = $1 and d.account_id = $2), 0) as text_bytes
     from scanned m ${JOIN_VERSION}
     where m.send_at is null or (m.send_at <= $7::timestamptz and (
         exists (
           select from ${deliveriesOf('m.id')} where d.bucket = $1 and d.account_id = $2 and d.queued_at is not null)
         or (m.canceled_at is null and not exists (
           select from ${deliveriesOf('m.id')} where d.bucket = $1 and d.account_id = $2))))
     order by m.created_at desc, m.id desc limit $5
   ), page as (
     ${withinBytes('found', NEWEST_FIRST, 'text_bytes')}
   ), listed as (
     select ${MESSAGE_COLUMNS}, page.found
     from page
     cross join lateral (select * from messages one where one.bucket = $1 and one.account_id = $2 and one.id = page.id offset 0) m
     ${JOIN_VERSION}
   ), ${scannedRows('listed')}`,
).as<Pick<Message, 'deliveries'>>()

/** The recipient's new messages of one page, as in `listMessages`. */
export async function listNewMessages(
  connection: Connection,
  account: AccountKey,
  page: Page,
  recipientId: number,
  nowMs: number,
): Promise<{ messages: Message[]; scan: Scan }> {
  const { bucket, accountId } = account
  const rowsMax = page.limit + 1
  const scannedMax = Math.max(rowsMax, SCANNED_NEW_MAX)
  const values = [...pageStart(page), rowsMax, scannedMax, isoTime(nowMs), recipientId] as const
  const rows = await listNewSql(connection, bucket, accountId, ...values)
  const { found, scan } = scanOf(rows, scannedMax)
  return { messages: found.map(messageOfRow), scan }
}
