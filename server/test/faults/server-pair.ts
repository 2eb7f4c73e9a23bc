/** Two PostgreSQL servers with logical replication, and processes of the service on both. */
import { createSystemClock } from '../../src/clock.ts'
import type { MoverTools } from '../../src/buckets/mover.ts'
import { loadConfig } from '../../src/config/config.ts'
import { openDatabases } from '../../src/db/databases.ts'
import type { Databases } from '../../src/db/databases.ts'
import { createPool } from '../../src/db/pool.ts'
import type { ConnectionPool } from '../../src/db/pool.ts'
import { createLogger } from '../../src/log.ts'
import { startPostgresServer } from '../postgres-server.ts'
import { createCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'

export interface ServerPair {
  /** Its database is the directory `a`. Its processes know `a` and `b`. */
  cluster: Cluster
  /** The pool of each server. */
  pools: { a: ConnectionPool; b: ConnectionPool }
  /** `DATABASES` of the processes. */
  list: string
  /** The tools of a command that moves buckets. */
  mover(tell?: (text: string) => void): MoverTools
  close(): Promise<void>
}

const SECRETS_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`
const SETTINGS = {
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
    ...{ url, connectionsMax: 10, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 },
    applicationName: 'tidings test',
    onError: () => {},
  })
}

/** The databases as a program of the service opens them. */
function openPair(list: string): Promise<Databases> {
  const loaded = loadConfig({ DATABASES: list, SECRETS_KEYS })
  if (!loaded.ok) throw new Error(loaded.mistakes.join('; '))
  return openDatabases(loaded.config, {
    clock: createSystemClock(),
    log: createLogger('fatal'),
    onProgress: () => {},
  })
}

export async function startServerPair(): Promise<ServerPair> {
  const servers = await Promise.all([startPostgresServer(() => SETTINGS), startPostgresServer(() => SETTINGS)])
  const [a, b] = servers.map(({ url }) => poolOf(url)) as [ConnectionPool, ConnectionPool]
  const list = `a=${servers[0].url},b=${servers[1].url}`
  const databases = await openPair(list)
  async function close(): Promise<void> {
    await databases.close()
    await Promise.all([a.end(), b.end()])
    await Promise.all(servers.map((server) => server.close()))
  }
  const cluster = await createCluster({ url: servers[0].url, pool: a, close })
  // The processes have several servers instead of one.
  delete cluster.variables['DATABASE_URL']
  Object.assign(cluster.variables, { DATABASES: list })
  return {
    cluster,
    pools: { a, b },
    list,
    mover: (tell = () => {}) => ({
      ...{ databases, clock: createSystemClock(), tell, sourceUrl: null, graceMs: GRACE_MS },
    }),
    close: () => cluster.close(),
  }
}
