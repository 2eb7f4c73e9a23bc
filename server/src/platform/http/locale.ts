/** Locales in requests: language tags of BCP 47 like `pt-BR`. */
import Type from 'typebox'
import type { FieldErrors } from '../errors.ts'

const LOCALE_CHARACTERS_MAX = 35

/** A language with other parts. `en_GB` is accepted too, because many systems write it so. */
const LOCALE = '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$'
const LOCALE_PATTERN = new RegExp(LOCALE)

export const LOCALE_MISTAKE = 'must be a locale like pt-BR'

/** A locale in a request. Read it with `canonicalLocale`. */
export function LocaleInput(options: { description?: string } = {}) {
  return Type.Unsafe<string>({
    type: 'string',
    maxLength: LOCALE_CHARACTERS_MAX,
    pattern: LOCALE,
    sentence: LOCALE_MISTAKE,
    examples: ['pt-BR'],
    ...options,
  })
}

/** The locale in its canonical form: `pt_br` is `pt-BR`. Null if it is not a locale. */
export function canonicalLocale(text: string): string | null {
  if (text.length > LOCALE_CHARACTERS_MAX || !LOCALE_PATTERN.test(text)) return null
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null
  } catch {
    // For example `en-US-US`.
    return null
  }
}

/** `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function fallbacks(locale: string): string[] {
  const parts = locale.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}

/** Two names of Bokmål. Phones say `nb`, older systems `no`. */
const OTHER_NAMES: Readonly<Record<string, string>> = { no: 'nb', nb: 'no' }

const scriptOf = (locale: string) => new Intl.Locale(locale).maximize().script

/**
 * The best of the locales with texts for a canonical locale, or null. If a language has several scripts, a locale with the same script
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

/** The texts for a locale of a request or a recipient. Null: there are none, or the locale is none. */
export function textsFor<Texts extends { locale: string }>(asked: string, all: readonly Texts[]): Texts | null {
  const locale = canonicalLocale(asked)
  const names = all.map((texts) => texts.locale)
  const used = locale === null ? null : usedLocale(locale, names)
  return all.find((texts) => texts.locale === used) ?? null
}

/** A language, perhaps with a script and a region. So a locale falls back at most twice. */
const OF_TEXTS = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/

/** The canonical name of a locale that texts may have, or null. */
function localeOfTexts(given: string): string | null {
  const locale = canonicalLocale(given)
  return locale !== null && OF_TEXTS.test(locale) ? locale : null
}

/** The errors of the list `locales` of a request: a name that is no locale, or is there twice. */
export function localeNameErrors(given: readonly { locale: string }[]): FieldErrors {
  const names = new Set<string>()
  for (const [index, texts] of given.entries()) {
    const locale = localeOfTexts(texts.locale)
    if (locale === null) return { [`locales.${index}.locale`]: [LOCALE_MISTAKE] }
    if (names.has(locale)) return { locales: [`has the locale ${locale} twice`] }
    names.add(locale)
  }
  return {}
}

/** Checked texts with their canonical names, by these. */
export function byLocale<Texts extends { locale: string }>(given: readonly Texts[]): Texts[] {
  return given
    .map((texts) => ({ ...texts, locale: canonicalLocale(texts.locale) ?? texts.locale }))
    .toSorted((a, b) => (a.locale < b.locale ? -1 : 1))
}
