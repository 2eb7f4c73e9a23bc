/**
 * Reads a mail that came back: a delivery status notification (RFC 3464), a complaint (RFC 5965), or the older forms of
 * qmail and Exim. Pure.
 */
import { objectionOf, readBounce } from './bounce.ts'
import type { BounceLabel, ReportedFact } from './bounce.ts'
import type { Suppression } from './callback.ts'
import { cause } from './causes.ts'
import { bytesOf, headerValue } from './mail.ts'
import type { Mail } from './mail.ts'
import { readRefusal, REFUSAL_CAUSES } from './mail-refusal.ts'
import { parseMessageId } from './message-id.ts'
import type { DeliveryReference } from './message-id.ts'

/** A report about one recipient. Without a fact, its cause says why the mail is late. */
export interface RecipientReport extends ReportedFact {
  /** The address that the report names: before it was forwarded, if it says so. Null: none, or it is hidden. */
  recipient: string | null
}

export type ReadMailReport =
  | {
      kind: 'report'
      reports: RecipientReport[]
      /** The delivery named by the Message-ID of the returned mail. Null: the report does not show it. */
      delivery: DeliveryReference | null
    }
  /** An automatic reply, a receipt, or the mail of a person. */
  | { kind: 'reply' }
  | { kind: 'unreadable' }

/** No mail goes to more addresses: one recipient with its copies. */
const RECIPIENTS_MAX = 50
const TEXT_CHARACTERS_MAX = 64 * 1024

type Fields = ReadonlyMap<string, string>

/** The groups of fields in a report, each with the names in lower case. Blank lines separate the groups. */
function fieldGroups(text: string): Fields[] {
  const unfolded = text.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+(?=\S)/g, ' ')
  return unfolded.split(/\n\s*\n/).map((group) => {
    const fields = new Map<string, string>()
    for (const line of group.split('\n')) {
      const colon = line.indexOf(':')
      if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
    }
    return fields
  })
}

/** The text of the first part of one of these types. Null: there is none. */
function partOf(mail: Mail, ...types: string[]): string | null {
  const found = mail.attachments.find(({ mimeType }) => types.includes(mimeType))
  return found === undefined ? null : bytesOf(found).toString('utf8', 0, TEXT_CHARACTERS_MAX)
}

/** The address in `rfc822; ada@example.com`, or an empty text. */
function addressOf(field = ''): string {
  const text = field.slice(field.indexOf(';') + 1)
  return /[^\s<>;"]+@[^\s<>;"]+/.exec(text)?.[0] ?? ''
}

/** Where a text goes over to the returned mail: in the words of qmail, Exim and Gmail. */
const COPY_FOLLOWS = /^-{2,} ?(?:this is a copy|below this line|original message|forwarded message)/im

/** The paragraph for people about an address: Postfix, qmail, Sendmail and Exim put the reply of the server behind it. */
function paragraphAbout(address: string, text: string): string {
  const [said = ''] = text.split(COPY_FOLLOWS, 1)
  const at = address === '' ? -1 : said.toLowerCase().indexOf(address.toLowerCase())
  if (at === -1) return ''
  const follows = said.slice(at + address.length).replace(/^[>:\s]+/, '')
  const [paragraph = ''] = follows.split(/\n[ \t]*\n/, 1)
  return paragraph.replaceAll(/\s+/g, ' ').trim()
}

/** Words alone do not prove that a mailbox is gone: the status of an unknown failure counts with them. */
const withStatus = (status: string, said: string) =>
  readRefusal(said).hasCode ? said : `${status || '5.0.0'} ${said}`.trim()

const LABELS: Readonly<Record<string, BounceLabel>> = { '4': 'transient', '5': 'permanent' }

/** The address to suppress is that of the send: the report is a stranger's, and could name any other. */
const ofSend = (reason: Suppression['reason']): Suppression => ({ address: null, reason })

function failureOf(label: BounceLabel, diagnostic: string): ReportedFact {
  const { isDead, ...reported } = readBounce(label, diagnostic)
  return { ...reported, suppress: isDead ? ofSend('bounce') : null }
}

/** Refusals that say more about a late mail than that it is late. */
const PASSING = ['mailbox_full', 'rate_limited', 'unreachable'] as const

function delayOf(diagnostic: string): ReportedFact {
  const { refusal } = readRefusal(diagnostic)
  const known = PASSING.find((one) => one === refusal) ?? 'deferred'
  return { fact: null, cause: cause(REFUSAL_CAUSES[known], diagnostic), suppress: null }
}

/** The action, or what the status says if there is none. */
function actionOf(fields: Fields, level: string): string {
  const given = /^[a-z]+/.exec((fields.get('action') ?? '').toLowerCase())?.[0]
  return given ?? { '2': 'delivered', '4': 'delayed', '5': 'failed' }[level] ?? ''
}

/** The reply of a server: the diagnostic code, or the words for people. */
function diagnosticOf(fields: Fields, status: string, address: string, text: string): string {
  const code = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
  return withStatus(status, code === '' ? paragraphAbout(address, text) : code)
}

/** The report about one recipient, or null if it says nothing about the delivery. */
function recipientReport(fields: Fields, text: string): RecipientReport | null {
  const [status = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '') ?? []
  const final = addressOf(fields.get('final-recipient'))
  const recipient = addressOf(fields.get('original-recipient')) || final || null
  const diagnostic = diagnosticOf(fields, status, final, text)
  switch (actionOf(fields, status.slice(0, 1))) {
    case 'failed':
      return { ...failureOf(LABELS[status.slice(0, 1)] ?? 'unclear', diagnostic), recipient }
    case 'delayed':
      return { ...delayOf(diagnostic), recipient }
    case 'delivered':
      return { fact: 'delivered', cause: null, suppress: null, recipient }
    default:
      // Relayed or expanded: the mail is still under way.
      return null
  }
}

const OBJECTIONS: Readonly<Record<string, 'complaint' | 'unsubscribe'>> = {
  abuse: 'complaint',
  fraud: 'complaint',
  'opt-out': 'unsubscribe',
}

/** A complaint of a recipient, by way of the mailbox's provider. */
function complaintOf(part: string): RecipientReport[] {
  const [fields = new Map<string, string>()] = fieldGroups(part.trimStart())
  const reason = OBJECTIONS[(fields.get('feedback-type') ?? '').toLowerCase()]
  if (reason === undefined) return []
  const recipient = addressOf(fields.get('original-rcpt-to')) || null
  return [{ ...objectionOf(null, reason), suppress: ofSend(reason), recipient }]
}

/** The bounces of qmail (cr.yp.to/proto/qsbmf.txt) and of Exim, which names the recipients in a header. */
function plainBounces(mail: Mail, text: string): RecipientReport[] {
  const isQmail = /^\s*Hi\. This is the/.test(text)
  const named = isQmail
    ? [...text.matchAll(/^<([^<>\s]+@[^<>\s]+)>:$/gm)].map(([, address]) => address!)
    : headerValue(mail, 'x-failed-recipients')
        .split(',')
        .map((address) => address.trim())
  return named.slice(0, RECIPIENTS_MAX).flatMap((address) => {
    const said = paragraphAbout(address, isQmail ? text.slice(text.indexOf(`<${address}>`)) : text)
    return address === '' ? [] : { ...failureOf('permanent', withStatus('', said)), recipient: address }
  })
}

/** The delivery of the returned mail, by its Message-ID. */
function returnedDelivery(mail: Mail, text: string): DeliveryReference | null {
  const types = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']
  const returned = partOf(mail, ...types) ?? text
  for (const [, id] of returned.matchAll(/^message-id:\s*<([0-9a-z.]+)@/gim)) {
    const found = parseMessageId(id!)
    if (found !== null) return found
  }
  return null
}

/** Header fields of automatic responders (RFC 3834, and older ones). */
const RESPONDER_FIELDS = ['x-autoreply', 'x-autorespond', 'x-autoresponder']

/** Whether no mail server sent it, or an automatic responder did. */
function isReply(mail: Mail): boolean {
  if (/^multipart\/report/i.test(headerValue(mail, 'content-type'))) return false
  if (/^auto-replied/i.test(headerValue(mail, 'auto-submitted'))) return true
  if (RESPONDER_FIELDS.some((name) => headerValue(mail, name) !== '')) return true
  if (/auto.?reply/i.test(headerValue(mail, 'precedence'))) return true
  const isFromServer = /mailer-?daemon|postmaster|mail delivery/i.test(headerValue(mail, 'from'))
  return !isFromServer && !/^<?\s*>?$/.test(headerValue(mail, 'return-path') || 'unknown')
}

/** Reads a mail that came to a return path, or to the callback address of a channel. */
export function readMailReport(mail: Mail): ReadMailReport {
  const text = (mail.text ?? '').slice(0, TEXT_CHARACTERS_MAX).replaceAll('\r\n', '\n')
  const delivery = returnedDelivery(mail, text)
  const complaint = partOf(mail, 'message/feedback-report')
  if (complaint !== null) return { kind: 'report', reports: complaintOf(complaint), delivery }
  const status = partOf(mail, 'message/delivery-status', 'message/global-delivery-status')
  if (status !== null) {
    const groups = fieldGroups(status).filter((fields) => fields.has('final-recipient') || fields.has('action'))
    const reports = groups.slice(0, RECIPIENTS_MAX).flatMap((fields) => recipientReport(fields, text) ?? [])
    return groups.length === 0 ? { kind: 'unreadable' } : { kind: 'report', reports, delivery }
  }
  // A receipt for having read the mail (RFC 8098).
  if (partOf(mail, 'message/disposition-notification') !== null) return { kind: 'reply' }
  const reports = plainBounces(mail, text)
  if (reports.length > 0) return { kind: 'report', reports, delivery }
  return isReply(mail) ? { kind: 'reply' } : { kind: 'unreadable' }
}
