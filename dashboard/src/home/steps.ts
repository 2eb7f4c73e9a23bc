/** The finished first steps of the account. */
import { useQuery } from '@tanstack/react-query'
import { SESSION_KEY, useSession } from '../api/session.tsx'
import type { PageSession } from '../api/session.tsx'
import { useEndpoints } from '../webhooks/endpoint.ts'
import type { WebhookEndpoint } from '../webhooks/endpoint.ts'

export interface Steps {
  hasMessage: boolean
  hasProvider: boolean
  endpoint: WebhookEndpoint | null
  hasSeenEvent: boolean
  isComplete: boolean
}

/** Until all steps are done, the session is read again after this time, ms. The live stream has no attempts. */
const READ_EVERY_MS = 2000

/** null while it is not known. */
export function useSteps({ enabled }: { enabled: boolean }): Steps | null {
  const { first_steps: done } = useSession()
  const endpoints = useEndpoints()
  const isComplete = done !== undefined && done.has_message && done.has_provider && done.has_confirmed_event
  useQuery<PageSession>({ queryKey: SESSION_KEY, enabled: enabled && !isComplete, refetchInterval: READ_EVERY_MS })
  if (done === undefined || endpoints.data === undefined) return null
  const { has_message: hasMessage, has_provider: hasProvider, has_confirmed_event: hasSeenEvent } = done
  return { hasMessage, hasProvider, endpoint: endpoints.data.webhook_endpoints[0] ?? null, hasSeenEvent, isComplete }
}
