/** Sample values for a preview, by their names in templates. */
import type { Operations } from '../../../sdk/src/types.ts'

type Listed = Operations['GET /api/v1/messages']['answer']['messages'][number]
type Message = Pick<Listed, 'message_attributes' | 'notification_user_fields'>

/** A text that a member has written, and `valueOf` reads. With `text`: a text that a message has sent as text, also `9`. */
export type Sample = string | { text: string }

export type Samples = Record<string, Sample>

const textOf = (sample: Sample): string => (typeof sample === 'string' ? sample : sample.text)

/** The default sample recipient. */
const SOMEBODY: Record<string, string> = {
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

/** The text of a name in the preview, or '' for none. */
export function sampleOf(samples: Samples, name: string): string {
  const values = [samples, SOMEBODY].find((one) => Object.hasOwn(one, name))
  return textOf(values?.[name] ?? '')
}

/** The samples after a member has written the text. A text that a message sent stays a text, until it is emptied. */
export function withSample(samples: Samples, name: string, text: string): Samples {
  return { ...samples, [name]: typeof samples[name] === 'object' && text !== '' ? { text } : text }
}

/** The names with an editable value, each once. */
export function askedNames(used: readonly string[]): string[] {
  return [...new Set(used.map(nameOf))].filter((name) => !NOT_ASKED.has(name))
}

/** Whether a name belongs to the recipient, so a message has no value for it. */
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

const sampleFrom = (value: unknown): Sample => (typeof value === 'string' ? { text: value } : JSON.stringify(value))

/** The values as the attributes of a message. */
export function attributesOf(samples: Samples): { name: string; value: unknown }[] {
  return (
    Object.entries(samples)
      .filter(([name, sample]) => textOf(sample) !== '' && !Object.hasOwn(SOMEBODY, name))
      .map(([name, sample]) => ({ name, value: typeof sample === 'string' ? valueOf(sample) : sample.text }))
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
  const partsOf = (name: string, value: unknown, isInside = false): [string, Sample][] => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const parts = isObject ? Object.entries(value) : []
    const isWhole = names.includes(name) || (!isInside && parts.length === 0)
    const own: [string, Sample][] = isWhole ? [[name, sampleFrom(value)]] : []
    return [...own, ...parts.flatMap(([part, one]) => partsOf(`${name}.${part}`, one, isInside || isWhole))]
  }
  return Object.fromEntries(attributes.flatMap(({ name, value }) => partsOf(name, value)))
}

/**
 * The values of a message as sample values, by the rules of the service: the fields of its recipient, then its attributes, then
 * those of its recipient that the template uses. A field without a value is empty. A deleted recipient has no fields. The language
 * is that of the shown texts.
 */
export function samplesOfMessage(
  { message_attributes, notification_user_fields: recipient }: Message,
  names: readonly string[],
): Samples {
  const given = samplesOf(message_attributes, names)
  if (recipient == null) return given
  const { attributes, ...fields } = recipient
  const isUsed = (name: string) => names.some((one) => `${one}.`.startsWith(`${name}.`) || name.startsWith(`${one}.`))
  const others = Object.entries(attributes)
    .map(([name, value]) => ({ name: `user.${name}`, value }))
    .filter(({ name }) => isUsed(name))
  const values: Readonly<Record<string, string | number | null>> = fields
  const own = Object.keys(SOMEBODY)
    .filter((name) => name !== 'user.locale')
    .map((name) => [name, String(values[name.slice('user.'.length)] ?? '')])
  return { ...samplesOf(others, names), ...given, ...Object.fromEntries(own) }
}

/** The recipient of the preview. `locale`: the language of the texts. */
export function recipientOf(samples: Samples, locale: string | null): Record<string, string | null> {
  const given = locale === null ? samples : { 'user.locale': locale, ...samples }
  const names = Object.keys(SOMEBODY)
  return Object.fromEntries(names.map((name) => [name.slice('user.'.length), sampleOf(given, name) || null]))
}

/** A stored recipient in the preview. `locale`: the language of the texts. */
export function storedRecipient(stored: Readonly<Record<string, unknown>>, locale: string | null) {
  const names = Object.keys(SOMEBODY).map((name) => name.slice('user.'.length))
  const given = names.flatMap((name) => (typeof stored[name] === 'string' ? [[name, stored[name]] as const] : []))
  return { ...Object.fromEntries(given), ...(locale === null ? {} : { locale }) }
}

/** The recipient's names, for suggestions. */
export const RECIPIENT_NAMES: readonly string[] = Object.keys(SOMEBODY)
