/** The list of deliveries, newest first. */
import { deliveriesOf, ofAccount } from '../../platform/db/id-conditions.ts'
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
import { FAILURE_CAUSE_SQL } from './cause.ts'
import { DELIVERY_COLUMNS, DELIVERY_TEXTS, deliveryOfRow } from './delivery.ts'
import type { Delivery } from './delivery.ts'
import { SHOWN_BYTES, shownMessage, shownMessages } from './message-details.ts'
import type { MessageRow } from './message-details.ts'

/** Filters of the list. Null: no filter. Times are ISO. */
export interface DeliveryFilters {
  /** Any of these. */
  statuses: readonly string[] | null
  messageId: number | null
  recipientId: number | null
  reference: string | null
  channelId: number | null
  channelType: string | null
  templateId: number | null
  templateName: string | null
  /** A word of `FAILURE_CAUSES`. */
  cause: string | null
  createdAfter: string | null
  createdBefore: string | null
  updatedAfter: string | null
  updatedBefore: string | null
  /** True if the page also shows the messages, so that they count towards its bytes. */
  withMessages: boolean
}

/**
 * Deliveries scanned for one page. Indexes find message, reference, recipient and creation time. Other filters are checked on at
 * most this many rows. Status and update time change often, so an index on them would slow down every update.
 */
const SCANNED_ROWS_MAX = 2000
/** The same for a recipient or a reference, whose rows do not follow each other. Each reads about four pages of the database. */
const SCANNED_OF_RECIPIENT_MAX = 100

/** $3 to $5: the page. $6: rows to scan. $7 and $8: creation time. */
const createdBetween = (table: string) =>
  `${table}.created_at > $7::timestamptz and ${table}.created_at < $8::timestamptz`

/**
 * $9 to $16: other filters. $17: show the messages too. A delivery and its message are created at the same time. At
 * least one row returns, without a delivery if none matches. It has the number of scanned rows, and the last of them.
 */
const matching = (template: string) => `page as (
     select * from scanned
     where ($9::text[] is null or status = any($9))
       and ($10::bigint is null or channel_id = $10)
       and ($11::text is null or channel_id in (
         select t.id from channels t where t.bucket = $1 and t.account_id = $2 and t.channel_type = $11))
       and ($12::timestamptz is null or updated_at > $12)
       and ($13::timestamptz is null or updated_at < $13)
       and ($14::bigint is null and $16::text is null or ${template})
       and ($15::text is null or status in ('failed', 'bounced', 'retrying') and ${FAILURE_CAUSE_SQL} = $15)
     order by created_at desc, id desc limit $5
   ), of_page as materialized (
     select id, name, channel_type from channels
     where bucket = $1 and account_id = $2 and id in (select channel_id from page)
   ), listed as materialized (
     select ${DELIVERY_COLUMNS}, m.*, ${SHOWN_BYTES} as message_bytes
     from page d join of_page c on c.id = d.channel_id ${shownMessage('$17')}
   ), bounded as (
     ${withinBytes('listed', NEWEST_FIRST, `${bytesOf(...DELIVERY_TEXTS)} + message_bytes`)}
   ), ${scannedRows('bounded')}`

/** $14: the id of the template. $16: its name. */
const IS_TEMPLATE = `($14::bigint is null or m.template_id = $14)
           and ($16::text is null or m.template_id in (
             select t.id from templates t where t.bucket = $1 and t.account_id = $2 and t.name = $16 and t.deleted_at is null))`

/** The scanned deliveries of an account follow each other, so PostgreSQL reads all messages of their time at once. */
const TEMPLATE_OF_RANGE = `message_id in (
         select m.id from messages m
         where m.bucket = $1 and m.account_id = $2 and ${IS_TEMPLATE}
           and m.created_at between (select min(created_at) from scanned) and (select max(created_at) from scanned)
           and m.id between (select min(message_id) from scanned) and (select max(message_id) from scanned))`
/** Between the scanned deliveries of a recipient may be all messages of the account. */
const TEMPLATE_OF_EACH = `(
         select ${IS_TEMPLATE} from messages m where m.bucket = $1 and m.account_id = $2 and m.id = scanned.message_id)`

const listOfAccount = listSql(
  'deliveries.list',
  `with scanned as materialized (
     select d.* from deliveries d
     where d.bucket = $1 and d.account_id = $2 and ${beforePage('d')} and ${createdBetween('d')}
     order by d.created_at desc, d.id desc limit $6
   ), ${matching(TEMPLATE_OF_RANGE)}`,
)

/** $18 and $19: the recipient and the reference, or null. */
const OF_RECIPIENT_AND_REFERENCE = `($18::bigint is null or d.recipient_id = $18) and ($19::text is null or d.reference = $19)`

/** $20: the message. */
const listOfMessage = listSql(
  'deliveries.list_of_message',
  `with scanned as materialized (
     select d.* from ${deliveriesOf('$20::bigint')}
     where d.bucket = $1 and d.account_id = $2 and ${OF_RECIPIENT_AND_REFERENCE} and ${beforePage('d')} and ${createdBetween('d')}
     order by d.created_at desc, d.id desc limit $6
   ), ${matching(TEMPLATE_OF_EACH)}`,
)

const listOfReference = listSql(
  'deliveries.list_of_reference',
  `with scanned as materialized (
     select d.* from deliveries d
     where ${ofAccount('d', '$1', '$2')} and ${OF_RECIPIENT_AND_REFERENCE} and ${beforePage('d')} and ${createdBetween('d')}
     order by d.created_at desc, d.id desc limit $6
   ), ${matching(TEMPLATE_OF_EACH)}`,
)

/** Finds the deliveries through the recipient's ($18) messages. */
const listOfRecipient = listSql(
  'deliveries.list_of_recipient',
  `with scanned as materialized (
     select d.* from messages m
     cross join lateral ${deliveriesOf('m.id')}
     where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $18 and m.created_at <= $3::timestamptz
       and d.bucket = $1 and d.account_id = $2 and ${createdBetween('m')} and ${beforePage('d')}
     order by m.created_at desc, d.id desc limit $6
   ), ${matching(TEMPLATE_OF_EACH)}`,
)

/** The account's deliveries of one page, one more than the page shows if more exist, their messages if wanted, and the position reached. */
export async function listDeliveries(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  page: Page,
  filters: DeliveryFilters,
): Promise<{ deliveries: Delivery[]; messages: MessageRow[]; scan: Scan }> {
  const { statuses, channelId, channelType, updatedAfter, updatedBefore, templateId, cause, templateName } = filters
  const others = [
    statuses,
    channelId,
    channelType,
    updatedAfter,
    updatedBefore,
    templateId,
    cause,
    templateName,
  ] as const
  const rowsMax = page.limit + 1
  const { createdAfter, createdBefore, messageId, recipientId, reference } = filters
  const filteredMax =
    recipientId === null && reference === null ? SCANNED_ROWS_MAX : Math.max(rowsMax, SCANNED_OF_RECIPIENT_MAX)
  const scannedMax = others.every((value) => value === null) ? rowsMax : filteredMax
  const start = pageStart(page, createdBefore)
  const range = [...start, rowsMax, scannedMax, createdAfter ?? '-infinity', createdBefore ?? 'infinity'] as const
  const values = [bucket, accountId, ...range, ...others, filters.withMessages] as const
  const rows = await (() => {
    if (messageId !== null) return listOfMessage(connection, ...values, recipientId, reference, messageId)
    if (reference !== null) return listOfReference(connection, ...values, recipientId, reference)
    if (recipientId !== null) return listOfRecipient(connection, ...values, recipientId)
    return listOfAccount(connection, ...values)
  })()
  const { found, scan } = scanOf(rows, scannedMax)
  return { deliveries: found.map(deliveryOfRow), messages: shownMessages(found), scan }
}
