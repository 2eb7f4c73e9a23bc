/** What the providers of email have in common: the sender's setting, and the message that they are given. */
import Type from 'typebox'
import type { FieldErrors } from '../errors.ts'
import { asciiAddress, isEmailAddress, parseSender } from '../http/email-address.ts'
import type { Sender } from '../http/email-address.ts'
import { cause } from './causes.ts'
import { htmlToText } from './html-to-text.ts'
import type { ChannelSettings, SendInput, SendResult } from './provider.ts'

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

/** The message of a send, or the result if its recipient's address is none. */
export function emailOf(input: SendInput): EmailMessage | Extract<SendResult, { result: 'permanent' }> {
  const { to, settings, subject, body, bodyFormat, messageId } = input
  if (to.email === null || !isEmailAddress(to.email)) return { result: 'permanent', cause: cause('invalid_address') }
  // It was checked when the channel was saved.
  const { name, address } = parseSender(String(settings['from']))!
  const from = { name, address: asciiAddress(address) }
  const isHtml = bodyFormat === 'html'
  return {
    from,
    to: asciiAddress(to.email),
    // One line: what a name or a template brings along could begin another header.
    subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
    text: isHtml ? htmlToText(body) : body,
    html: isHtml ? body : null,
    messageId: `<${messageId}${from.address.slice(from.address.lastIndexOf('@'))}>`,
  }
}

/** `Tidings, Inc. <notify@example.com>` as a header's value: the name quoted (RFC 5322 section 3.4). */
export function senderText({ name, address }: Sender): string {
  return name === '' ? address : `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}
