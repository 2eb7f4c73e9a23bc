import type { SystemClock } from '../../clock.ts'
import { securePostgresqlFor } from '../../config/secure-releases.ts'
import type { Logger } from '../../log.ts'
import { ALL_BUCKETS } from '../../ids.ts'
import { isElsewhere } from '../database-error.ts'
import type { DatabaseAddress } from './address.ts'
import { createFailures } from '../failures.ts'
import type { Failures } from '../failures.ts'
import { findServer } from './find-server.ts'
import type { DatabaseConfig, FoundServer } from './find-server.ts'
import { migrate } from '../migrate.ts'
import { logFailure, nameServer } from './outages.ts'
import { ensurePartitions } from '../partitions/make.ts'
import { closePool, createPool } from '../pool.ts'
import type { ConnectionPool, ServicePool } from '../pool.ts'
import { checkSessions, checkOwner, checkPrivileges, checkServer, connectionProblem } from './checks.ts'
import { withSession } from '../session.ts'
import type { Session } from '../session.ts'
import { sql } from '../sql.ts'
import { StartError } from './start-error.ts'

/** The longest wait of `close` for connections in use, ms. */
const CLOSE_TIMEOUT_MS = 5000

/** One server of the service's databases. */
export interface Database {
  /** Its name in `DATABASES`. `main` if there is one server. */
  name: string
  /** The buckets whose rows are on this server now. Other rows may be remains of a move, so leave them alone. */
  buckets(): readonly number[]
  /** Checks and migrates the server, and makes its partitions, unless this is done. Throws if it is away. */
  prepare(): Promise<void>
  /** True after `prepare`. */
  readonly isReady: boolean
  /** For the service itself: leases, dispatchers, tasks and health. Requests cannot take these connections. */
  pool: ConnectionPool
  /** Shared by requests. Null if the process serves no requests. */
  requests: ConnectionPool | null
  /** The server itself, not a pooler: for migrations, partitions, statistics and LISTEN. */
  maintenanceAddress: DatabaseAddress
  /** True if this process started the embedded database. It is then the only service on it. */
  embedded: boolean
  /** Runs `work` on a separate connection, for migrations and partitions. */
  withMaintenanceSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  /** Failed statements and connections since the start, by class. */
  failures: Failures['counts']
  /** Creates missing partitions: from the day before today to 7 days after it, and for the next ids. */
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
  /** One of several servers. Absent: the only one, with all buckets. */
  server?: {
    buckets(): readonly number[]
    /** Called if the server refused a row, because its bucket has moved. */
    onElsewhere(): Promise<void>
    /** The first one. The process's clock follows it. */
    isDirectory: boolean
  }
}

/** The name of the only server. */
const ONLY_SERVER = 'main'

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
  { address, maintenance, embedded }: FoundServer,
  pool: ServicePool,
  { statementTimeoutMs, databaseUrl, serverName: server = ONLY_SERVER }: DatabaseConfig,
  options: DatabaseOptions,
  makePartitions: () => Promise<void>,
): Promise<void> {
  const { clock, log, onProgress, migrateUpTo, server: { isDirectory } = { isDirectory: true } } = options
  const postgresql = await explaining(maintenance, () => checkServer(maintenance, clock, onProgress))
  const secure = securePostgresqlFor(postgresql)
  if (secure !== null) log.warn({ event: 'postgresql.outdated', server, postgresql, secure_postgresql: secure })
  await explaining(address, async () => {
    const off = databaseUrl === null ? [] : await checkSessions({ pool, address, maintenance, statementTimeoutMs })
    if (off.length > 0) log.warn({ event: 'postgresql.not_durable', server, settings_off: off })
    if (isDirectory) await correctClock(pool, clock)
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
  const database = await connectDatabase(config, options)
  try {
    await database.prepare()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The same without `prepare`. The server may be away. */
export async function connectDatabase(config: DatabaseConfig, options: DatabaseOptions): Promise<Database> {
  const { clock, log } = options
  const { buckets, onElsewhere, isDirectory } = options.server ?? ONLY
  const server = await findServer(config, options)
  const failures = createFailures({ clock, log }, () =>
    withSession(server.maintenance, (session) => ensurePartitions(session, clock.now())),
  )
  const name = config.serverName ?? ONLY_SERVER
  async function onFailure(error: unknown): Promise<void> {
    if (config.serverName !== undefined) nameServer(error, name)
    if (isElsewhere(error)) await onElsewhere()
    await failures.onFailure(error)
  }
  const poolOf = (connectionsMax: number, applicationName: string) =>
    createPool({
      url: server.address,
      connectionsMax,
      connectTimeoutMs: config.databaseConnectTimeoutMs,
      statementTimeoutMs: config.statementTimeoutMs,
      applicationName,
      onError: (error) => logFailure(log, 'connections', { event: 'database.connection_lost' }, error),
      onFailure,
    })
  const divided = divideConnections(config)
  const pool = poolOf(divided.own, 'tidings')
  const requests = divided.requests === 0 ? null : poolOf(divided.requests, 'tidings requests')
  let timer: NodeJS.Timeout | undefined
  let isReady = false
  return {
    name,
    pool,
    requests,
    buckets,
    maintenanceAddress: server.maintenance,
    embedded: server.embedded !== null,
    async prepare() {
      if (isReady) return
      await prepare(server, pool, config, options, failures.makePartitions)
      if (isDirectory) timer ??= keepClock(pool, clock)
      isReady = true
    },
    get isReady() {
      return isReady
    },
    rereadUrls() {
      server.address.reread()
      server.maintenance.reread()
    },
    failures: failures.counts,
    makePartitions: failures.makePartitions,
    withMaintenanceSession: (work) => withSession(server.maintenance, work),
    async close() {
      clearInterval(timer)
      await Promise.all([pool, ...(requests === null ? [] : [requests])].map((one) => closePool(one, CLOSE_TIMEOUT_MS)))
      await server.embedded?.stop()
    },
  }
}

const ONLY = { buckets: () => ALL_BUCKETS, onElsewhere: () => Promise.resolve(), isDirectory: true }

/** How often `now` is set to the database's clock, ms. A drift of 100 ppm adds up to 1 ms meanwhile. */
const CLOCK_INTERVAL_MS = 10_000

/** A slower response is not used, because the time when the database read its clock is too uncertain, ms. */
const CLOCK_ROUND_TRIP_MS_MAX = 1000

const readTime = sql('database.time', 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as "now_ms!"')

/** Sets the clock of this process to the clock of the database. */
async function correctClock(pool: ServicePool, clock: SystemClock): Promise<void> {
  const askedAt = clock.monotonic()
  const [row] = await readTime(pool)
  const respondedAt = clock.monotonic()
  if (respondedAt - askedAt <= CLOCK_ROUND_TRIP_MS_MAX) clock.correct(row!.nowMs, askedAt, respondedAt)
}

/** Corrects the clock in intervals, until the timer is cleared. */
function keepClock(pool: ServicePool, clock: SystemClock): NodeJS.Timeout {
  const timer = setInterval(() => {
    // If the database is unavailable, the clock continues unchanged.
    correctClock(pool, clock).catch(() => {})
  }, CLOCK_INTERVAL_MS)
  return timer.unref()
}
