/** Sample values for a preview, by their names in templates. */

export type Samples = Record<string, string>

/** The default sample recipient. */
const SOMEBODY: Samples = {
  'user.external_user_id': 'user-1',
  'user.email': 'ada@example.com',
  'user.phone': '+442071838750',
  'user.first_name': 'Ada',
  'user.last_name': 'Lovelace',
  'user.locale': 'en-GB',
  'user.time_zone': 'Europe/London',
}

/** The service sets these values. */
const NOT_ASKED = new Set(['user.id', 'user', 'locale', 'unsubscribe_url', 'preferences_url'])

/** The recipient's own names have two spellings: `user.firstName` is `user.first_name`. */
export function nameOf(written: string): string {
  const snake = written.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(SOMEBODY, snake) ? snake : written
}

/** The value of a name in the preview, or '' for none. */
export function sampleOf(samples: Samples, name: string): string {
  const values = [samples, SOMEBODY].find((one) => Object.hasOwn(one, name))
  return values?.[name] ?? ''
}

/** The names with an editable value, each once. */
export function askedNames(used: readonly string[]): string[] {
  return [...new Set(used.map(nameOf))].filter((name) => !NOT_ASKED.has(name))
}

/** Whether a name belongs to the recipient, so no message has its value. */
export const isOfRecipient = (name: string): boolean => name.startsWith('user.')

/** Parses JSON lists, objects and quoted texts, and `true`, `false`, `null` and numbers as JSON writes them. All other input stays text. */
function valueOf(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    const hasParts = typeof value === 'object' && value !== null
    return hasParts || JSON.stringify(value) === text ? value : text
  } catch {
    return text
  }
}

/** The text that `valueOf` reads as the value. */
const textOf = (value: unknown): string =>
  typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value)

/** The values as the attributes of a message. */
export function attributesOf(samples: Samples): { name: string; value: unknown }[] {
  return (
    Object.entries(samples)
      .filter(([name, text]) => text !== '' && !Object.hasOwn(SOMEBODY, name))
      .map(([name, text]) => ({ name, value: valueOf(text) }))
      // The service takes the later one of two values: `order.id` replaces the id in `order`.
      .toSorted((one, other) => one.name.split('.').length - other.name.split('.').length)
  )
}

/**
 * The attributes of a message as sample values. The fields of an object are values of their own, as templates name them:
 * `order.id`. `names`: those of the template. If one is the object itself, the object stays, and only the fields with names have
 * values of their own.
 */
export function samplesOf(attributes: readonly { name: string; value: unknown }[], names: readonly string[]): Samples {
  const partsOf = (name: string, value: unknown, isInside = false): [string, string][] => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const parts = isObject ? Object.entries(value) : []
    const isWhole = names.includes(name) || (!isInside && parts.length === 0)
    const own: [string, string][] = isWhole ? [[name, textOf(value)]] : []
    return [...own, ...parts.flatMap(([part, one]) => partsOf(`${name}.${part}`, one, isInside || isWhole))]
  }
  return Object.fromEntries(attributes.flatMap(({ name, value }) => partsOf(name, value)))
}

/** The recipient of the preview. `locale`: the language of the texts. */
export function recipientOf(samples: Samples, locale: string | null): Record<string, string> {
  const given = locale === null ? samples : { 'user.locale': locale, ...samples }
  const names = Object.keys(SOMEBODY)
  return Object.fromEntries(names.map((name) => [name.slice('user.'.length), sampleOf(given, name)]))
}

/** A stored recipient in the preview. `locale`: the language of the texts. */
export function storedRecipient(stored: Readonly<Record<string, unknown>>, locale: string | null) {
  const names = Object.keys(SOMEBODY).map((name) => name.slice('user.'.length))
  const given = names.flatMap((name) => (typeof stored[name] === 'string' ? [[name, stored[name]] as const] : []))
  return { ...Object.fromEntries(given), ...(locale === null ? {} : { locale }) }
}

/** The recipient's names, for suggestions. */
export const RECIPIENT_NAMES: readonly string[] = Object.keys(SOMEBODY)
