import type { SystemClock } from '../clock.ts'
import { readSecretFile } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { DatabaseAddress } from './address.ts'
import type { UrlVariable } from './address.ts'
import { runningEmbedded, startEmbedded } from './embedded/embedded.ts'
import type { Embedded } from './embedded/embedded.ts'
import { createFailures } from './failures.ts'
import type { Failures } from './failures.ts'
import { migrate } from './migrate.ts'
import { logFailure } from './outages.ts'
import { ensurePartitions } from './partitions.ts'
import { closePool, createPool } from './pool.ts'
import type { ConnectionPool, Pool } from './pool.ts'
import { checkPooler } from './pooler-check.ts'
import { checkOwner, checkPrivileges } from './privileges.ts'
import { checkServer, connectionProblem } from './server-check.ts'
import { withSession } from './session.ts'
import type { Session } from './session.ts'
import { sql } from './sql.ts'
import { StartError } from './start-error.ts'

/** How often `now` is set to the database's clock, ms. A drift of 100 ppm adds up to 1 ms meanwhile. */
const CLOCK_INTERVAL_MS = 10_000

/** A slower response is not used, because the time when the database read its clock is too uncertain, ms. */
const CLOCK_ROUND_TRIP_MS_MAX = 1000

/** The longest wait of `close` for connections in use, ms. */
const CLOSE_TIMEOUT_MS = 5000

export interface Database {
  /** For the service itself: leases, dispatchers, tasks and health. Requests cannot take these connections. */
  pool: ConnectionPool
  /** Shared by requests. Null if the process serves no requests. */
  requests: ConnectionPool | null
  /** The pool for the rows of a bucket. This is the place to change if tables are distributed. */
  poolFor(bucket: number): Pool
  /** The server itself, not a pooler: for migrations, partitions, statistics and LISTEN. */
  maintenanceAddress: DatabaseAddress
  /** True if this process started the embedded database. It is then the only service on it. */
  embedded: boolean
  /** Runs `work` on a separate connection, for migrations and partitions. */
  withMaintenanceSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  /** Failed statements and connections since the start, by class. */
  failures: Failures['counts']
  /** Creates missing partitions from the day before today to 7 days after it. */
  makePartitions(): Promise<void>
  /** Reads the URLs from their files again, for new connections. */
  rereadUrls(): void
  /** Closes the pools and stops the embedded database. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  clock: SystemClock
  log: Logger
  /** Called with a line for the user if the start takes long. */
  onProgress(text: string): void
  /**
   * Called whenever an embedded server has been started and is not ready yet. The caller may do other work meanwhile.
   */
  onStarting?(): void
  /**
   * If a running service uses the embedded database: `refuse` (default) fails, for a second service. `join` uses the
   * same database, for the command-line tool.
   */
  whenInUse?: 'refuse' | 'join'
  /** The last migration to apply. A restore applies the others to the restored rows. */
  migrateUpTo?: number
}

export type DatabaseConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'migrationDatabaseUrl'
  | 'dataDir'
  | 'databaseConnectionsMax'
  | 'databaseConnectTimeoutMs'
  | 'statementTimeoutMs'
> &
  Partial<Pick<Config, 'roles'>>

const readTime = sql<{ now_ms: number }>(
  'database.time',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
)

async function correctClock(pool: Pool, clock: SystemClock): Promise<void> {
  const askedAt = clock.monotonic()
  const [row] = await readTime(pool)
  const answeredAt = clock.monotonic()
  if (answeredAt - askedAt <= CLOCK_ROUND_TRIP_MS_MAX) clock.correct(row!.now_ms, askedAt, answeredAt)
}

function keepClock(pool: Pool, clock: SystemClock): NodeJS.Timeout {
  const timer = setInterval(() => {
    // If the database is unavailable, the clock continues unchanged.
    correctClock(pool, clock).catch(() => {})
  }, CLOCK_INTERVAL_MS)
  return timer.unref()
}

/** For a process with the role `api` only: its health and its clock. */
const OWN_OF_API = 1

/** Divides the connections between the service and requests. A process without roles is a command-line tool. */
export function divideConnections({ databaseConnectionsMax: all, roles = [] }: DatabaseConfig): {
  own: number
  requests: number
} {
  if (!roles.includes('api')) return { own: all, requests: 0 }
  const own = roles.length === 1 ? OWN_OF_API : Math.ceil(all / 2)
  return { own, requests: all - own }
}

interface Server {
  address: DatabaseAddress
  maintenance: DatabaseAddress
  embedded: Embedded | null
}

async function findServer(config: DatabaseConfig, options: DatabaseOptions): Promise<Server> {
  const { databaseUrl, migrationDatabaseUrl, dataDir, databaseConnectionsMax } = config
  if (databaseUrl !== null) {
    const addressIn = (variable: UrlVariable, url: string) =>
      new DatabaseAddress(url, () => readSecretFile(variable), variable)
    const address = addressIn('DATABASE_URL', databaseUrl)
    const maintenance =
      migrationDatabaseUrl === null ? address : addressIn('MIGRATION_DATABASE_URL', migrationDatabaseUrl)
    return { address, maintenance, embedded: null }
  }
  const running = options.whenInUse === 'join' ? await runningEmbedded(dataDir) : null
  const embedded =
    running === null
      ? await startEmbedded({ ...options, dataDir, connectionsMax: databaseConnectionsMax, durable: true })
      : null
  const address = new DatabaseAddress(embedded?.url ?? running!)
  return { address, maintenance: address, embedded }
}

/** Runs `work` on the connections of an address. Their errors become sentences that name its variable. */
async function explaining<Result>(address: DatabaseAddress, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const problem = connectionProblem(error, address)
    throw problem === null ? error : new StartError(problem, { cause: error })
  }
}

/** Checks the server and its sessions, migrates it, and makes the partitions. */
async function prepare(
  { address, maintenance, embedded }: Server,
  pool: Pool,
  { statementTimeoutMs, databaseUrl }: DatabaseConfig,
  options: DatabaseOptions,
  makePartitions: () => Promise<void>,
): Promise<void> {
  const { clock, log, onProgress, migrateUpTo } = options
  await explaining(maintenance, () => checkServer(maintenance, clock, onProgress))
  await explaining(address, async () => {
    if (databaseUrl !== null) await checkPooler({ pool, address, maintenance, statementTimeoutMs })
    await correctClock(pool, clock)
  })
  await explaining(maintenance, async () => {
    const applied = await migrate(maintenance, clock, { upTo: migrateUpTo, onProgress })
    if (applied.length > 0) log.info({ event: 'database.migrated', versions: applied })
    await withSession(maintenance, (session) => checkOwner(session, maintenance))
    await makePartitions()
  })
  if (embedded === null) await explaining(address, () => checkPrivileges(pool, address))
}

/**
 * Opens the configured database, or the embedded one if none is configured. Migrates it, creates the partitions of the
 * next days, and keeps the clock equal to the database's.
 * @throws {StartError} for every cause outside of this program, with a line for the user.
 */
export async function openDatabase(config: DatabaseConfig, options: DatabaseOptions): Promise<Database> {
  const { clock, log } = options
  const server = await findServer(config, options)
  const failures = createFailures({ clock, log }, () =>
    withSession(server.maintenance, (session) => ensurePartitions(session, clock.now())),
  )
  const poolOf = (connectionsMax: number, applicationName: string) =>
    createPool({
      url: server.address,
      connectionsMax,
      connectTimeoutMs: config.databaseConnectTimeoutMs,
      statementTimeoutMs: config.statementTimeoutMs,
      applicationName,
      onError: (error) => logFailure(log, 'connections', { event: 'database.connection_lost' }, error),
      onFailure: failures.onFailure,
    })
  const divided = divideConnections(config)
  const pool = poolOf(divided.own, 'tidings')
  const requests = divided.requests === 0 ? null : poolOf(divided.requests, 'tidings requests')
  async function close(): Promise<void> {
    await Promise.all([pool, ...(requests === null ? [] : [requests])].map((one) => closePool(one, CLOSE_TIMEOUT_MS)))
    await server.embedded?.stop()
  }
  try {
    await prepare(server, pool, config, options, failures.makePartitions)
  } catch (error) {
    await close()
    throw error
  }
  const timer = keepClock(pool, clock)
  return {
    pool,
    requests,
    poolFor: () => pool,
    maintenanceAddress: server.maintenance,
    embedded: server.embedded !== null,
    rereadUrls() {
      server.address.reread()
      server.maintenance.reread()
    },
    failures: failures.counts,
    makePartitions: failures.makePartitions,
    withMaintenanceSession: (work) => withSession(server.maintenance, work),
    async close() {
      clearInterval(timer)
      await close()
    },
  }
}
