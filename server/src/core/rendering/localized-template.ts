/** Chooses the texts of a template for a locale. Pure. The fall-backs are explained in `texts.ts`. */
import { canonicalLocale } from '../../platform/http/locale.ts'
import { localizedContent } from './content.ts'
import type { LoadedChannel, LoadedTemplate } from './find-templates.ts'
import { formatsOf } from './locale-filters.ts'
import type { LocaleTexts } from './texts.ts'

/** `zh-Hant-TW`, `zh-Hant`, `zh`. */
function fallbacks(locale: string): string[] {
  const parts = locale.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}

/** Two names of Bokmål. Phones say `nb`, older systems `no`. */
const OTHER_NAMES: Readonly<Record<string, string>> = { no: 'nb', nb: 'no' }

const scriptOf = (locale: string) => new Intl.Locale(locale).maximize().script

/**
 * The locale of a template for a canonical locale, or null. If a language has several scripts, a locale with the same script
 * comes before the language: `zh-TW` is written like `zh-Hant`, and `zh` is not.
 */
export function usedLocale(asked: string, names: readonly string[]): string | null {
  if (names.includes(asked)) return asked
  const language = asked.split('-', 1)[0]!
  const specific = fallbacks(asked).slice(0, -1)
  const script = scriptOf(asked)
  const sameScript = (name: string) => name.startsWith(`${language}-`) && scriptOf(name) === script
  const alike = [`${language}-${script}`, ...(script === scriptOf(language) ? [] : names.filter(sameScript))]
  const other = OTHER_NAMES[language]
  const others = other === undefined ? [] : fallbacks(`${other}${asked.slice(language.length)}`)
  return [...specific, ...alike, language, ...others].find((name) => names.includes(name)) ?? null
}

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
    localized: { locale: used, formats: formatsOf(locale, used) },
  }
}
