/** Shared by all email providers: the sender setting, and the message to send. */
import Type from 'typebox'
import type { FieldErrors } from '../../platform/errors.ts'
import { parseSender, readEmailAddress } from '../../platform/http/email-address.ts'
import type { Sender } from '../../platform/http/email-address.ts'
import { escapeHtml } from '../../platform/http/text.ts'
import { cause } from './causes.ts'
import type { Attachment } from './content.ts'
import { cut, plainTextOf } from './plain-text.ts'
import type { ChannelSettings, SendInput, SendResult } from './provider.ts'

/** The setting `from` of a channel. */
export const SenderSetting = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The sender: notify@example.com or Tidings <notify@example.com>',
})

/** Checks `from` beyond its schema. */
export function checkSender(settings: ChannelSettings): FieldErrors {
  if (parseSender(String(settings['from'])) !== null) return {}
  return { from: ['must be one email address, like notify@example.com or Tidings <notify@example.com>'] }
}

export interface EmailMessage {
  from: Sender
  /** Exactly one address. */
  to: string
  /** Addresses of copies. */
  cc: readonly string[]
  bcc: readonly string[]
  /** Null: replies go to the sender. */
  replyTo: string | null
  attachments: readonly Attachment[]
  subject: string
  text: string
  /** Null: a message with plain text only. */
  html: string | null
  /** The value of the Message-ID header, with angle brackets. */
  messageId: string
  /** Further header fields, by name. They are ASCII, and short enough not to be folded inside a value. */
  headers: Readonly<Record<string, string>>
}

/** Tells automatic responders not to reply (RFC 3834). */
const AUTO_SUBMITTED = 'auto-generated'

/**
 * The fields for unsubscribing with one click (RFC 8058 section 3.1). Mail programs trust them only if the DKIM signature
 * of the mail covers both.
 */
export const UNSUBSCRIBE_FIELDS = ['List-Unsubscribe', 'List-Unsubscribe-Post'] as const

function headersOf({ unsubscribeUrl, content }: SendInput): EmailMessage['headers'] {
  // Its names are none of ours (`core/rendering/content.ts`).
  const own = Object.fromEntries((content.email?.headers ?? []).map(({ name, value }) => [name, value]))
  const headers = { 'Auto-Submitted': AUTO_SUBMITTED, ...own }
  if (unsubscribeUrl === null) return headers
  const [address, post] = UNSUBSCRIBE_FIELDS
  return { ...headers, [address]: `<${unsubscribeUrl}>`, [post]: 'List-Unsubscribe=One-Click' }
}

/** Far more than a mailbox shows. It keeps header lines below 998 octets (RFC 5322) even if they cannot be folded. */
const SUBJECT_CHARACTERS_MAX = 500

/**
 * Shows a typed encoded word (RFC 2047) as typed: a zero-width space breaks it. The text is then not ASCII, so it is
 * sent as a new encoded word with exactly this content.
 */
const literal = (text: string) => text.replaceAll('=?', '=\u200b?')

/** One bounded line. A line break from a name or template could start another header. */
function subjectOf(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ')
  const bounded = line.length <= SUBJECT_CHARACTERS_MAX ? line : cut(line, SUBJECT_CHARACTERS_MAX - 1)
  return literal(bounded)
}

/** The email of a send, or the result if the recipient's address is invalid. */
export function emailOf(input: SendInput): EmailMessage | Extract<SendResult, { result: 'permanent' }> {
  const { to, settings, subject, body, bodyFormat, messageId } = input
  const { cc = [], bcc = [], reply_to: replyTo = null, preheader } = input.content.email ?? {}
  const recipient = to.email === null ? null : readEmailAddress(to.email)
  if (recipient === null) return { result: 'permanent', cause: cause('invalid_address') }
  // Never null: `from` was checked when the channel was saved.
  const { name, address } = parseSender(String(settings['from']))!
  const from = { name: literal(name), address: readEmailAddress(address)! }
  const isHtml = bodyFormat === 'html'
  return {
    from,
    to: recipient,
    ...{ cc, bcc, replyTo, attachments: input.attachments },
    subject: subjectOf(subject),
    text: plainTextOf(input),
    html: isHtml ? (preheader === undefined ? body : withPreheader(body, preheader)) : null,
    headers: headersOf(input),
    messageId: `<${messageId}${from.address.slice(from.address.lastIndexOf('@'))}>`,
  }
}

/** The attachments as nodemailer takes them. An image of the HTML is inline. */
export function mimeAttachments(attachments: readonly Attachment[]) {
  return attachments.map(({ filename, contentType, contentId, content }) => ({
    ...{ filename, contentType, content },
    ...(contentId === null ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
  }))
}

/** A header value like `Tidings, Inc. <notify@example.com>`, with the name quoted (RFC 5322 section 3.4). */
export function senderText({ name, address }: Sender): string {
  return name === '' ? address : `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}

/** The place of the last tag with the name, or -1. The last one, because mails hide others in comments for Outlook. */
export const lastTag = (html: string, name: string) =>
  Math.max(html.lastIndexOf(`<${name}`), html.lastIndexOf(`<${name.toUpperCase()}`))

/** The place after the tag `<body>`. The start of a text without a frame. Null: a frame without the tag. */
export function startOfBody(html: string): number | null {
  const tag = /<body(?:\s(?:"[^"]*"|'[^']*'|[^'">])*)?>/iy
  tag.lastIndex = Math.max(0, lastTag(html, 'body'))
  if (tag.test(html)) return tag.lastIndex
  return /<(?:!doctype|html|head)\b/i.test(html) ? null : 0
}

/** The start of the content, also in a frame without the tag `<body>`. */
function startOfContent(html: string): number {
  const start = startOfBody(html)
  if (start !== null) return start
  const before = ['/head', 'html', '!doctype'].map((name) => lastTag(html, name)).find((at) => at >= 0) ?? 0
  return html.indexOf('>', before) + 1
}

/** The mail with a text that mailboxes show behind the subject, and mails do not. */
function withPreheader(html: string, text: string): string {
  const at = startOfContent(html)
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`
  return html.slice(0, at) + hidden + html.slice(at)
}
