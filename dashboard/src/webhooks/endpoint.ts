/** The account's webhook endpoint, and the words for the results of its events and attempts. */
import { useRead } from '../api/queries.ts'
import type { OperationName, Operations } from '../api/call.ts'
import type { Delivery, WebhookAttempt, WebhookEndpoint, WebhookEndpointWithSecret } from '../../../sdk/src/types.ts'

export type { WebhookAttempt, WebhookEndpoint } from '../../../sdk/src/types.ts'
/** A new secret, also in the notation of Standard Webhooks if the endpoint has their signatures. */
export type NewSecret = Pick<WebhookEndpointWithSecret, 'secret' | 'standard_secret'>
export type Stats = Operations['GET /api/v1/webhook_endpoints/{id}/stats']['answer']['stats']
/** An event with its body and its attempts. */
export type WebhookEvent = Operations['GET /api/v1/webhook_events/{id}']['answer']['webhook_event']

export type EventAttempt = WebhookEvent['attempts'][number]

const STATS = 'GET /api/v1/webhook_endpoints/{id}/stats'

/** The operations to read again after a change of the endpoint. */
export const OF_ENDPOINT: readonly OperationName[] = [
  'GET /api/v1/webhook_endpoints',
  STATS,
  'GET /api/v1/webhook_endpoints/{id}/health',
  'GET /api/v1/webhook_endpoints/{id}/attempts',
]

export const REPLAYS = 'GET /api/v1/webhook_endpoints/{id}/replays'

/** The operations to read again after the start of a replay. */
export const OF_REPLAY: readonly OperationName[] = [...OF_ENDPOINT, REPLAYS]

/** The operations to read again after an event is sent again. */
export const OF_RESEND: readonly OperationName[] = [
  ...OF_ENDPOINT,
  'GET /api/v1/webhook_events/{id}',
  'GET /api/v1/webhook_events/newest',
]

const DAY_MS = 86_400_000

/** The server of the endpoint. Its path may be secret. */
export function placeOf({ url }: WebhookEndpoint): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** The start of the missed period. Events have failed for a while before an endpoint is disabled. */
export function missedSince({ inactive_since: inactiveSince }: WebhookEndpoint): string {
  const from = inactiveSince === null ? Date.now() : Date.parse(inactiveSince)
  return new Date(from - DAY_MS).toISOString()
}

export function eventsText(count: number): string {
  return count === 1 ? '1 event' : `${count.toLocaleString()} events`
}

const READ_EVERY_MS = 5000

/** The endpoint of the account, if it has one. */
export function useEndpoints({ everyMs = READ_EVERY_MS }: { everyMs?: number } = {}) {
  return useRead('GET /api/v1/webhook_endpoints', {}, { everyMs })
}

/** A period of the statistics that ends now. */
export type Window = '1h' | '24h' | '7d'

/** The statistics of the endpoint. Cards of a page that have the same window share a call. `window` null: not known yet. */
export function useStats(id: number, window: Window | null) {
  const input = { path: { id }, query: { window: window ?? '1h' } }
  return useRead(STATS, input, { everyMs: READ_EVERY_MS, enabled: window !== null })
}

const STATUS_TONES = { active: 'good', paused: 'warn', disabled: 'bad' } as const

export function toneOfStatus(status: WebhookEndpoint['status']) {
  return STATUS_TONES[status]
}

/** The results of events, with their colors. */
export const STATE_TONES = {
  pending: 'neutral',
  delivered: 'good',
  failed: 'bad',
  skipped: 'warn',
  dropped: 'warn',
} as const

export function toneOfState(state: WebhookEvent['state']) {
  return STATE_TONES[state]
}

/** The delivery in the body of an event, as it was then. Null: the event is a test event. */
export function deliveryOf({ data }: Pick<WebhookEvent, 'data'>): Delivery | null {
  return (data['delivery'] as Delivery | undefined) ?? null
}

/** Why an event was skipped or dropped. */
const REASONS: Record<string, string> = {
  no_endpoint: 'there was no webhook endpoint',
  endpoint_paused: 'the webhook endpoint was paused',
  endpoint_disabled: 'the webhook endpoint was disabled',
  endpoint_deleted: 'the webhook endpoint was deleted',
}

export function reasonText(reason: string): string {
  return REASONS[reason] ?? reason
}

/** The meaning of the words in `error_message`. */
const CAUSES: Record<string, string> = {
  dns_error: 'The host did not resolve',
  address_not_public: 'The host resolved to a forbidden address',
  connect_timeout: 'No connection within 5 s',
  connection_refused: 'No server listens at this address and port, or there is no route to it',
  connection_reset: 'The receiver closed the connection before it responded',
  tls_error: 'The TLS certificate or handshake failed',
  response_timeout: 'No response within 10 s',
  protocol_error: 'The response was not HTTP',
  redirect_not_followed: 'The receiver sent a redirect. Redirects are not followed',
}

/** The result of an attempt as a sentence. */
export function outcomeOf(attempt: Pick<WebhookAttempt, 'response_code' | 'error_message' | 'succeeded'>): string {
  const { response_code: code, error_message: word, succeeded } = attempt
  const cause = word === null ? null : (CAUSES[word] ?? word)
  if (code === null) return cause ?? 'No response'
  if (succeeded) return `Response ${code}`
  return cause === null ? `Response ${code}` : `${cause} (${code})`
}

/** The same for a result in the statistics: a code, or a word of `error_message`. */
export function resultText(result: string): string {
  return /^\d+$/.test(result) ? `Response ${result}` : (CAUSES[result] ?? result)
}

type EventType = NonNullable<NonNullable<Operations['GET /api/v1/webhook_events/newest']['query']>['type']>

/** What an event says. */
const SENTENCES: Record<EventType, string> = {
  'delivery.scheduled': 'The delivery is scheduled',
  'delivery.queued': 'The delivery waits for its send',
  'delivery.sent': 'The provider took the message',
  'delivery.delivered': 'The message arrived',
  'delivery.opened': 'The recipient opened the message',
  'delivery.failed': 'The delivery failed',
  'delivery.bounced': 'The message came back',
  'delivery.canceled': 'The delivery was canceled',
  ping: 'A test of the webhook endpoint',
}

export const EVENT_TYPES = Object.keys(SENTENCES)

/** What an event of this type says. A newer service may have other types. */
export const sentenceOfType = (type: string): string => SENTENCES[type as EventType] ?? type
