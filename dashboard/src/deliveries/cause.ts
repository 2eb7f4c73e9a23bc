/** Explains the status of a delivery in plain words. */
import { CANCEL_REASONS, FAILURE_CAUSES } from '../../../server/src/core/providers/causes.ts'

type Cause = keyof typeof FAILURE_CAUSES

/** The causes by their sentence, for a list. */
export const CAUSE_CHOICES = Object.entries(FAILURE_CAUSES)
  .map(([value, label]) => ({ value, label: label as string }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

/** Another send has the same result, until the recipient has another address, device or choice. */
const OF_THE_WAY: ReadonlySet<string> = new Set<Cause>([
  'device_unregistered',
  'invalid_address',
  'mailbox_unavailable',
  'no_address',
  'no_device',
  'recipient_deleted',
  'suppressed',
  'unsubscribed',
])

/** The causes that the service tells by a sentence. */
const SENTENCES: Record<string, Cause> = {
  'The recipient was deleted': 'recipient_deleted',
  'The recipient has no device': 'no_device',
  'The recipient has no email address': 'no_address',
  'The recipient has no phone number': 'no_address',
  'The recipient has no address': 'no_address',
}

/** Whether another send can arrive. `cause`: the word, or the error of a delivery. Null: the cause is not known. */
export function canHelp(cause: string | null): boolean {
  const word = cause === null ? '' : (SENTENCES[cause] ?? cause.split(':')[0]!)
  return !OF_THE_WAY.has(word)
}

/** Why another send is not offered. `sentence`: of its cause. */
export const cannotHelp = (sentence: string | null): string =>
  `Another send cannot help: ${(sentence ?? FAILURE_CAUSES.unknown).replace(/^The /, 'the ')}`

const REASONS: Record<string, string> = {
  ...CANCEL_REASONS,
  monthly_email_deliveries: 'The monthly limit of emails is reached',
  monthly_push_deliveries: 'The monthly limit of push messages is reached',
  monthly_sms_deliveries: 'The monthly limit of text messages is reached',
  monthly_in_app_deliveries: 'The monthly limit of in-app messages is reached',
}

interface Told {
  error_message: string | null
  friendly_error_message: string | null
  limit_feature_key: string | null
}

/** The sentence of a cause: a word, with or without the provider's own text. Null: the text has no known word. */
export function sentenceOf(cause: string | null): string | null {
  const word = cause?.split(':', 1)[0] ?? ''
  return Object.hasOwn(FAILURE_CAUSES, word) ? FAILURE_CAUSES[word as Cause] : null
}

/** The server that the service could not reach, from the text of an error. Null: the error is of another kind. */
export function placeIn(error: string | null): string | null {
  return (
    /^(?:connection_refused|connection_reset|dns_error|timeout|tls_error): (\S+:\d+)$/.exec(error ?? '')?.[1] ?? null
  )
}

/** The cause as a sentence, or null if there is none. */
export function causeOf(delivery: Told): string | null {
  const { error_message: message, friendly_error_message: friendly, limit_feature_key: limit } = delivery
  if (limit !== null) return REASONS[limit] ?? `The limit ${limit} is reached`
  const word = sentenceOf(message)
  // The sentence of the service may tell more, for example why the address is suppressed.
  const isOfService = message !== null && /^(suppressed|unsubscribed)\b/.test(message)
  if (word !== null && !(isOfService && friendly !== null)) return word
  return friendly ?? (message === null ? null : (REASONS[message] ?? message))
}
