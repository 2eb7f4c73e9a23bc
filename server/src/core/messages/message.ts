import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { FACTS } from '../deliveries/status.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { canonicalLocale, LOCALE_MISTAKE, LocaleInput } from '../../platform/http/locale.ts'
import {
  AlsoNamed,
  AnyJson,
  BlankIsNull,
  Choice,
  Id,
  IntegerInput,
  Nullable,
  OpenObject,
  OwnId,
  RequiredText,
  Time,
  TimeInput,
  parseTime,
} from '../../platform/http/schemas.ts'
import { AttributesInput } from '../rendering/texts.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import { SKIP_REASONS } from '../recipients/preferences/preferences.ts'
import type { SkipReason } from '../recipients/preferences/preferences.ts'
import { FORBIDDEN_NAMES } from '../rendering/names.ts'
import type { BodyFormat } from '../rendering/parse.ts'
import type { RenderedText } from '../rendering/render.ts'

/** With values of `ATTRIBUTE_VALUE_BYTES_MAX` each, they fit into the body of a request (`LONG_BODY_BYTES_MAX`). */
const ATTRIBUTES_MAX = 100
const ATTRIBUTE_VALUE_BYTES_MAX = 10 * 1024
const SEND_AHEAD_MAX_MS = 366 * 24 * 3600 * 1000

const IdInput = IntegerInput(1, Number.MAX_SAFE_INTEGER)
const OrBlank = 'blank counts as absent'

/** The fields of a create under `message` (specification 2.1). */
export const MessageInput = Type.Object({
  external_user_id: Type.Optional(BlankIsNull(OwnId(255, { description: `Your own id of the recipient; ${OrBlank}` }))),
  notification_user_id: Type.Optional(BlankIsNull(IdInput)),
  message_template_name: Type.Optional(
    BlankIsNull(RequiredText(255, { description: `Your own name of the template; ${OrBlank}` })),
  ),
  message_template_id: Type.Optional(BlankIsNull(IdInput)),
  message_attributes_attributes: Type.Optional(AlsoNamed(AttributesInput(ATTRIBUTES_MAX), 'message_attributes')),
  actor_id: Type.Optional(Nullable(IdInput)),
  critical: Type.Optional(
    Type.Boolean({ description: "The recipient's quiet hours do not delay the message. Default false" }),
  ),
  locale: Type.Optional(
    BlankIsNull(
      LocaleInput({
        description:
          'The locale of the texts, of their dates and numbers. Default: the locale of the recipient. If the template has no ' +
          'texts for it, those of the language are used, then the own texts of the template',
      }),
    ),
  ),
  send_at: Type.Optional(AlsoNamed(Nullable(TimeInput), 'scheduled_at')),
  notification_user: Type.Optional({
    ...OpenObject,
    description: 'Creates or updates the recipient with this external_user_id, in the same transaction',
  }),
})
export type MessageInput = Static<typeof MessageInput>

/** An attribute as stored and shown. */
export interface MessageAttribute {
  id: number
  name: string
  value: unknown
}

export const NotificationChannelOutput = Type.Object({
  id: Id,
  name: Type.String(),
  channel_type: Type.Unsafe<string>(Choice(CHANNEL_TYPES)),
})

export const ChannelText = Type.String({
  description:
    'The plain text that an SMS, a push or the inbox gets, for email the text alternative of its HTML. A provider of pushes ' +
    'cuts it to the size of its payload',
})

/** A channel without a delivery, because of the recipient's preferences. */
export const SkippedChannelOutput = Type.Object({
  notification_channel: NotificationChannelOutput,
  reason: Choice(SKIP_REASONS, {
    description:
      '`topic_disabled`: the recipient does not want the topic on this type of channel. `recipient_paused`: the recipient has paused messages',
  }),
})

/** A message in the API. */
export const MessageOutput = Type.Object({
  id: Id,
  notification_user_id: Id,
  message_template_id: Id,
  account_id: Id,
  actor_id: Nullable(Id),
  seen: Type.Boolean(),
  subject: Type.String({ description: 'The text of the template when the message was created' }),
  body: Type.String(),
  rendered_subject: Type.String(),
  rendered_body: Type.String(),
  message_attributes: Type.Array(Type.Object({ id: Id, name: Type.String(), value: AnyJson })),
  send_at: Nullable(Time),
  seen_at: Nullable(Time),
  delivered_at: Nullable(Time),
  canceled_at: Nullable(Time),
  created_at: Time,
  updated_at: Time,
  deliveries: Type.Array(
    Type.Object({
      id: Id,
      status: Type.Unsafe<string>(Choice(FACTS)),
      notification_channel: NotificationChannelOutput,
    }),
  ),
  critical: Type.Boolean(),
  locale: Nullable(
    Type.String({ description: "The locale of the template whose texts were used. null: the template's own texts" }),
  ),
  skipped_channels: Type.Array(SkippedChannelOutput, {
    description:
      'Channels without a delivery, because of the preferences of the recipient when the message was created',
  }),
})

export interface MessageChannel {
  id: number
  name: string
  channelType: string
}

export interface SkippedChannel extends MessageChannel {
  reason: SkipReason
}

/** A stored message with the template's text at creation and its deliveries. Times: ms since the epoch. */
export interface Message {
  id: number
  accountId: number
  recipientId: number
  templateId: number
  actorId: number | null
  subject: string
  body: string
  bodyFormat: BodyFormat
  renderedSubject: string
  renderedBody: string
  /** Rendered texts by channel id, for channels with their own texts. */
  channelTexts: Record<string, RenderedText> | null
  attributes: MessageAttribute[]
  sendAt: number | null
  seenAt: number | null
  deliveredAt: number | null
  canceledAt: number | null
  createdAt: number
  updatedAt: number
  deliveries: { id: number; status: string; channel: MessageChannel }[]
  critical: boolean
  /** The locale of the template whose texts were used. Null: the template's own. */
  locale: string | null
  skippedChannels: SkippedChannel[]
}

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
    if (Buffer.byteLength(text) > ATTRIBUTE_VALUE_BYTES_MAX)
      errors[`${field}.value`] = ['is too long (maximum is 10 KB)']
  }
  if (input.locale != null && canonicalLocale(input.locale) === null) errors['locale'] = [LOCALE_MISTAKE]
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
