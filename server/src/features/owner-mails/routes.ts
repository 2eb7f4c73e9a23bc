import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Row } from '../../platform/db/sql.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Id, Nullable, Time } from '../../platform/http/schemas.ts'
import { MAIL_KINDS, listMails } from './mails.ts'
import type { MailTexts } from './mails.ts'

const MAIL_STATES = ['waiting', 'sent', 'not_sent'] as const

const Mail = Type.Object({
  id: Id,
  kind: Choice(MAIL_KINDS),
  subject: Type.String(),
  text: Type.String(),
  state: Choice(MAIL_STATES, { description: 'not_sent: all tries failed, or the service has no mail server' }),
  error_message: Nullable(Type.String({ examples: ['no_mail_server'] })),
  created_at: Time,
  sent_at: Nullable(Time),
})

function stateOf({ dueAt, sentAt }: Row<typeof listMails>): (typeof MAIL_STATES)[number] {
  if (sentAt !== null) return 'sent'
  return dueAt === null ? 'not_sent' : 'waiting'
}

/** The service's own mails to the account's owners, including unsent ones if there is no mail server. */
export function mailRoutes(app: App, texts: MailTexts): void {
  listRoute(app, {
    path: '/api/v1/mails',
    tags: ['Account'],
    summary: "List the service's own mails to the account's owners, newest first",
    item: Mail,
    read: ({ pool, caller }, page) => listMails(pool, caller.bucket, caller.accountId, ...page),
    view: (row) => ({
      id: row.id,
      kind: row.kind,
      ...texts(row.kind, row.details),
      state: stateOf(row),
      error_message: row.errorMessage,
      created_at: isoTime(row.createdAt),
      sent_at: isoTime(row.sentAt),
    }),
  })
}
