/** Chooses the texts of a template for a locale. Pure. The fall-backs are explained in `texts.ts`. */
import { canonicalLocale, fallbacks, textsFor, usedLocale } from '../../platform/http/locale.ts'
import { localizedContent } from './content.ts'
import type { LoadedChannel, LoadedTemplate } from './find-templates.ts'
import { formatsOf } from './locale-filters.ts'
import type { LocalizablePartial } from './render.ts'
import type { LocaleTexts } from './texts.ts'

/** The first text that is not null. */
const first = <Texts>(all: readonly (Texts | undefined)[], read: (texts: Texts) => string | null): string | null => {
  for (const texts of all) {
    const text = texts === undefined ? null : read(texts)
    if (text !== null) return text
  }
  return null
}

function localizedChannel(channel: LoadedChannel, found: readonly LocaleTexts[]): LoadedChannel {
  const own = found.map(({ channels }) => channels.find((one) => one.notification_channel_id === channel.channelId))
  const all = [...own, channel]
  return {
    ...channel,
    subject: first(all, ({ subject }) => subject),
    body: first(all, ({ body }) => body),
    url: first(all, ({ url }) => url),
    content: localizedContent([...own, channel.content]),
  }
}

/** The partial with its text for the locale of the texts that use it. */
export function localizedPartial<Partial extends LocalizablePartial>(partial: Partial, used: string): Partial {
  const texts = textsFor(used, partial.locales)
  return texts === null ? partial : { ...partial, text: texts.text, locale: texts.locale }
}

/** The template with its texts for a locale of a request or a recipient. Null or no such texts: its own. */
export function localizedTemplate(template: LoadedTemplate, asked: string | null): LoadedTemplate {
  if (asked === null) return template
  const locale = canonicalLocale(asked)
  if (locale === null) return template
  const used = usedLocale(
    locale,
    template.locales.map((texts) => texts.locale),
  )
  if (used === null) return template
  const found = fallbacks(used).flatMap((name) => template.locales.find((texts) => texts.locale === name) ?? [])
  const channels = new Map(
    template.allChannels.map((channel) => [channel.channelId, localizedChannel(channel, found)] as const),
  )
  return {
    ...template,
    subject: first(found, ({ subject }) => subject) ?? template.subject,
    body: first(found, ({ body }) => body) ?? template.body,
    channels: template.channels.map(({ channelId }) => channels.get(channelId)!),
    allChannels: [...channels.values()],
    partials: template.partials.map((partial) => localizedPartial(partial, used)),
    localized: { locale: used, formats: formatsOf(locale, used) },
  }
}
