/** Several PostgreSQL servers with logical replication, and processes of the service on all of them. */
import { createSystemClock } from '../../src/platform/clock.ts'
import type { MoverTools } from '../../src/features/bucket-moves/mover.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { openDatabases } from '../../src/platform/db/servers/databases.ts'
import type { Databases } from '../../src/platform/db/servers/databases.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import type { ConnectionPool } from '../../src/platform/db/pool.ts'
import { createLogger } from '../../src/platform/log.ts'
import { divideBuckets } from '../databases.ts'
import { startPostgresServer } from '../postgres-server.ts'
import type { PostgresServer } from '../postgres-server.ts'
import { createCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'

export interface ServerGroup<Name extends string> {
  /** Its database is the directory, the first server. Its processes know all servers. */
  cluster: Cluster
  servers: Record<Name, PostgresServer>
  /** The pool of each server. */
  pools: Record<Name, ConnectionPool>
  /** `DATABASES` of the processes. */
  list: string
  /** The tools of a command that moves buckets. */
  mover(tell?: (text: string) => void): MoverTools
  close(): Promise<void>
}

const SECRETS_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`
/** A killed server starts again with these settings. */
export const SERVER_SETTINGS = {
  wal_level: 'logical',
  shared_buffers: '32MB',
  max_worker_processes: '16',
  max_logical_replication_workers: '8',
  wal_retrieve_retry_interval: '100ms',
  max_sync_workers_per_subscription: '6',
}

/** Longer than the interval in which processes read the places, ms. */
const GRACE_MS = 1500

function poolOf(url: string): ConnectionPool {
  return createPool({
    ...{ url, connectionsMax: 10, connectTimeoutMs: 10_000, statementTimeoutMs: 60_000 },
    applicationName: 'tidings test',
    onError: () => {},
  })
}

/** The databases as a program of the service opens them. */
function openGroup(list: string): Promise<Databases> {
  const loaded = loadConfig({ DATABASES: list, SECRETS_KEYS })
  if (!loaded.ok) throw new Error(loaded.mistakes.join('; '))
  return openDatabases(loaded.config, {
    clock: createSystemClock(),
    log: createLogger('fatal'),
    onProgress: () => {},
  })
}

export interface GroupOptions {
  /** The buckets are on the servers in turn. Otherwise all are on the first. */
  isDivided?: boolean
}

/** Starts a server for each name. The first is the directory. */
export async function startServerGroup<Name extends string>(
  names: readonly Name[],
  { isDivided = false }: GroupOptions = {},
): Promise<ServerGroup<Name>> {
  const started = await Promise.all(names.map(() => startPostgresServer(() => SERVER_SETTINGS)))
  const byName = <Value>(of: (index: number) => Value) =>
    Object.fromEntries(names.map((name, index) => [name, of(index)])) as Record<Name, Value>
  const pools = started.map(({ migratedUrl }) => poolOf(migratedUrl))
  const list = names.map((name, index) => `${name}=${started[index]!.migratedUrl}`).join()
  if (isDivided) await divideBuckets(pools[0]!, names)
  const databases = await openGroup(list)
  async function close(): Promise<void> {
    await databases.close()
    await Promise.all(pools.map((pool) => pool.end()))
    await Promise.all(started.map((server) => server.close()))
  }
  const cluster = await createCluster({ url: started[0]!.migratedUrl, pool: pools[0]!, close })
  // The processes have several servers instead of one.
  delete cluster.variables['DATABASE_URL']
  Object.assign(cluster.variables, { DATABASES: list })
  if (isDivided) Object.assign(cluster, { pools, poolOf: (bucket: number) => pools[bucket % pools.length]! })
  return {
    ...{ cluster, list, servers: byName((index) => started[index]!), pools: byName((index) => pools[index]!) },
    mover: (tell = () => {}) => ({
      ...{ databases, clock: createSystemClock(), tell, sourceUrl: null, graceMs: GRACE_MS },
    }),
    close: () => cluster.close(),
  }
}
