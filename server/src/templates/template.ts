/** A template: subject and body in Liquid, and its channels. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../clock.ts'
import type { FieldErrors } from '../errors.ts'
import { BlankIsNull, Choice, Id, IntegerInput, Nullable, RequiredText, Time } from '../http/schemas.ts'
import { TOPIC_NAME_CHARACTERS_MAX } from '../topics/topic.ts'
import { TEMPLATE_CHARACTERS_MAX, TEMPLATE_TOKENS_MAX } from './engine.ts'
import { DEPTH_MAX, FILTERS_MAX, OPERATORS_MAX } from './names-used.ts'
import type { FieldText } from './parse.ts'

export const BODY_FORMATS = ['html', 'text'] as const

/** Channels of one template. Each message makes one delivery per channel. */
const TEMPLATE_CHANNELS_MAX = 50

/** One line, because a subject becomes a mail header. */
const Subject = Type.Unsafe<string>({
  type: 'string',
  maxLength: 2_000,
  pattern: '^[^\\u0000-\\u0008\\u000a-\\u001f\\u007f]*$',
  sentence: 'must be one line',
  examples: ['Welcome, {{ user.firstName }}'],
})

/** No control characters: they are invisible, and JSON writes each with six characters. */
const Body = Type.Unsafe<string>({
  type: 'string',
  maxLength: TEMPLATE_CHARACTERS_MAX,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]*$',
  sentence: 'must have no control characters except tab, line feed and carriage return',
  description:
    `A Liquid text. Limits: ${TEMPLATE_TOKENS_MAX} tags and outputs, ${OPERATORS_MAX} operators and ` +
    `${FILTERS_MAX} filters per expression, ${DEPTH_MAX} nested blocks`,
  examples: ['<p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>'],
})

/** The link of a message in the inbox. It is checked after it is rendered (`renderedUrl`). */
const Url = Type.Unsafe<string>({
  type: 'string',
  maxLength: 2_000,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  sentence: 'must be one line',
  description:
    'The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type in_app',
  examples: ['https://shop.example.com/orders/{{ order.id | url_encode }}'],
})

const Name = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\u0000-\\u0020\\u007f][^\\u0000-\\u001f\\u007f]*$',
  sentence: 'must be one line, and not blank',
  examples: ['welcome_message'],
})

const Channels = Type.Array(
  Type.Object({
    notification_channel_id: IntegerInput(1, Number.MAX_SAFE_INTEGER),
    subject: Type.Optional(Nullable(Subject)),
    body: Type.Optional(Nullable(Body)),
    url: Type.Optional(Nullable(Url)),
  }),
  {
    maxItems: TEMPLATE_CHANNELS_MAX,
    description: 'If a text is absent, null or empty, the channel uses the text of the template',
  },
)

const optional = {
  subject: Type.Optional(Subject),
  body_format: Type.Optional(Choice(BODY_FORMATS, { description: 'Default html: inserted values are escaped' })),
  channels: Type.Optional(Channels),
  topic: Type.Optional(
    BlankIsNull(
      RequiredText(TOPIC_NAME_CHARACTERS_MAX, {
        description: 'The name of the topic of its messages. null: none',
        examples: ['order_updates'],
      }),
    ),
  ),
}

export const TemplateInput = Type.Object({ name: Name, body: Body, ...optional })
export const TemplatePatch = Type.Object({ name: Type.Optional(Name), body: Type.Optional(Body), ...optional })
export type TemplatePatch = Static<typeof TemplatePatch>

export const TemplateOutput = Type.Object({
  id: Id,
  name: Type.String(),
  subject: Type.String(),
  body: Type.String(),
  body_format: Choice(BODY_FORMATS),
  channels: Type.Array(
    Type.Object({
      notification_channel_id: Id,
      subject: Nullable(Type.String()),
      body: Nullable(Type.String()),
      url: Nullable(Type.String({ description: 'The link of messages in the inbox' })),
    }),
  ),
  topic: Nullable(Type.String({ description: 'The name of the topic of its messages' })),
  version: Type.Integer({ description: 'Increases with every change of a text or of the channels' }),
  created_at: Time,
  updated_at: Time,
})

/** An attached channel. Null texts: the template's. */
export interface AttachedChannel {
  notification_channel_id: number
  subject: string | null
  body: string | null
  url: string | null
}

/** The content of a version. */
export interface TemplateText {
  subject: string
  body: string
  body_format: (typeof BODY_FORMATS)[number]
  channels: AttachedChannel[]
}

export interface TemplateRow extends TemplateText {
  id: number
  name: string
  topic: string | null
  version: number
  created_at: number
  updated_at: number
}

export function templateView(row: TemplateRow): Static<typeof TemplateOutput> {
  return { ...row, created_at: isoTime(row.created_at), updated_at: isoTime(row.updated_at) }
}

const EMPTY: TemplateText = { subject: '', body: '', body_format: 'html', channels: [] }

export type MergedTemplate = { ok: true; text: TemplateText; isNew: boolean } | { ok: false; errors: FieldErrors }

/**
 * Applies the input to a template's text. Returns the result or errors. `isNew`: it differs from `existing`. It does
 * not check if the texts parse.
 */
export function mergeTemplate(existing: TemplateText | null, input: TemplatePatch): MergedTemplate {
  const { subject, body, body_format } = existing ?? EMPTY
  // Brings fields into the input's order, for comparing them as JSON.
  const channels = (existing ?? EMPTY).channels.map(attachedChannel)
  const text: TemplateText = {
    subject: input.subject ?? subject,
    body: input.body ?? body,
    body_format: input.body_format ?? body_format,
    channels: input.channels?.map(attachedChannel) ?? channels,
  }
  const errors = templateErrors(text)
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const before = { subject, body, body_format, channels }
  return { ok: true, text, isNew: existing === null || JSON.stringify(text) !== JSON.stringify(before) }
}

/** Forms send an empty text instead of null. */
function attachedChannel(given: NonNullable<TemplatePatch['channels']>[number] | AttachedChannel): AttachedChannel {
  return {
    notification_channel_id: given.notification_channel_id,
    subject: given.subject || null,
    body: given.body || null,
    url: given.url || null,
  }
}

function templateErrors({ channels }: TemplateText): FieldErrors {
  const ids = new Set<number>()
  for (const { notification_channel_id: id } of channels) {
    if (ids.has(id)) return { channels: [`has the channel ${id} twice`] }
    ids.add(id)
  }
  return {}
}

/**
 * The errors of the attached channels, or null. `types`: the types of the existing ones by id. A message has one place in
 * an inbox, so a second channel of type in_app could deliver nothing.
 */
export function channelErrors(
  channels: readonly AttachedChannel[],
  types: ReadonlyMap<number, string>,
): FieldErrors | null {
  const unknown = channels.flatMap(({ notification_channel_id: id }) => (types.has(id) ? [] : [id]))
  if (unknown.length > 0) return { channels: [`has an unknown channel: ${unknown.join(', ')}`] }
  const isInApp = ({ notification_channel_id: id }: AttachedChannel) => types.get(id) === 'in_app'
  if (channels.filter(isInApp).length > 1) return { channels: ['has two channels of type in_app'] }
  const misplaced = channels.findIndex((channel) => channel.url !== null && !isInApp(channel))
  return misplaced < 0 ? null : { [`channels.${misplaced}.url`]: ['is only for a channel of type in_app'] }
}

/** The given texts with their field names. */
export function textsOf({ subject, body, channels = [] }: TemplatePatch): FieldText[] {
  const texts = [
    { field: 'subject', text: subject },
    { field: 'body', text: body },
    ...channels.flatMap((channel, index) => [
      { field: `channels.${index}.subject`, text: channel.subject },
      { field: `channels.${index}.body`, text: channel.body },
      { field: `channels.${index}.url`, text: channel.url },
    ]),
  ]
  return texts.flatMap(({ field, text }) => (text ? [{ field, text }] : []))
}

export function errorsOf(mistakes: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(mistakes).map(([field, sentence]) => [field, [sentence]]))
}
