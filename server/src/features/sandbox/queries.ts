/** Messages received by the sandbox, with the current state of their deliveries. */
import { RECIPIENT_BYTES } from '../../core/recipients/expanded.ts'
import { deliveriesOf } from '../../platform/db/id-conditions.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
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

/** A delivery, and its newest send: `number` from 1, and `at`, when the sandbox received it. */
const COLUMNS = `d.id, d.status, d.message_id, d.recipient_id, d.channel_id, c.name as channel_name, c.channel_type, d.created_at,
  s.number, s.sent_to, s.subject, s.at`

/** Channels are never deleted from the table, so each delivery has one. */
const JOIN_CHANNEL = `join channels c on c.bucket = $1 and c.account_id = $2 and c.id = d.channel_id`

/** SQL: the size of a listed message, with its recipient if it is shown. */
const bytesWith = (isExpanded: string) =>
  `${bytesOf('sent_to', 'subject')} + case when ${isExpanded}::boolean then ${RECIPIENT_BYTES} else 0 end`

/**
 * The last send of each delivery, the newest first by its time. $6: the recipient is shown. The lateral limit makes PostgreSQL look up each delivery by
 * its id. A plain join read the deliveries of all accounts.
 */
export const listSandboxSends = sql(
  'sandbox.list',
  `with listed as materialized (
     select ${COLUMNS}
     from sandbox_messages s
     cross join lateral (
       select * from deliveries where bucket = $1 and account_id = $2 and id = s.delivery_id limit 1
     ) d
     ${JOIN_CHANNEL}
     where s.bucket = $1 and s.account_id = $2 and (s.at, s.delivery_id) < ($3::timestamptz, $4::bigint)
       and s.number = (
         select last.number from sandbox_messages last
         where last.bucket = $1 and last.account_id = $2 and last.delivery_id = s.delivery_id order by last.number desc limit 1)
     order by s.at desc, s.delivery_id desc limit $5
   ) ${withinBytes('listed', 'at desc, id desc', bytesWith('$6'))} order by at desc, id desc`,
)

/**
 * The smallest number of a recipient's deliveries scanned for one page. Each reads about eight pages of the database.
 */
const SCANNED_OF_RECIPIENT_MAX = 50

/**
 * $3 to $5: the page. $6: deliveries to scan. $7: the recipient. $8: the recipient is shown. A delivery and its message are created at the same time.
 */
const listOfRecipientSql = listSql(
  'sandbox.list_of_recipient',
  `with scanned as materialized (
     select d.* from messages m
     cross join lateral ${deliveriesOf('m.id')}
     where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $7 and m.created_at <= $3::timestamptz
       and d.bucket = $1 and d.account_id = $2 and ${beforePage('d')}
     order by m.created_at desc, d.id desc limit $6
   ), page as materialized (
     select ${COLUMNS} from scanned d
     cross join lateral (
       select number, sent_to, subject, at from sandbox_messages
       where bucket = $1 and account_id = $2 and delivery_id = d.id order by number desc limit 1
     ) s
     ${JOIN_CHANNEL}
     order by d.created_at desc, d.id desc limit $5
   ), bounded as (
     ${withinBytes('page', NEWEST_FIRST, bytesWith('$8'))}
   ), ${scannedRows('bounded')}`,
)

/**
 * A recipient's deliveries received by the sandbox: one page, one more than the page shows if more exist, and the
 * position reached.
 */
export async function listSandboxSendsOf(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  page: Page,
  recipientId: number,
  isExpanded: boolean,
): Promise<{ sends: SandboxRow[]; scan: Scan }> {
  const rowsMax = page.limit + 1
  const scannedMax = Math.max(rowsMax, SCANNED_OF_RECIPIENT_MAX)
  const values = [...pageStart(page), rowsMax, scannedMax, recipientId, isExpanded] as const
  const rows = await listOfRecipientSql(connection, bucket, accountId, ...values)
  const { found, scan } = scanOf(rows, scannedMax)
  return { sends: found, scan }
}

/** The sandbox's last message of a delivery, with its text. */
export const findSandboxSend = sql(
  'sandbox.find',
  `select ${COLUMNS}, s.body, v.body_format
   from sandbox_messages s
   join deliveries d on d.bucket = $1 and d.account_id = $2 and d.id = $3
   cross join lateral (
     select template_id, template_version from messages where bucket = $1 and account_id = $2 and id = d.message_id limit 1
   ) m
   join template_versions v on v.bucket = $1 and v.account_id = $2 and v.template_id = m.template_id
     and v.version = m.template_version
   ${JOIN_CHANNEL}
   where s.bucket = $1 and s.account_id = $2 and s.delivery_id = $3 order by s.number desc limit 1`,
)

export type SandboxRow = Omit<Row<typeof findSandboxSend>, 'body' | 'bodyFormat'>
