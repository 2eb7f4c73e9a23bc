import type { Config } from '../config/config.ts'
import { StartError } from '../db/servers/start-error.ts'
import type { Logger } from '../log.ts'
import { LIMITS } from './limits.ts'

/**
 * Divides the process's file descriptors between its uses at the start. So no use can take descriptors that another use
 * needs, and the database always has its own.
 */

/** Descriptors of Node itself, the log, files, name lookups and listening sockets. */
const OWN_DESCRIPTORS = 64
/** Connections to each database server outside the pool: notifications, maintenance. */
const DATABASE_CONNECTIONS_BESIDE = 4
/** Connections to providers. Each mail channel keeps its own open. */
const PROVIDER_CONNECTIONS = 1024
/** Connections to the mail server of this process. */
const SMTP_CONNECTIONS_MAX = LIMITS.mailsArriving.max + LIMITS.mailsReturning.max + LIMITS.mailsSending.max

export interface DescriptorLimits {
  /** Descriptors that the process may open (`ulimit -n`). Infinite if there is no limit. */
  limit: number
  /** Descriptors needed for the whole configuration. */
  needed: number
  /** The minimum to start. */
  neededAtLeast: number
  /** Connections accepted at the same time. */
  httpConnectionsMax: number
  /** Connections to webhook receivers at the same time. */
  webhookConnectionsMax: number
  /** Connections to providers at the same time. */
  providerConnectionsMax: number
}

type DescriptorsConfig = Pick<
  Config,
  'databaseConnectionsMax' | 'webhookConnectionsMax' | 'httpConnectionsMax' | 'roles'
>

/**
 * Divides a limit of descriptors. If the configuration does not fit, the database takes its part first. Receivers get a
 * quarter of the rest, providers a quarter, and callers the remainder. Without the API, receivers and providers get
 * half each. `servers`: the database servers.
 */
export function divideDescriptors(limit: number, config: DescriptorsConfig, servers = 1): DescriptorLimits {
  const ofMails = config.roles.includes('smtp') ? SMTP_CONNECTIONS_MAX : 0
  const reserved = OWN_DESCRIPTORS + ofMails + servers * (DATABASE_CONNECTIONS_BESIDE + config.databaseConnectionsMax)
  const left = Math.max(0, limit - reserved)
  const webhooksWanted = config.roles.includes('dispatch') ? config.webhookConnectionsMax : 0
  const httpWanted = config.roles.includes('api') ? config.httpConnectionsMax : 0
  const parts = httpWanted > 0 ? 4 : 2
  const part = Math.floor(left / parts)
  const webhookConnectionsMax = Math.min(webhooksWanted, part)
  const providerConnectionsMax = Math.min(PROVIDER_CONNECTIONS, part)
  return {
    limit,
    needed: reserved + Math.max(webhooksWanted + PROVIDER_CONNECTIONS + httpWanted, parts * webhooksWanted),
    neededAtLeast: reserved + OWN_DESCRIPTORS,
    httpConnectionsMax: Math.min(httpWanted, left - webhookConnectionsMax - providerConnectionsMax),
    webhookConnectionsMax,
    providerConnectionsMax,
  }
}

/** The warning for the operator if the limit is too low for the configuration, otherwise null. */
export function describeShortage(shares: DescriptorLimits, config: DescriptorsConfig): string | null {
  const { limit, needed, httpConnectionsMax, webhookConnectionsMax } = shares
  const lowered = [
    config.roles.includes('api') && httpConnectionsMax < config.httpConnectionsMax
      ? `the service accepts ${httpConnectionsMax} connections at a time instead of ${config.httpConnectionsMax} (HTTP_CONNECTIONS_MAX)`
      : null,
    config.roles.includes('dispatch') && webhookConnectionsMax < config.webhookConnectionsMax
      ? `it opens ${webhookConnectionsMax} to receivers instead of ${config.webhookConnectionsMax} (WEBHOOK_CONNECTIONS_MAX)`
      : null,
  ].filter((one) => one !== null)
  if (lowered.length === 0) return null
  return `The limit of open files is ${limit}: ${lowered.join('; ')}. Raise the limit to ${needed} (ulimit -n), or lower these variables.`
}

/** This process's limit of open files, infinite if there is none. Node has already raised it to the maximum allowed. */
export function descriptorLimit(): number {
  // Without this, the report looks up the host names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Infinity
}

/**
 * Divides the limit of open files for this number of database servers, and logs if it is too low for the configuration.
 * @throws {StartError} if it is too low even for the database.
 */
export function divideOpenFiles(config: Config, servers: number, log: Logger): DescriptorLimits {
  const shares = divideDescriptors(descriptorLimit(), config, servers)
  if (shares.limit < shares.neededAtLeast)
    throw new StartError(
      `The limit of open files is ${shares.limit}: the service needs ${shares.neededAtLeast} or more (ulimit -n)`,
    )
  const shortage = describeShortage(shares, config)
  if (shortage !== null) log.warn({ event: 'service.descriptors_short', ...shares, shortage })
  return shares
}
