/**
 * The service's own mails to the owners of an account. They are stored with the change that they report, and sent
 * later.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import type { Task } from '../../platform/task-runner.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import { friendlySentence } from '../../core/providers/causes.ts'

// Statements for the service's own mails. Other rooms insert mails in their own statements.

export const MAIL_KINDS = [
  'webhook_endpoint_failing',
  'webhook_endpoint_disabled',
  'notification_channel_failing',
  'notification_channel_recovered',
] as const
type MailKind = (typeof MAIL_KINDS)[number]

const MAIL_COLUMNS = 'm.bucket, m.account_id, m.id, m.kind, m.details, m.created_at, m.tries'

/** Takes due mails, counts the attempt and sets the next due time. So if a process crashes, the mail is tried again. */
const takeDueMails = sql(
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

type MailRow = Row<typeof takeDueMails>

/** Writes the result of an attempt. `dueAt` null: there is no further attempt. */
const settleMail = sql(
  'mails.settle',
  `update mails set due_at = $4::timestamptz, sent_at = $5::timestamptz, error_message = $6
   where bucket = $1 and account_id = $2 and id = $3 and sent_at is null
   returning id`,
)

const listOwnerEmails = sql(
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

interface MailText {
  subject: string
  text: string
}

/** Makes the text of a mail. The room that owns the mail's subject provides it. */
export type MailTexts = (kind: MailKind, details: Record<string, unknown>) => MailText

/** Sends a mail to the mail server. */
export type SendMail = (
  mail: MailText & { to: readonly string[]; messageId: string },
) => Promise<{ ok: true } | { ok: false; cause: string }>

export interface MailsOptions extends Pick<Context, 'pool' | 'clock' | 'log'> {
  /** The buckets whose mails are sent. */
  buckets(): readonly number[]
  /** The server with the members of all accounts. */
  directory: ServicePool
  /** Null if no mail server is configured. Mails then stay in the table, and each is logged once. */
  send: SendMail | null
  texts: MailTexts
}

/** Waits between attempts, ms: 1 min, 5 min, 30 min, 2 h, 6 h. The sixth attempt is the last. */
const RETRY_WAITS_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]

/** If a crash ends an attempt, the next one comes after this time, ms. It is longer than a mail server may take. */
const CUT_OFF_AFTER_MS = 300_000

const MAILS_AT_ONCE = 20
const OWNERS_MAX = 50

/** Sends the due mails. Several processes may run it: each mail is taken by only one of them. */
export async function sendDueMails(options: MailsOptions): Promise<void> {
  const { pool, buckets, clock } = options
  for (;;) {
    const now = clock.now()
    const mails = await takeDueMails(pool, isoTime(now), isoTime(now + CUT_OFF_AFTER_MS), MAILS_AT_ONCE, buckets())
    for (const mail of mails) await sendOne(options, mail)
    if (mails.length < MAILS_AT_ONCE) return
  }
}

async function sendOne({ pool, directory, clock, log, send, texts }: MailsOptions, mail: MailRow): Promise<void> {
  const { bucket, accountId, id, kind, tries } = mail
  const text = texts(kind, mail.details)
  const about = { account_id: accountId, mail_id: id, kind, subject: text.subject }
  if (send === null) {
    log.warn({ event: 'mail.kept', ...about, text: text.text })
    await settleMail(pool, bucket, accountId, id, null, null, 'no_mail_server')
    return
  }
  const owners = await listOwnerEmails(directory, bucket, accountId, OWNERS_MAX)
  const messageId = `mail.${accountId}.${id}.${mail.createdAt.toString(36)}`
  const result =
    owners.length === 0
      ? ({ ok: false, cause: 'no_owner' } as const)
      : await send({ ...text, to: owners.map((owner) => owner.email), messageId })
  const now = clock.now()
  if (result.ok) {
    await settleMail(pool, bucket, accountId, id, null, isoTime(now), null)
    log.info({ event: 'mail.sent', ...about })
    return
  }
  const waitMs = RETRY_WAITS_MS[tries - 1]
  const dueAt = waitMs === undefined ? null : isoTime(now + waitMs)
  await settleMail(pool, bucket, accountId, id, dueAt, null, result.cause)
  // The mail server's own text is left out: it may name an owner. The row has it.
  const [word] = result.cause.split(':', 1)
  log.warn({ event: 'mail.refused', ...about, cause: word, next_try_at: dueAt })
}

export const mailDispatch: Task<MailsOptions> = {
  name: 'mails',
  intervalMs: 2000,
  run: sendDueMails,
}

export const mailTexts: MailTexts = (kind, details) =>
  kind === 'notification_channel_failing' || kind === 'notification_channel_recovered'
    ? channelText(kind, details)
    : webhookText(kind, details)

type ChannelKind = Extract<MailKind, `notification_channel_${string}`>

/** The text of a mail about a channel. `name` is a name that a member has chosen. */
function channelText(kind: ChannelKind, details: Record<string, unknown>) {
  const channel = `The channel ${String(details['name'])} (${String(details['provider'])})`
  const path = `/api/v1/notification_channels/${String(details['channel_id'])}`
  if (kind === 'notification_channel_recovered')
    return {
      subject: `${channel} works again`,
      text: `${channel} works again: its provider has taken a message. The channel sends its own messages again.\n\nYou find it in the dashboard and at ${path}.\n`,
    }
  return {
    subject: `${channel} is failing`,
    text: `${channel} is failing: its provider has taken none of the last messages. ${friendlySentence(String(details['cause']))}.\n\nIf the channel has fallbacks, they send its messages now. If not, the service repeats the sends for some hours. Once a minute one send tries the channel, and you get another mail when it works again.\n\nYou find the channel in the dashboard and at ${path}.\n`,
  }
}

/** The text of a mail about a webhook endpoint. It has only the host of its URL, because a path may contain a token. */
function webhookText(kind: Exclude<MailKind, ChannelKind>, details: Record<string, unknown>) {
  const endpoint = `The webhook endpoint at ${String(details['host'])}`
  const failures = `${String(details['consecutive_failures'])} consecutive events have failed`
  const look = 'You find the attempts and the responses of the receiver in the dashboard and at'
  const path = `/api/v1/webhook_endpoints/${String(details['endpoint_id'])}`
  switch (kind) {
    case 'webhook_endpoint_failing':
      return {
        subject: `${endpoint} is failing`,
        text: `${endpoint} is failing: ${failures}. After ${String(details['limit'])} consecutive failed events, the service disables the endpoint. One successful event resets the count to 0.\n\n${look} ${path}/attempts.\n`,
      }
    case 'webhook_endpoint_disabled':
      return {
        subject: `${endpoint} has been disabled`,
        text: `${endpoint} has been disabled: ${failures}. Notifications are still sent. Their events are stored, but not POSTed.\n\n${look} ${path}/attempts. After you fixed the receiver, enable the endpoint in the dashboard or with POST ${path}/reactivate. To send the missed events, call POST ${path}/replay.\n`,
      }
  }
}
