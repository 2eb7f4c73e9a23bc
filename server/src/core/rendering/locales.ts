/**
 * The texts of a template in other languages. A text falls back alone: from the locale (`pt-BR`) to its language (`pt`),
 * then to the template's own text.
 */
import Type from 'typebox'
import type { FieldErrors } from '../../platform/errors.ts'
import { canonicalLocale, LOCALE_MISTAKE, LocaleInput } from '../../platform/http/locale.ts'
import { Nullable } from '../../platform/http/schemas.ts'
import { attachedChannel, Body, ChannelsInput, fieldTexts, Subject } from './texts.ts'
import type { AttachedChannel, GivenChannel, GivenTexts } from './texts.ts'

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

const hasText = ({ subject, body, url }: AttachedChannel) => subject !== null || body !== null || url !== null

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

/** A language, perhaps with a script and a region. So a locale falls back at most twice. */
const OF_TEMPLATE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/

/** The errors in the locales of a request, for a template with these channels. */
export function localeErrors(given: readonly GivenLocale[], channels: readonly AttachedChannel[]): FieldErrors {
  const ids = new Set(channels.map((channel) => channel.notification_channel_id))
  const names = new Set<string>()
  let bytes = 0
  for (const [index, texts] of given.entries()) {
    const field = `locales.${index}`
    const locale = canonicalLocale(texts.locale)
    if (locale === null || !OF_TEMPLATE.test(locale)) return { [`${field}.locale`]: [LOCALE_MISTAKE] }
    if (names.has(locale)) return { locales: [`has the locale ${locale} twice`] }
    names.add(locale)
    const channelField = misplacedChannel(texts.channels ?? [], ids)
    if (channelField !== null) return { [`${field}.${channelField.field}`]: [channelField.sentence] }
    for (const { text } of fieldTexts('', texts)) bytes += Buffer.byteLength(text)
  }
  return bytes > LOCALES_BYTES_MAX ? { locales: ['has too long texts (maximum is 1 MiB in total)'] } : {}
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
