/** The service's outgoing connections, and the addresses that they may use. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorCode } from '../../platform/db/database-error.ts'
import { StartError } from '../../platform/db/servers/start-error.ts'
import type { DescriptorShares } from '../../platform/admission/descriptors.ts'
import { createResolver } from '../../platform/outbound/resolve.ts'
import type { HostResolver } from '../../platform/outbound/resolve.ts'
import { createReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import { createGuardedCalls } from '../../core/providers/guarded-call.ts'
import type { GuardedCalls } from '../../core/providers/guarded-call.ts'
import { createConnections } from '../../platform/outbound/judged-connections.ts'
import type { Connections } from '../../platform/outbound/judged-connections.ts'
import { createTrust } from '../../platform/outbound/socket-connect.ts'
import { RESEND_WITHIN_MS } from '../../core/webhooks/attempt.ts'

export interface Outgoing {
  /** Addresses allowed for webhooks. */
  policy: ReceiverPolicy
  /** Addresses allowed in settings of channels, in devices and in reports of providers. */
  providerPolicy: ReceiverPolicy
  resolver: HostResolver
  guarded: GuardedCalls
  /** Connections to webhook receivers. */
  connections: Connections
}

/**
 * `webhookConnectionsMax` and `providerConnectionsMax`: connections at the same time.
 * @throws {StartError} if WEBHOOK_EXTRA_CA_FILE cannot be used.
 */
export function createOutgoing(
  config: Config,
  clock: Clock,
  {
    webhookConnectionsMax,
    providerConnectionsMax,
  }: Pick<DescriptorShares, 'webhookConnectionsMax' | 'providerConnectionsMax'>,
): Outgoing {
  const policy = createReceiverPolicy({ allowCidrs: config.webhookAllowCidrs, allowHosts: config.webhookAllowHosts })
  const { providerAllowCidrs, providerAllowHosts } = config
  const providerPolicy = createReceiverPolicy({ allowCidrs: providerAllowCidrs, allowHosts: providerAllowHosts })
  const resolver = createResolver({ servers: config.webhookDnsServers, clock })
  const trust = createTrust(readExtraCa(config.webhookExtraCaFile))
  const guarded = createGuardedCalls({
    policy: providerPolicy,
    resolver,
    trust,
    clock,
    connectionsMax: providerConnectionsMax,
  })
  const connections = createConnections({
    policy,
    resolver,
    trust,
    clock,
    connectTimeoutMs: config.webhookConnectTimeoutMs,
    responseTimeoutMs: config.webhookResponseTimeoutMs,
    attemptTimeoutMs: config.webhookAttemptTimeoutMs,
    resendWithinMs: RESEND_WITHIN_MS,
    connectionsMax: webhookConnectionsMax,
  })
  return { policy, providerPolicy, resolver, guarded, connections }
}

function readExtraCa(path: string | null): string | null {
  if (path === null) return null
  try {
    const pem = readFileSync(path, 'utf8')
    // A TLS context silently accepts any text, so check it here.
    void new X509Certificate(pem)
    return pem
  } catch (error) {
    const problem =
      error instanceof Error && 'syscall' in error
        ? `cannot be read (${errorCode(error)})`
        : 'contains no certificate in PEM'
    throw new StartError(`WEBHOOK_EXTRA_CA_FILE ${path} ${problem}`, { cause: error })
  }
}
