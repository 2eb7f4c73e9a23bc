/** Statements for the service's own mails. Other rooms insert mails in their own statements. */
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'

export const MAIL_KINDS = [
  'webhook_endpoint_failing',
  'webhook_endpoint_disabled',
  'notification_channel_failing',
  'notification_channel_recovered',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

const MAIL_COLUMNS = 'm.bucket, m.account_id, m.id, m.kind, m.details, m.created_at, m.tries'

/** Takes due mails, counts the attempt and sets the next due time. So if a process crashes, the mail is tried again. */
export const takeDueMails = sql(
  'mails.take_due',
  `with due as (
     select bucket, account_id, id from mails
     where bucket = any($4::smallint[]) and due_at <= $1::timestamptz
     order by bucket, account_id, id limit $3 for update
   ), taken as (
     update mails m set due_at = $2::timestamptz, tries = m.tries + 1
     from due d
     where m.bucket = d.bucket and m.account_id = d.account_id and m.id = d.id
     returning ${MAIL_COLUMNS}
   )
   select bucket, account_id, id, kind, details, created_at, tries from taken order by bucket, account_id, id`,
)

export type MailRow = Row<typeof takeDueMails>

/** Writes the result of an attempt. `dueAt` null: there is no further attempt. */
export const settleMail = sql(
  'mails.settle',
  `update mails set due_at = $4::timestamptz, sent_at = $5::timestamptz, error_message = $6
   where bucket = $1 and account_id = $2 and id = $3 and sent_at is null
   returning id`,
)

export const listOwnerEmails = sql(
  'mails.list_owner_emails',
  `select email from members where bucket = $1 and account_id = $2 and role = 'owner' order by id limit $3`,
)

export const listMails = listSql(
  'mails.list',
  `with listed as materialized (
   select ${MAIL_COLUMNS}, m.due_at, m.sent_at, m.error_message from mails m
   where m.bucket = $1 and m.account_id = $2 and ($3::timestamptz is null or (m.created_at, m.id) < ($3, $4))
   order by m.created_at desc, m.id desc limit $5
   ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('details::text', 'error_message'))} order by ${NEWEST_FIRST}`,
)
