/** A message, and the rules of its input. `schemas.ts` has its form in requests and responses. */
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { canonicalLocale, LOCALE_MISTAKE } from '../../platform/http/locale.ts'
import { parseTime } from '../../platform/http/schemas.ts'
import type { SkipReason } from '../recipients/preferences/preferences.ts'
import { labelsShown, metadataErrors } from '../deliveries/labels.ts'
import { FORBIDDEN_NAMES } from '../rendering/names.ts'
import type { RenderedText } from '../rendering/render.ts'
import { attachmentErrors } from './attachments.ts'
import type { AttachmentObject } from './attachments.ts'
import type { MessageInput, MessageOutput, SkippedChannelOutput } from './schemas.ts'

const ATTRIBUTE_VALUE_BYTES_MAX = 10 * 1024
/** The texts of a mail that came by SMTP. */
const MAIL_TEXTS: ReadonlySet<string> = new Set(['mail.html', 'mail.text'])
const MAIL_TEXT_BYTES_MAX = 100 * 1024
const SEND_AHEAD_MAX_MS = 366 * 24 * 3600 * 1000

/** An attribute as stored and shown. */
export interface MessageAttribute {
  id: number
  name: string
  value: unknown
}

export interface MessageChannel {
  id: number
  name: string
  channelType: string
}

export interface SkippedChannel extends MessageChannel {
  reason: SkipReason
}

type Stored = RowOf<'messages.find'>

/** What is JSON in a stored message. */
export interface MessageJson {
  /** Rendered texts by channel id, for channels with their own texts. */
  channelTexts: Record<string, RenderedText> | null
  attributes: MessageAttribute[]
  skippedChannels: SkippedChannel[]
  /** Null: none. */
  attachments: AttachmentObject[] | null
  deliveries: { id: number; status: string; channel: MessageChannel }[]
}

/**
 * A stored message with the template's text at creation and its deliveries. Times: ms since the epoch. A null `priority` is
 * normal. `locale` is that of the template whose texts were used, and null if they are the template's own.
 */
export interface Message extends Omit<Stored, keyof MessageJson>, MessageJson {}

export function messageObject(message: Message): Static<typeof MessageOutput> {
  return {
    id: message.id,
    notification_user_id: message.recipientId,
    message_template_id: message.templateId,
    account_id: message.accountId,
    actor_id: message.actorId,
    seen: message.seenAt !== null,
    subject: message.subject,
    body: message.body,
    rendered_subject: message.renderedSubject,
    rendered_body: message.renderedBody,
    message_attributes: message.attributes,
    send_at: isoTime(message.sendAt),
    seen_at: isoTime(message.seenAt),
    delivered_at: isoTime(message.deliveredAt),
    canceled_at: isoTime(message.canceledAt),
    created_at: isoTime(message.createdAt),
    updated_at: isoTime(message.updatedAt),
    deliveries: message.deliveries.map(({ id, status, channel }) => {
      return { id, status, notification_channel: channelObject(channel) }
    }),
    critical: message.critical,
    locale: message.locale,
    skipped_channels: message.skippedChannels.map(skippedObject),
    ...labelsShown(message),
    ...(message.attachments === null ? {} : { attachments: message.attachments }),
    ...(message.priority === null ? {} : { priority: message.priority }),
  }
}

const channelObject = ({ id, name, channelType }: MessageChannel) => ({ id, name, channel_type: channelType })

export function skippedObject({ reason, ...channel }: SkippedChannel): Static<typeof SkippedChannelOutput> {
  return { notification_channel: channelObject(channel), reason }
}

/**
 * Checks rules of a create about the input alone. Returns errors by field, or null. The input must match its schema.
 */
export function inputErrors(input: MessageInput, now: number): FieldErrors | null {
  const errors: FieldErrors = {}
  if (input.external_user_id == null && input.notification_user_id == null)
    errors['external_user_id'] = ["can't be blank: give external_user_id or notification_user_id"]
  if (input.message_template_name == null && input.message_template_id == null)
    errors['message_template_name'] = ["can't be blank: give message_template_name or message_template_id"]
  if (input.notification_user !== undefined && input.external_user_id == null)
    errors['notification_user'] = ['requires external_user_id']
  for (const [index, { name, value }] of (input.message_attributes_attributes ?? []).entries()) {
    const field = `message_attributes_attributes.${index}`
    if (name.split('.').some((segment) => FORBIDDEN_NAMES.has(segment))) errors[`${field}.name`] = ['is not allowed']
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    const bytesMax = MAIL_TEXTS.has(name) ? MAIL_TEXT_BYTES_MAX : ATTRIBUTE_VALUE_BYTES_MAX
    if (Buffer.byteLength(text) > bytesMax)
      errors[`${field}.value`] = [`is too long (maximum is ${bytesMax / 1024} KB)`]
  }
  if (input.metadata != null) Object.assign(errors, metadataErrors(input.metadata))
  if (input.locale != null && canonicalLocale(input.locale) === null) errors['locale'] = [LOCALE_MISTAKE]
  if (input.attachments !== undefined)
    Object.assign(errors, attachmentErrors(input.attachments, sendTime(input, now), now))
  const mistake = input.send_at == null ? null : sendAheadMistake(parseTime(input.send_at)!, now)
  if (mistake !== null) errors['send_at'] = [mistake]
  return Object.keys(errors).length === 0 ? null : errors
}

/** The error sentence if the scheduled time (ms since the epoch) is too far ahead, otherwise null. */
export function sendAheadMistake(sendAt: number, now: number): string | null {
  return sendAt > now + SEND_AHEAD_MAX_MS ? 'must be at most one year in the future' : null
}

/** The scheduled time, ms since the epoch. Null: send at once, also if the time is past (docs/specification.md). */
export function sendTime(input: MessageInput, now: number): number | null {
  if (input.send_at == null) return null
  const sendAt = parseTime(input.send_at)!
  return sendAt > now ? sendAt : null
}
