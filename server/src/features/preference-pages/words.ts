/** The words of the recipients' pages, in their languages. */
import WORDS from './words.json' with { type: 'json' }

export type Words = (typeof WORDS)['en']
export type Language = keyof typeof WORDS

/** The languages of the pages. */
export const LANGUAGES = Object.keys(WORDS) as Language[]

/** The language of a locale like `de-AT`. English for locales without words, and for null. */
export function languageOf(locale: string | null): Language {
  const [language = ''] = (locale ?? '').toLowerCase().split(/[-_,;]/, 1)
  return LANGUAGES.find((one) => one === language) ?? 'en'
}

export const wordsOf = (language: Language): Words => WORDS[language]
