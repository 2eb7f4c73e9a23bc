/** What the providers of email have in common: the sender's setting, and the message that they are given. */
import Type from 'typebox'
import type { FieldErrors } from '../errors.ts'
import { asciiAddress, isEmailAddress, parseSender } from '../http/email-address.ts'
import type { Sender } from '../http/email-address.ts'
import { cause } from './causes.ts'
import { htmlToText } from './html-to-text.ts'
import type { ChannelSettings, SendInput, SendResult } from './provider.ts'
import { cut } from './push.ts'

/** The setting `from` of a channel. */
export const SenderSetting = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The sender: notify@example.com or Tidings <notify@example.com>',
})

/** What a schema cannot say of `from`. */
export function checkSender(settings: ChannelSettings): FieldErrors {
  if (parseSender(String(settings['from'])) !== null) return {}
  return { from: ['must be one email address, like notify@example.com or Tidings <notify@example.com>'] }
}

export interface EmailMessage {
  from: Sender
  /** One address exactly. */
  to: string
  subject: string
  text: string
  /** Null: a message of text alone. */
  html: string | null
  /** Of the header, with its angle brackets. */
  messageId: string
}

/** Machines that answer mail do not answer this one (RFC 3834). */
export const AUTO_SUBMITTED = 'auto-generated'

/** Far above what a mailbox shows; with it a header's line stays below 998 octets even where it cannot be folded (RFC 5322). */
const SUBJECT_CHARACTERS_MAX = 500

/**
 * Text of a header that means nothing but itself: an encoded word (RFC 2047) that somebody has typed is parted by a
 * character without width. So the text is not ASCII any more, and travels as encoded words that say just this.
 */
const literal = (text: string) => text.replaceAll('=?', '=\u200b?')

/** One line, bounded: what a name or a template brings along could begin another header. */
function subjectOf(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ')
  const bounded = line.length <= SUBJECT_CHARACTERS_MAX ? line : cut(line, SUBJECT_CHARACTERS_MAX - 1)
  return literal(bounded)
}

/** The message of a send, or the result if its recipient's address is none. */
export function emailOf(input: SendInput): EmailMessage | Extract<SendResult, { result: 'permanent' }> {
  const { to, settings, subject, body, bodyFormat, messageId } = input
  if (to.email === null || !isEmailAddress(to.email)) return { result: 'permanent', cause: cause('invalid_address') }
  // It was checked when the channel was saved.
  const { name, address } = parseSender(String(settings['from']))!
  const from = { name: literal(name), address: asciiAddress(address) }
  const isHtml = bodyFormat === 'html'
  return {
    from,
    to: asciiAddress(to.email),
    subject: subjectOf(subject),
    text: isHtml ? htmlToText(body) : body,
    html: isHtml ? body : null,
    messageId: `<${messageId}${from.address.slice(from.address.lastIndexOf('@'))}>`,
  }
}

/** `Tidings, Inc. <notify@example.com>` as a header's value: the name quoted (RFC 5322 section 3.4). */
export function senderText({ name, address }: Sender): string {
  return name === '' ? address : `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}
