/** Locales in requests: language tags of BCP 47 like `pt-BR`. */
import Type from 'typebox'

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
