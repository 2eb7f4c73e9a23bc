/** Checks a mail's DKIM signature (RFC 6376), independent of the signing library. */
import { createHash, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export interface DkimJudgement {
  /** The signature's tags: `d`, `s`, `h` and so on. */
  tags: Map<string, string>
  /** True if the body has the signed hash. */
  bodyHolds: boolean
  /** True if the header fields in `h` are correctly signed by the key. */
  headerHolds: boolean
}

/** Splits a mail with CRLF lines into its header fields, still folded, and its body. */
export function splitMail(mail: string): { fields: string[]; body: string } {
  const end = mail.indexOf('\r\n\r\n')
  return { fields: mail.slice(0, end).split(/\r\n(?![ \t])/), body: mail.slice(end + 4) }
}

function fieldName(field: string): string {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase()
}

/** The unfolded value of the first field with this name, or null. */
export function fieldValue(fields: readonly string[], name: string): string | null {
  const field = fields.find((one) => fieldName(one) === name)
  return field === undefined ? null : relaxedField(field).slice(name.length + 1)
}

/** RFC 6376, section 3.4.2. */
function relaxedField(field: string): string {
  const value = field.slice(field.indexOf(':') + 1).replaceAll('\r\n', '')
  return `${fieldName(field)}:${value.replaceAll(/[ \t]+/g, ' ').trim()}`
}

/** RFC 6376, section 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '')
  return text === '' ? '' : `${text}\r\n`
}

/** The fields named in `h`. Of repeated fields, the lowest unused one is taken (section 5.4.2). */
function signedFields(fields: readonly string[], names: readonly string[]): string[] {
  const left = [...fields]
  return names.flatMap((name) => {
    const index = left.findLastIndex((field) => fieldName(field) === name.trim().toLowerCase())
    return index < 0 ? [] : left.splice(index, 1)
  })
}

/** Checks the first signature of a mail given as latin1, one character per byte. Null if the mail is not signed. */
export function judgeDkim(mail: string, publicKey: KeyObject): DkimJudgement | null {
  const { fields, body } = splitMail(mail)
  const signature = fields.find((field) => fieldName(field) === 'dkim-signature')
  if (signature === undefined) return null
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag): [string, string] => {
        const equals = tag.indexOf('=')
        return [tag.slice(0, equals).trim(), tag.slice(equals + 1).replaceAll(/\s+/g, '')]
      }),
  )
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed')
    throw new Error(`Not a signature of the kind that we make: ${signature}`)
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64')
  const unsigned = signature.replace(/([;:]\s*b\s*=)[^;]*/, '$1')
  const signed = [...signedFields(fields, tags.get('h')!.split(':')), unsigned].map(relaxedField).join('\r\n')
  return {
    tags,
    bodyHolds: bodyHash === tags.get('bh'),
    headerHolds: verify('sha256', Buffer.from(signed, 'latin1'), publicKey, Buffer.from(tags.get('b')!, 'base64')),
  }
}
