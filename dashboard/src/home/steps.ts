/** The finished first steps of the account. */
import { useRead } from '../api/queries.ts'
import type { ReadOptions } from '../api/queries.ts'
import { useEndpoints } from '../webhooks/endpoint.ts'
import type { WebhookEndpoint } from '../webhooks/endpoint.ts'

export interface Steps {
  hasMessage: boolean
  hasProvider: boolean
  endpoint: WebhookEndpoint | null
  hasSeenEvent: boolean
  isComplete: boolean
}

const CHANNELS_MAX = 200
/** An event that a receiver has confirmed. */
const CONFIRMED = { query: { state: 'delivered', limit: 1 } } as const
/** The live stream has no attempts. Until one has succeeded, the events are read again after this time, ms. */
const READ_EVENTS_MS = 2000

/** null while it is not known. */
export function useSteps({ everyMs, enabled }: ReadOptions): Steps | null {
  const messages = useRead('GET /api/v1/messages', { query: { limit: 1 } }, { everyMs, enabled })
  const channels = useRead('GET /api/v1/notification_channels', { query: { limit: CHANNELS_MAX } }, { enabled })
  const endpoints = useEndpoints()
  const endpoint = endpoints.data?.webhook_endpoints[0] ?? null
  const confirmed = useRead('GET /api/v1/webhook_events/newest', CONFIRMED, { enabled })
  const hasSeenEvent = confirmed.data !== undefined && confirmed.data.webhook_events.length > 0
  // If a page is empty and another follows, the account has many events: a read would be expensive.
  const isAwaited = enabled === true && endpoint !== null && confirmed.data?.next_cursor === null && !hasSeenEvent
  useRead('GET /api/v1/webhook_events/newest', CONFIRMED, { everyMs: READ_EVENTS_MS, enabled: isAwaited })
  if ([messages, channels, endpoints, confirmed].some(({ data }) => data === undefined)) return null
  const hasMessage = messages.data!.messages.length > 0
  const hasProvider = channels.data!.notification_channels.some(({ provider }) => provider !== 'sandbox')
  return { hasMessage, hasProvider, endpoint, hasSeenEvent, isComplete: hasMessage && hasProvider && hasSeenEvent }
}
