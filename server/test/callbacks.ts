/** Calls a provider's callback parser directly, without the service. */
import { createSystemClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/log.ts'
import type { CallbackDependencies, CallbackRequest, CallbackResult } from '../src/core/providers/callback.ts'
import type { ProviderDefinition } from '../src/core/providers/provider.ts'
import { createCallbackAddresses } from '../src/core/providers/callback-address.ts'
import { createTestGuardedCalls } from './guarded.ts'

/** Callback addresses of a service with its own key. */
export const testCallbackAddresses = createCallbackAddresses([Buffer.alloc(32, 1)], () => 'https://tidings.example.com')

interface TestCallback {
  url?: string
  headers: CallbackRequest['headers']
  body: string
  receivedAt?: number
}

export function parseCallback(...given: Parameters<typeof preparedCallback>): Promise<CallbackResult> {
  return preparedCallback(...given)()
}

/** Prepares a callback and returns a function that parses it, to be called any number of times. */
export function preparedCallback(
  provider: ProviderDefinition,
  { url = 'https://tidings.example.com/callbacks/7-9', headers, body, receivedAt }: TestCallback,
  settings: Record<string, unknown>,
  dependencies: Partial<CallbackDependencies> = {},
): () => Promise<CallbackResult> {
  const clock = createSystemClock()
  const request = {
    method: 'POST',
    url,
    headers,
    body: Buffer.from(body),
    receivedAt: receivedAt ?? clock.wall(),
    returnPath: null,
  }
  const own = {
    clock,
    log: createLogger('silent'),
    config: { providerUrls: new Map() },
    guarded: createTestGuardedCalls(),
  }
  return () => provider.callbacks!.parse(request, settings, { ...own, ...dependencies })
}
