import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createSystemClock } from '../src/platform/clock.ts'
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { ensurePartitions } from '../src/platform/db/partitions/make.ts'
import { closePool, createPool } from '../src/platform/db/pool.ts'
import type { ConnectionPool as Pool } from '../src/platform/db/pool.ts'
import { withSession } from '../src/platform/db/session.ts'
import { createLogger } from '../src/platform/log.ts'
import { closedAtInterrupt } from './interrupt.ts'

export interface BenchDatabase {
  url: string
  pool: Pool
  /** Of the server. Its backends are its children. */
  processId: number
  /** `PostgreSQL 18.4`, and its settings for durability. */
  description: string
  /** Events with lower ids are history, and stay after a run. Empty: there is no history. */
  historyEnd: string
  close(): Promise<void>
}

/** Connections of the service, of the bench and of maintenance. */
const CONNECTIONS_MAX = 60
const FILLING_CONNECTIONS_MAX = 4
/** Filling a backlog is one statement for thousands of rows, and a vacuum handles millions, ms. */
const STATEMENT_TIMEOUT_MS = 600_000
const CLOSE_TIMEOUT_MS = 5000

/**
 * The bundled PostgreSQL as the service runs it: durable, migrated, in a temporary directory. One setting belongs to the
 * bench: it stores the time of every commit, 10 bytes per transaction. The product pays for this, and its references do
 * not.
 */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  const starting = startServer(dataDir)
  const close = closedAtInterrupt(async () => {
    // A failed start has already ended its processes.
    const database = await starting.catch(() => null)
    await database?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  try {
    return { ...(await starting), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startServer(dataDir: string): Promise<BenchDatabase> {
  const clock = createSystemClock()
  const start = () =>
    startEmbedded({
      dataDir,
      clock,
      log: createLogger('warn'),
      connectionsMax: CONNECTIONS_MAX,
      durable: true,
      onProgress: () => {},
    })
  // The server reads this setting only at its start.
  const unstamped = await start()
  try {
    await withSession(unstamped.url, (session) =>
      session.query({ text: 'alter system set track_commit_timestamp = on' }),
    )
  } finally {
    await unstamped.stop()
  }
  const server = await start()
  try {
    const processId = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'latin1'), 10)
    return await openDatabase(server.url, processId, () => server.stop())
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function openDatabase(url: string, processId: number, onClosed: () => Promise<void>): Promise<BenchDatabase> {
  const clock = createSystemClock()
  await migrate(url, clock)
  await withSession(url, (session) => ensurePartitions(session, clock.now()))
  const pool = createPool({
    url,
    connectionsMax: FILLING_CONNECTIONS_MAX,
    connectTimeoutMs: STATEMENT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'tidings bench',
    onError: () => {},
  })
  return {
    url,
    pool,
    processId,
    historyEnd: '',
    description: await describe(pool),
    // A statement may run for minutes, for example to fill tables. It ends with its server.
    close: () => closePool(pool, CLOSE_TIMEOUT_MS).then(onClosed),
  }
}

/** Another database of the same server, without tables. Closing it drops it. */
export async function createSibling(
  database: BenchDatabase,
  name: string,
): Promise<Pick<BenchDatabase, 'url' | 'close'>> {
  await database.pool.query({ text: `create database ${name}` })
  const url = new URL(database.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async close() {
      await database.pool.query({ text: `drop database ${name} with (force)` })
    },
  }
}

/** The same, migrated. */
export async function openSibling(database: BenchDatabase, name: string): Promise<BenchDatabase> {
  const { url, close } = await createSibling(database, name)
  return openDatabase(url, database.processId, close)
}

/** A session without a limit on the length of transactions. */
export async function openSession(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, idle_in_transaction_session_timeout: 0 })
  await client.connect()
  return client
}

async function describe(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string; fsync: string; commit: string }>({
    text: `select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit`,
  })
  const { version, fsync, commit } = rows[0]!
  return `PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit}`
}
