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

/** The alphabet of SMS, and its extension, whose characters count twice (GSM 03.38). */
const GSM7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€\f]$/
const EXTENSION = /^[\^{}\\[~\]|€\f]$/
/** Characters of a text with one part, and of each part of a longer one: the rest joins the parts. */
const PART_SIZES = { gsm7: { single: 160, joined: 153 }, ucs2: { single: 70, joined: 67 } } as const

export interface SmsParts {
  /** The number of messages that are sent and paid. */
  parts: number
  /** The first characters outside of the alphabet of SMS. With one of them, a part has 70 characters instead of 160. */
  outside: string[]
}

const OUTSIDE_MAX = 10

export function smsPartsOf(text: string): SmsParts {
  const characters = Array.from(text)
  const outside = [...new Set(characters.filter((one) => !GSM7.test(one)))].slice(0, OUTSIDE_MAX)
  const isGsm7 = outside.length === 0
  const sizes = characters.map((one) => (isGsm7 ? (EXTENSION.test(one) ? 2 : 1) : one.length))
  const { single, joined } = PART_SIZES[isGsm7 ? 'gsm7' : 'ucs2']
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return { parts: 1, outside }
  let parts = 1
  let used = 0
  for (const size of sizes) {
    // No character is divided.
    if (used + size > joined) [parts, used] = [parts + 1, 0]
    used += size
  }
  return { parts, outside }
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
