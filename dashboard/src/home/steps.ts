/** The finished first steps, as the service knows them. */
import { useRead } from '../api/queries.ts'
import type { ReadOptions } from '../api/queries.ts'
import { useEndpoints } from '../webhooks/endpoint.ts'
import type { WebhookEndpoint } from '../webhooks/endpoint.ts'

export interface Steps {
  newestMessageId: number | null
  hasProvider: boolean
  endpoint: WebhookEndpoint | null
  hasSeenEvent: boolean
  /** null: not known yet. */
  isComplete: boolean | null
}

const CHANNELS_MAX = 200
/** The live stream has no attempts. Until one attempt succeeds, they are read again after this time, ms. */
const READ_ATTEMPTS_MS = 2000

/** null while it is not known. */
export function useSteps({ everyMs, enabled }: ReadOptions): Steps | null {
  const messages = useRead('GET /api/v1/messages', { query: { limit: 1 } }, { everyMs, enabled })
  const channels = useRead('GET /api/v1/notification_channels', { query: { limit: CHANNELS_MAX } }, { enabled })
  const endpoints = useEndpoints()
  const endpoint = endpoints.data?.webhook_endpoints[0] ?? null
  const path = { id: endpoint?.id ?? 0 }
  const first = useRead(
    'GET /api/v1/webhook_endpoints/{id}/attempts',
    { path },
    { enabled: enabled === true && endpoint !== null },
  )
  const hasSeenEvent = endpoint !== null && first.data?.attempts.some(({ succeeded }) => succeeded) === true
  useRead(
    'GET /api/v1/webhook_endpoints/{id}/attempts',
    { path },
    { everyMs: READ_ATTEMPTS_MS, enabled: enabled === true && endpoint !== null && !hasSeenEvent },
  )
  if (messages.data === undefined || channels.data === undefined || endpoints.data === undefined) return null
  const newestMessageId = messages.data.messages[0]?.id ?? null
  const hasProvider = channels.data.notification_channels.some(({ provider }) => provider !== 'sandbox')
  const isKnown = endpoint === null || first.data !== undefined
  const isComplete = isKnown ? newestMessageId !== null && hasProvider && hasSeenEvent : null
  return { newestMessageId, hasProvider, endpoint, hasSeenEvent, isComplete }
}
