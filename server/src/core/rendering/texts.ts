/** The texts of templates in requests: subjects, bodies and links, also those of channels. */
import Type from 'typebox'
import { IntegerInput, Nullable, OneLine } from '../../platform/http/schemas.ts'
import { DEPTH_MAX, FILTERS_MAX, OPERATORS_MAX } from './names-used.ts'
import { MARKUP_CHARACTERS_MAX, TEMPLATE_CHARACTERS_MAX } from './parse.ts'
import type { FieldText } from './parse.ts'

/** Channels of one template. Each message makes one delivery per channel. */
const TEMPLATE_CHANNELS_MAX = 50

/** One line, because a subject becomes a mail header. A tab may be in it. */
export const Subject = Type.Unsafe<string>({
  ...OneLine(2_000, { examples: ['Welcome, {{ user.firstName }}'] }),
  pattern: '^[^\\u0000-\\u0008\\u000a-\\u001f\\u007f]*$',
})

/** No control characters: they are invisible, and JSON writes each with six characters. */
export const Body = Type.Unsafe<string>({
  type: 'string',
  maxLength: TEMPLATE_CHARACTERS_MAX,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]*$',
  sentence: 'must have no control characters except tab, line feed and carriage return',
  description:
    `A Liquid text. Limits: ${MARKUP_CHARACTERS_MAX} characters inside tags and outputs, ${OPERATORS_MAX} operators and ` +
    `${FILTERS_MAX} filters per expression, ${DEPTH_MAX} nested blocks`,
  examples: ['<p>Hello {{ user.firstName }}, your order {{ order.id }} is on its way.</p>'],
})

/** The link of a message in the inbox. It is checked after it is rendered (`renderedUrl`). */
const Url = OneLine(2_000, {
  description:
    'The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type in_app',
  examples: ['https://shop.example.com/orders/{{ order.id | url_encode }}'],
})

/** Channels with their own texts. */
export function ChannelsInput(description: string) {
  return Type.Array(
    Type.Object({
      notification_channel_id: IntegerInput(1, Number.MAX_SAFE_INTEGER),
      subject: Type.Optional(Nullable(Subject)),
      body: Type.Optional(Nullable(Body)),
      url: Type.Optional(Nullable(Url)),
    }),
    { maxItems: TEMPLATE_CHANNELS_MAX, description },
  )
}

/** An attached channel. Null texts: the template's. */
export interface AttachedChannel {
  notification_channel_id: number
  subject: string | null
  body: string | null
  url: string | null
}

/** Fields as they come in a request. */
export type Given<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }
export type GivenChannel = Given<AttachedChannel> & Pick<AttachedChannel, 'notification_channel_id'>

/** A channel with its fields in this order. Forms send an empty text instead of null. */
export function attachedChannel(given: GivenChannel): AttachedChannel {
  return {
    notification_channel_id: given.notification_channel_id,
    subject: given.subject || null,
    body: given.body || null,
    url: given.url || null,
  }
}

/** Texts of a template, or of one of its locales. */
export interface GivenTexts {
  subject?: string | null | undefined
  body?: string | null | undefined
  channels?: readonly GivenChannel[] | undefined
}

/** The texts that are not empty, with their field names after `prefix`. */
export function fieldTexts(prefix: string, { subject, body, channels = [] }: GivenTexts): FieldText[] {
  const texts = [
    { field: `${prefix}subject`, text: subject },
    { field: `${prefix}body`, text: body },
    ...channels.flatMap((channel, index) => [
      { field: `${prefix}channels.${index}.subject`, text: channel.subject },
      { field: `${prefix}channels.${index}.body`, text: channel.body },
      { field: `${prefix}channels.${index}.url`, text: channel.url },
    ]),
  ]
  return texts.flatMap(({ field, text }) => (text ? [{ field, text }] : []))
}
