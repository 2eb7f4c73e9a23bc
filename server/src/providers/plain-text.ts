/** The plain text that a channel type sends instead of an HTML body. Previews show the same. */
import { htmlToText } from './html-to-text.ts'

export interface WrittenText {
  subject: string
  body: string
  bodyFormat: 'html' | 'text'
}

export function plainTextOf({ body, bodyFormat }: Pick<WrittenText, 'body' | 'bodyFormat'>): string {
  return bodyFormat === 'html' ? htmlToText(body) : body
}

/** The longest text in an inbox. A stream holds some events per reader, so none may be large. */
const INBOX_CHARACTERS_MAX = 10_000

export function inboxTextOf(written: WrittenText): string {
  const text = plainTextOf(written)
  return text.length <= INBOX_CHARACTERS_MAX ? text : cut(text, INBOX_CHARACTERS_MAX)
}

/** Twilio refuses a longer text. */
const SMS_CHARACTERS_MAX = 1600

/**
 * Characters that formats of dates and numbers write, and their form in the alphabet of SMS (GSM 03.38). One character outside
 * of it makes a part 70 characters long instead of 160.
 */
const FORMAT_CHARACTERS = /[\u00a0\u2009\u202f]|\u2212|(?<=\d)\u2019(?=\d)/g
const plainCharacter = (character: string) => (character === '\u2212' ? '-' : character === '\u2019' ? "'" : ' ')

/** The text of an SMS: the body, or the subject if no body was written. Null: the body is HTML, and none of it is text. */
export function smsTextOf(written: WrittenText): string | null {
  const isWritten = written.body.trim() !== ''
  const text = (isWritten ? plainTextOf(written) : written.subject).replaceAll(FORMAT_CHARACTERS, plainCharacter).trim()
  if (isWritten && text === '') return null
  return text.length <= SMS_CHARACTERS_MAX ? text : cut(text, SMS_CHARACTERS_MAX - 3, '...')
}

/** The text that a channel of the type sends, or for email the text alternative. A provider of pushes may cut it further. */
export function textOfChannel(channelType: string, written: WrittenText): string {
  if (channelType === 'sms') return smsTextOf(written) ?? ''
  return channelType === 'in_app' ? inboxTextOf(written) : plainTextOf(written)
}

/** At most `units` UTF-16 units of the text, and an ellipsis. It never splits a surrogate pair. */
export function cut(text: string, units: number, ellipsis = '…'): string {
  const half = /[\ud800-\udbff]$/.test(text.slice(0, units)) ? 1 : 0
  return `${text.slice(0, units - half).trimEnd()}${ellipsis}`
}
