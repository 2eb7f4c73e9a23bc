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
const NOT_ASKED = new Set(['user.id', 'user'])

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

/** Parses a JSON list or object. All other input stays text. */
function valueOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The values as the attributes of a message. */
export function attributesOf(samples: Samples): { name: string; value: unknown }[] {
  return Object.entries(samples)
    .filter(([name, text]) => text !== '' && !Object.hasOwn(SOMEBODY, name))
    .map(([name, text]) => ({ name, value: valueOf(text) }))
}

/** The attributes of a message as sample values. The fields of an object are values of their own, as templates name them: `order.id`. */
export function samplesOf(attributes: readonly { name: string; value: unknown }[]): Samples {
  const partsOf = (name: string, value: unknown): [string, string][] => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const parts = isObject ? Object.entries(value).flatMap(([part, one]) => partsOf(`${name}.${part}`, one)) : []
    return parts.length > 0 ? parts : [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
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
