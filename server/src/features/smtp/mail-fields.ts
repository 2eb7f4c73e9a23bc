/** What a mail says about the messages to create. Pure. */
import { decodeWords } from 'postal-mime'
import type { MessageInput } from '../../core/messages/schemas.ts'
import { bytesOf, headerValue } from '../../core/providers/mail.ts'
import type { Mail } from '../../core/providers/mail.ts'

/** The fields of a message that are the same for all recipients of the mail. */
export type MailFields = Pick<
  MessageInput,
  'message_template_name' | 'message_template_id' | 'message_attributes_attributes' | 'attachments'
>

const TEMPLATE_HEADER = 'x-tidings-template'
const ATTRIBUTES_HEADER = 'x-tidings-attributes'

/** The names that templates have from the mail itself. */
const OF_MAIL = /^mail(?:\.|$)/

type ReadFields = { ok: true; fields: MailFields } | { ok: false; reason: string }

type Attribute = NonNullable<MessageInput['message_attributes_attributes']>[number]
type Attachment = NonNullable<MessageInput['attachments']>[number]

/** The attributes in the JSON of the header, or null if it is no object. */
function givenAttributes(json: string): Attribute[] | null {
  if (json === '') return []
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.entries(value).map(([name, one]) => ({ name, value: one as Attribute['value'] }))
  } catch {
    return null
  }
}

/** The mail itself, as the Liquid of a template sees it. */
function mailAttributes({ subject, html, text }: Mail): Attribute[] {
  const parts = { 'mail.subject': subject, 'mail.html': html, 'mail.text': text }
  return Object.entries(parts).map(([name, value]) => ({ name, value: value ?? null }))
}

/** Types inside a mail that are no files for the API. */
const STRUCTURED = /^(?:multipart|message)\//
const CONTENT_ID = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/

/** The name without its path, or an empty text. */
function fileNameOf(given: string): string {
  const name = given.replaceAll(/[/\\\u2028\u2029]/g, '_').trim()
  return /^\.{1,2}$/.test(name) ? '' : name
}

function attachmentOf(file: Mail['attachments'][number], index: number): Attachment {
  const { filename, mimeType, related, contentId = '' } = file
  const id = contentId.replaceAll(/[<>]/g, '')
  return {
    filename: fileNameOf(filename ?? '') || `attachment-${index + 1}`,
    content_type: STRUCTURED.test(mimeType) ? 'application/octet-stream' : mimeType,
    content: bytesOf(file).toString('base64'),
    ...(related === true && CONTENT_ID.test(id) ? { content_id: id } : {}),
  }
}

/** `smtpTemplateId`: the template of the account for mails without the header. */
export function fieldsOfMail(mail: Mail, smtpTemplateId: number | null): ReadFields {
  const attributes = givenAttributes(decodeWords(headerValue(mail, ATTRIBUTES_HEADER)))
  if (attributes === null) return { ok: false, reason: 'X-Tidings-Attributes must be a JSON object' }
  if (attributes.some((attribute) => OF_MAIL.test(attribute.name)))
    return { ok: false, reason: 'X-Tidings-Attributes must not have names of the mail: mail, mail.subject' }
  const name = decodeWords(headerValue(mail, TEMPLATE_HEADER)).trim()
  const template = name === '' ? { message_template_id: smtpTemplateId } : { message_template_name: name }
  if (name === '' && smtpTemplateId === null)
    return { ok: false, reason: 'Name a template in X-Tidings-Template, or set smtp_template_id of the account' }
  const files = mail.attachments.map(attachmentOf)
  return {
    ok: true,
    fields: {
      ...template,
      message_attributes_attributes: [...mailAttributes(mail), ...attributes],
      ...(files.length === 0 ? {} : { attachments: files }),
    },
  }
}
