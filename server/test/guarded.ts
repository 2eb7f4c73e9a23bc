/** The address guard for tests: it allows loopback and trusts the test's certificate authority. */
import { createSystemClock } from '../src/platform/clock.ts'
import { createSecureContext } from 'node:tls'
import { createResolver } from '../src/platform/outbound/resolve.ts'
import { createReceiverPolicy } from '../src/platform/outbound/url-policy.ts'
import { createGuardedCalls } from '../src/core/providers/guarded-call.ts'
import type { GuardedCalls } from '../src/core/providers/guarded-call.ts'

/** Allows public addresses only. */
export const publicPolicy = createReceiverPolicy({ allowCidrs: [], allowHosts: [] })

export function createTestGuardedCalls(
  options: { allowCidrs?: string[]; nameServers?: string[]; caPem?: string; connectionsMax?: number } = {},
): GuardedCalls {
  const clock = createSystemClock()
  return createGuardedCalls({
    clock,
    connectionsMax: options.connectionsMax ?? 1024,
    policy: createReceiverPolicy({ allowCidrs: options.allowCidrs ?? [], allowHosts: [] }),
    resolver: createResolver({ servers: options.nameServers ?? [], clock }),
    trust: createSecureContext(options.caPem === undefined ? {} : { ca: options.caPem }),
  })
}
