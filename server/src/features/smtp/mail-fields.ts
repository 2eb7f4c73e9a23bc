/** What a mail says about the messages to create, and mistakes in the words of a mail. Pure. */
import { decodeWords } from 'postal-mime'
import type { ApiError } from '../../platform/errors.ts'
import { parseJson } from '../../platform/http/body.ts'
import { isObject } from '../../platform/http/input-values.ts'
import type { MessageInput } from '../../core/messages/schemas.ts'
import { bytesOf, headerValue } from '../../core/providers/mail.ts'
import type { Mail } from '../../core/providers/mail.ts'

type Attachment = NonNullable<MessageInput['attachments']>[number]

/** The fields of a message that are the same for all recipients of the mail, as the body of a request has them. */
export interface MailFields {
  message_template_name?: string
  message_template_id?: number
  message_attributes: Record<string, unknown>
  attachments: Attachment[]
}

const TEMPLATE_HEADER = 'X-Tidings-Template'
const ATTRIBUTES_HEADER = 'X-Tidings-Attributes'

/** The names that templates have from the mail itself. */
const OF_MAIL = /^mail(?:\.|$)/

type ReadFields = { ok: true; fields: MailFields } | { ok: false; reason: string }

const decoded = (mail: Mail, header: string) => decodeWords(headerValue(mail, header.toLowerCase())).trim()

/** The attributes in the JSON of the header, or null if it is no object. */
function givenAttributes(json: string): Record<string, unknown> | null {
  const parsed = json === '' ? ({ ok: true, value: {} } as const) : parseJson(Buffer.from(json))
  return parsed.ok && isObject(parsed.value) ? parsed.value : null
}

/** Text without the characters that PostgreSQL cannot store. */
const storable = (text: string | undefined) => text?.replaceAll('\0', '').toWellFormed() ?? null

/** The mail itself, as the Liquid of a template sees it. */
const mailAttributes = ({ subject, html, text }: Mail) => ({
  'mail.subject': storable(subject),
  'mail.html': storable(html),
  'mail.text': storable(text),
})

/** Types of files for the API. Those inside a mail are none. */
const FILE_TYPE = /^(?!multipart\/|message\/)[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/
const FILENAME_CHARACTERS_MAX = 255
const CONTENT_ID = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/

/** The name without its path, or an empty text. If it is too long, its end stays, because that has the extension. */
function fileNameOf(given: string): string {
  const line = given.toWellFormed().replaceAll(/[/\\\p{C}\p{Zl}\p{Zp}]/gu, '_')
  const name = line.slice(-FILENAME_CHARACTERS_MAX).trim()
  return /^\.{1,2}$/.test(name) ? '' : name
}

function attachmentOf(file: Mail['attachments'][number], index: number): Attachment {
  const { filename, mimeType, related, contentId = '' } = file
  const id = contentId.replaceAll(/[<>]/g, '')
  return {
    filename: fileNameOf(filename ?? '') || `attachment-${index + 1}`,
    content_type: FILE_TYPE.test(mimeType) ? mimeType : 'application/octet-stream',
    content: bytesOf(file).toString('base64'),
    ...(related === true && CONTENT_ID.test(id) ? { content_id: id } : {}),
  }
}

/** `smtpTemplateId`: the template of the account for mails without the header. */
export function fieldsOfMail(mail: Mail, smtpTemplateId: number | null): ReadFields {
  const attributes = givenAttributes(decoded(mail, ATTRIBUTES_HEADER))
  if (attributes === null) return { ok: false, reason: `${ATTRIBUTES_HEADER} must be a JSON object` }
  if (Object.keys(attributes).some((name) => OF_MAIL.test(name)))
    return { ok: false, reason: `${ATTRIBUTES_HEADER} must not have names of the mail: mail, mail.subject` }
  const name = decoded(mail, TEMPLATE_HEADER)
  if (name === '' && smtpTemplateId === null)
    return { ok: false, reason: `Name a template in ${TEMPLATE_HEADER}, or set smtp_template_id of the account` }
  return {
    ok: true,
    fields: {
      ...(name === '' ? { message_template_id: smtpTemplateId! } : { message_template_name: name }),
      message_attributes: { ...mailAttributes(mail), ...attributes },
      attachments: mail.attachments.map(attachmentOf),
    },
  }
}

/** Where a mail has the values of an attribute. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['mail.subject', 'The subject'],
  ['mail.html', 'The HTML part'],
  ['mail.text', 'The text part'],
])

/** Where a mail has a field of the API. Null: it has none. */
function placeOf(field: string, attachments: readonly Attachment[]): string | null {
  const [name = '', ...rest] = field.split('.')
  const inside = rest.join('.')
  switch (name) {
    case 'message_template_name':
      return TEMPLATE_HEADER
    case 'message_template_id':
      return 'The template of the account'
    case 'message_attributes':
      return PLACES.get(inside) ?? (inside === '' ? ATTRIBUTES_HEADER : `${ATTRIBUTES_HEADER}: ${inside}`)
    case 'attachments': {
      const file = attachments[Number(rest[0])]
      const part = rest[1] === undefined || rest[1] === 'content' ? '' : `: its ${rest[1].replaceAll('_', ' ')}`
      return file === undefined ? 'The attachments' : `The attachment ${file.filename}${part}`
    }
    default:
      return null
  }
}

/** The words of the API count the bytes before base64, and the values of the mail itself. */
function inMail(field: string, said: string): string {
  const [, items] = /\(maximum is (\d+) items\)$/.exec(said) ?? []
  if (field === 'attachments' && items !== undefined) return `are too many (maximum is ${items})`
  if (items !== undefined) return `has too many values (maximum is ${Number(items) - PLACES.size})`
  if (!/^attachments\.\d+\.content$/.test(field)) return said
  return said.includes('bytes') ? said.replace(' before base64', '') : 'is empty'
}

/** The mistake in a message, in the words of a mail. */
export function mistakeInMail({ errors, message }: ApiError, fields: MailFields): string {
  const [field = '', [said = ''] = []] = Object.entries(errors ?? {})[0] ?? []
  const place = placeOf(field, fields.attachments)
  return place === null ? message : `${place} ${inMail(field, said)}`
}
