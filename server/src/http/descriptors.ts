import type { Config } from '../config/config.ts'

/**
 * Everything that the process holds open takes one of its file descriptors, the connections of strangers too. They are shared
 * out at the start, so that no one of these can take what another needs, and the database gets its own whatever happens.
 */

/** Descriptors of Node itself, the log, files, name lookups and what listens. */
const OWN_DESCRIPTORS = 64
/** Connections of the database beside its pool: notifications, maintenance. */
const DATABASE_CONNECTIONS_BESIDE = 4
/** Connections to providers; mail servers are kept connected by channel. */
const PROVIDER_CONNECTIONS = 1024

export interface DescriptorShares {
  /** Descriptors that the process may have open (`ulimit -n`); infinite where there is no such limit. */
  limit: number
  /** As many it would need for all that the configuration allows. */
  needed: number
  /** The least that it can run with. */
  neededAtLeast: number
  /** Connections that are accepted at a time. */
  httpConnectionsMax: number
  /** Connections to receivers of webhooks at a time. */
  webhookConnectionsMax: number
  /** Connections to providers at a time. */
  providerConnectionsMax: number
}

type SharesConfig = Pick<Config, 'databaseConnectionsMax' | 'webhookConnectionsMax' | 'httpConnectionsMax' | 'roles'>

/**
 * What may be open at a time under a limit of descriptors: as much as is configured where it fits, else a quarter of what the
 * database leaves for receivers, a quarter for providers, and the rest for those who call; half and half without the API.
 */
export function shareDescriptors(limit: number, config: SharesConfig): DescriptorShares {
  const reserved = OWN_DESCRIPTORS + DATABASE_CONNECTIONS_BESIDE + config.databaseConnectionsMax
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

/** What an operator should know of a limit that is too low for the configuration; null if all of it fits. */
export function describeShortage(shares: DescriptorShares, config: SharesConfig): string | null {
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

/** The limit of this process by the system, which Node has raised as far as it may; infinite if there is none. */
export function descriptorLimit(): number {
  // Otherwise it looks up the names of all addresses that the process is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Infinity
}
