/** The service's outgoing connections, and the addresses that they may use. */
import type { SecureContext } from 'node:tls'
import type { RouteContext } from '../context.ts'
import { readExtraCa } from './distrusted-roots.ts'
import { createConnections } from './judged-connections.ts'
import type { Connections } from './judged-connections.ts'
import { createResolver } from './resolve.ts'
import type { HostResolver } from './resolve.ts'
import { createTrust } from './socket-connect.ts'
import { createReceiverPolicy } from './url-policy.ts'
import type { ReceiverPolicy } from './url-policy.ts'

export interface Outgoing {
  /** Addresses allowed for webhooks. */
  policy: ReceiverPolicy
  /** Addresses allowed in settings of channels, in devices and in reports of providers. */
  providerPolicy: ReceiverPolicy
  resolver: HostResolver
  trust: SecureContext
  /** Connections to webhook receivers. */
  connections: Connections
  /** A few more connections to receivers, for tests, so that they take none of a dispatcher. */
  createFew(connectionsMax: number): Connections
}

/** A test is rarely repeated at once. */
const FEW_IDLE_TIMEOUT_MS = 1000

/**
 * `connectionsMax`: connections to receivers at the same time. `resendWithinMs`: see `createConnections`.
 * @throws {StartError} if WEBHOOK_EXTRA_CA_FILE cannot be used.
 */
export function createOutgoing(
  { config, clock }: Pick<RouteContext, 'config' | 'clock'>,
  connectionsMax: number,
  resendWithinMs: number,
): Outgoing {
  const policy = createReceiverPolicy({ allowCidrs: config.webhookAllowCidrs, allowHosts: config.webhookAllowHosts })
  const { providerAllowCidrs, providerAllowHosts } = config
  const providerPolicy = createReceiverPolicy({ allowCidrs: providerAllowCidrs, allowHosts: providerAllowHosts })
  const resolver = createResolver({ servers: config.webhookDnsServers, clock })
  const trust = createTrust(readExtraCa(config.webhookExtraCaFile))
  const options = {
    ...{ policy, resolver, trust, clock, connectionsMax, resendWithinMs },
    connectTimeoutMs: config.webhookConnectTimeoutMs,
    responseTimeoutMs: config.webhookResponseTimeoutMs,
    attemptTimeoutMs: config.webhookAttemptTimeoutMs,
  }
  const createFew = (few: number) =>
    createConnections({ ...options, connectionsMax: few, idleTimeoutMs: FEW_IDLE_TIMEOUT_MS })
  return { policy, providerPolicy, resolver, trust, connections: createConnections(options), createFew }
}
