/** The finished first steps of the account, as the service remembers them. */
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
/** The live stream has no attempts. Until one has succeeded, the steps are read again after this time, ms. */
const READ_STEPS_MS = 2000

/** null while it is not known. */
export function useSteps({ everyMs, enabled }: ReadOptions): Steps | null {
  const messages = useRead('GET /api/v1/messages', { query: { limit: 1 } }, { everyMs, enabled })
  const channels = useRead('GET /api/v1/notification_channels', { query: { limit: CHANNELS_MAX } }, { enabled })
  const endpoints = useEndpoints()
  const endpoint = endpoints.data?.webhook_endpoints[0] ?? null
  const first = useRead('GET /api/v1/first_steps', {}, { enabled })
  const hasSeenEvent = first.data?.first_steps.event_confirmed_at != null
  const isAwaited = enabled === true && endpoint !== null && first.data !== undefined && !hasSeenEvent
  useRead('GET /api/v1/first_steps', {}, { everyMs: READ_STEPS_MS, enabled: isAwaited })
  if ([messages, channels, endpoints, first].some(({ data }) => data === undefined)) return null
  const hasMessage = messages.data!.messages.length > 0
  const hasProvider = channels.data!.notification_channels.some(({ provider }) => provider !== 'sandbox')
  return { hasMessage, hasProvider, endpoint, hasSeenEvent, isComplete: hasMessage && hasProvider && hasSeenEvent }
}
