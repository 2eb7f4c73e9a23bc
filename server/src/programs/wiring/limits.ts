/** Limits of a process's connections: from callers, to receivers, to the database. */
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/servers/database.ts'
import { createShares } from '../../platform/admission/shares.ts'
import type { Shares } from '../../platform/admission/shares.ts'
import { StartError } from '../../platform/db/servers/start-error.ts'
import { describeShortage, descriptorLimit, shareDescriptors } from '../../platform/admission/descriptors.ts'
import type { DescriptorShares } from '../../platform/admission/descriptors.ts'
import type { Logger } from '../../platform/log.ts'

/**
 * Shares the limit of open files for this number of database servers, and logs if it is too low for the configuration.
 * @throws {StartError} if it is too low even for the database.
 */
export function shareConnections(config: Config, servers: number, log: Logger): DescriptorShares {
  const shares = shareDescriptors(descriptorLimit(), config, servers)
  if (shares.limit < shares.neededAtLeast)
    throw new StartError(
      `The limit of open files is ${shares.limit}: the service needs ${shares.neededAtLeast} or more (ulimit -n)`,
    )
  const shortage = describeShortage(shares, config)
  if (shortage !== null) log.warn({ event: 'service.descriptors_short', ...shares, shortage })
  return shares
}

/** The shares of requests. Without requests, they use the service's own pool. */
export function sharesOf({ pool, requests }: Database, config: Config): Shares {
  const shared = requests ?? pool
  return createShares({
    pool: shared,
    connectionsMax: shared.options.max,
    waitMsMax: config.databaseConnectTimeoutMs,
  })
}
