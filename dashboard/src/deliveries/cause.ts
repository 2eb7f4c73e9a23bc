/** Explains the status of a delivery in plain words. */
import type { Operations } from '../api/call.ts'

type Cause = NonNullable<NonNullable<Operations['GET /api/v1/deliveries']['query']>['cause']>

/** The causes of failures in a few words, in the order of a list. */
export const CAUSE_NAMES: Readonly<Record<Cause, string>> = {
  mailbox_unavailable: 'Address does not exist',
  mailbox_full: 'Mailbox is full',
  invalid_address: 'Address is not valid',
  suppressed: 'Address is suppressed',
  unsubscribed: 'Unsubscribed',
  no_address: 'No address',
  no_device: 'No device',
  device_unregistered: 'Device no longer accepts messages',
  deferred: 'Not accepted for now',
  unreachable: 'Phone or mail server not reached',
  message_refused: 'Message refused',
  message_too_large: 'Message too large',
  no_text: 'No text in the HTML',
  authentication_failed: 'Credentials rejected',
  provider_error: 'Error of the provider',
  rate_limited: 'Limit of the provider',
  timeout: 'Provider did not respond in time',
  connection_refused: 'Provider not reached',
  connection_reset: 'Connection closed',
  dns_error: 'Host name not found',
  tls_error: 'Secure connection failed',
  address_not_public: 'Provider address is not public',
  port_not_allowed: 'Port not allowed',
  limit_reached: 'Monthly limit reached',
  channel_deleted: 'Channel deleted',
  recipient_deleted: 'Recipient deleted',
  aborted: 'Interrupted',
  overloaded: 'Service overloaded',
  sandbox: 'Simulated by the sandbox',
  unknown: 'No reason given',
}

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

const REASONS: Record<string, string> = {
  requested: 'Canceled on request',
  recipient_deleted: 'The recipient was deleted',
  channel_deleted_or_detached: 'The channel was deleted, deactivated or removed from the template',
  no_live_channels: 'The template had no active channel',
  monthly_email_deliveries: 'The monthly limit of emails is reached',
  monthly_push_deliveries: 'The monthly limit of push messages is reached',
  monthly_sms_deliveries: 'The monthly limit of text messages is reached',
  monthly_in_app_deliveries: 'The monthly limit of in-app messages is reached',
}

interface Told {
  status: string
  error_message: string | null
  friendly_error_message: string | null
  limit_feature_key: string | null
}

/** The cause in a few words, for a column. Null: there is none. */
export function shortCauseOf(delivery: Told): string | null {
  const word = delivery.error_message?.split(':')[0] ?? ''
  return (CAUSE_NAMES as Record<string, string>)[word] ?? causeOf(delivery)
}

/** The cause as a sentence, or null if there is none. */
export function causeOf(delivery: Told): string | null {
  const { error_message: message, friendly_error_message: friendly, limit_feature_key: limit } = delivery
  if (friendly !== null) return friendly
  if (limit !== null) return REASONS[limit] ?? `The limit ${limit} is reached`
  return message === null ? null : (REASONS[message] ?? message)
}
