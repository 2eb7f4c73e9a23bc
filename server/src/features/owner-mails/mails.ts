/**
 * The service's own mails to the owners of an account. They are stored with the change that they report, and sent
 * later.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { listOwnerEmails, settleMail, takeDueMails } from './queries.ts'
import type { MailKind, MailRow } from './queries.ts'
import type { Task } from '../../platform/task-runner.ts'

export interface MailText {
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
