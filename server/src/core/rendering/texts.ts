/**
 * The texts of templates in requests, also in other languages, and the values for them. A text in another language falls back
 * alone: from the locale (`pt-BR`) to its language (`pt`), then to the template's own text.
 */
import Type from 'typebox'
import { IntegerInput, Nullable, OneLine, AnyJson, Id, RequiredText } from '../../platform/http/schemas.ts'
import { contentErrors, contentOf, contentTexts, EmailInput, PushInput } from './content.ts'
import type { ChannelContent } from './content.ts'
import { fixedTextErrors } from './render-content.ts'
import { DEPTH_MAX, FILTERS_MAX, OPERATORS_MAX } from './names-used.ts'
import { MARKUP_CHARACTERS_MAX, TEMPLATE_CHARACTERS_MAX } from './parse.ts'
import type { FieldText } from './parse.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { canonicalLocale, LocaleInput, localeNameErrors } from '../../platform/http/locale.ts'

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
      email: Type.Optional(EmailInput),
      push: Type.Optional(PushInput),
    }),
    { maxItems: TEMPLATE_CHANNELS_MAX, description },
  )
}

/** An attached channel. Null texts: the template's. */
export interface AttachedChannel extends ChannelContent {
  notification_channel_id: number
  subject: string | null
  body: string | null
  url: string | null
}

/** Fields as they come in a request. */
export type Given<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }
type Fields = Record<string, unknown>
export type GivenChannel = Given<Omit<AttachedChannel, keyof ChannelContent>> &
  Pick<AttachedChannel, 'notification_channel_id'> & { email?: Fields | undefined; push?: Fields | undefined }

/** A channel with its fields in this order. Forms send an empty text instead of null. */
export function attachedChannel(given: GivenChannel): AttachedChannel {
  return {
    notification_channel_id: given.notification_channel_id,
    subject: given.subject || null,
    body: given.body || null,
    url: given.url || null,
    ...contentOf(given),
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
      ...contentTexts(`${prefix}channels.${index}.`, channel),
    ]),
  ]
  return texts.flatMap(({ field, text }) => (text ? [{ field, text }] : []))
}

/** Values for rendering, by name, in a message or a preview. */
export function AttributesInput(itemsMax: number) {
  const Attribute = Type.Object({
    name: RequiredText(255),
    value: Type.Optional(AnyJson),
    id: Type.Optional({
      ...Nullable(Id),
      description: 'Ignored. It is allowed, so you can send an attribute back as the API returned it',
    }),
  })
  return Type.Array(Attribute, { maxItems: itemsMax, 'x-by-name': true })
}

const TEMPLATE_LOCALES_MAX = 30
/** Texts of all locales of a template. A process keeps them in memory (`find-templates.ts`). */
const LOCALES_BYTES_MAX = 1024 * 1024

export const LocalesInput = Type.Array(
  Type.Object({
    locale: LocaleInput(),
    subject: Type.Optional(Nullable(Subject)),
    body: Type.Optional(Nullable(Body)),
    channels: Type.Optional(ChannelsInput('Texts of channels of the template in this language')),
  }),
  {
    maxItems: TEMPLATE_LOCALES_MAX,
    description:
      'Texts in other languages. If a text is absent, null or empty, it falls back: from `pt-BR` to `pt`, then to the ' +
      "template's own. At most 1 MiB in total",
  },
)

/** The texts of a locale. Null texts fall back. Channels without texts are left out. */
export interface LocaleTexts {
  locale: string
  subject: string | null
  body: string | null
  channels: AttachedChannel[]
}

type GivenLocale = GivenTexts & { locale: string }

const hasText = ({ subject, body, url, email, push }: AttachedChannel) =>
  subject !== null || body !== null || url !== null || email !== undefined || push !== undefined

/** The locales of a request in stored form, by their names. */
export function localesOf(given: readonly GivenLocale[]): LocaleTexts[] {
  return given
    .map(({ locale, subject, body, channels = [] }) => ({
      locale: canonicalLocale(locale) ?? locale,
      subject: subject || null,
      body: body || null,
      channels: channels.map(attachedChannel).filter(hasText),
    }))
    .toSorted((a, b) => (a.locale < b.locale ? -1 : 1))
}

/** Leaves out texts of channels that the template no longer has. */
export function withoutDetached(locales: readonly LocaleTexts[], channels: readonly AttachedChannel[]): LocaleTexts[] {
  const ids = new Set(channels.map((channel) => channel.notification_channel_id))
  return locales.map((texts) => ({
    ...texts,
    channels: texts.channels.filter((channel) => ids.has(channel.notification_channel_id)),
  }))
}

/** The errors in the locales of a request, for a template with these channels. */
export function localeErrors(given: readonly GivenLocale[], channels: readonly AttachedChannel[]): FieldErrors {
  const ids = new Set(channels.map((channel) => channel.notification_channel_id))
  const nameErrors = localeNameErrors(given)
  if (Object.keys(nameErrors).length > 0) return nameErrors
  let bytes = 0
  for (const [index, texts] of given.entries()) {
    const field = `locales.${index}`
    const channelField = misplacedChannel(texts.channels ?? [], ids)
    if (channelField !== null) return { [`${field}.${channelField.field}`]: [channelField.sentence] }
    const errors = channelContentErrors(`${field}.`, texts.channels ?? [])
    if (Object.keys(errors).length > 0) return errors
    for (const { text } of fieldTexts('', texts)) bytes += Buffer.byteLength(text)
  }
  return bytes > LOCALES_BYTES_MAX ? { locales: ['has too long texts (maximum is 1 MiB in total)'] } : {}
}

/** The errors in the content of channels. */
export function channelContentErrors(prefix: string, channels: readonly GivenChannel[]): FieldErrors {
  return Object.assign(
    {},
    ...channels.map((channel, index) => {
      const [at, content] = [`${prefix}channels.${index}.`, contentOf(channel)]
      return { ...contentErrors(at, content), ...fixedTextErrors(at, content, channel.url) }
    }),
  ) as FieldErrors
}

function misplacedChannel(channels: readonly GivenChannel[], ids: ReadonlySet<number>) {
  const seen = new Set<number>()
  for (const [index, { notification_channel_id: id }] of channels.entries()) {
    if (seen.has(id)) return { field: 'channels', sentence: `has the channel ${id} twice` }
    seen.add(id)
    if (!ids.has(id))
      return { field: `channels.${index}.notification_channel_id`, sentence: 'is not a channel of the template' }
  }
  return null
}
