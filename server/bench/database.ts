import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createSystemClock } from '../src/clock.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { ensurePartitions } from '../src/db/partitions.ts'
import { closePool, createPool } from '../src/db/pool.ts'
import type { ConnectionPool as Pool } from '../src/db/pool.ts'
import { withSession } from '../src/db/session.ts'
import { createLogger } from '../src/log.ts'
import { closedAtInterrupt } from './interrupt.ts'

export interface BenchDatabase {
  url: string
  pool: Pool
  /** Of the server; its backends are its children. */
  processId: number
  /** `PostgreSQL 18.4`, and the settings on which durability hangs. */
  description: string
  /** Events with ids below it are history and stay when a run is forgotten; empty: there are none. */
  historyEnd: string
  close(): Promise<void>
}

/** The service's own, the bench's, and those of maintenance. */
const CONNECTIONS_MAX = 60
const FILLING_CONNECTIONS_MAX = 4
/** Filling a backlog is one statement for thousands of rows, and one vacuums millions, ms. */
const STATEMENT_TIMEOUT_MS = 600_000
const CLOSE_TIMEOUT_MS = 5000

/**
 * The bundled PostgreSQL as the service runs it, durable, migrated, in a temporary directory. One setting is the bench's
 * own: it keeps the time of every commit, 10 bytes of a transaction, which the product pays and its references do not.
 */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-bench-'))
  const starting = startServer(dataDir)
  const close = closedAtInterrupt(async () => {
    // A start that failed has ended what it began.
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
  // It is read only when the server starts.
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
    // A statement that takes minutes, as those that fill tables do, ends with its server.
    close: () => closePool(pool, CLOSE_TIMEOUT_MS).then(onClosed),
  }
}

/** Another empty database of the same server; closing it drops it. */
export async function openSibling(database: BenchDatabase, name: string): Promise<BenchDatabase> {
  await database.pool.query({ text: `create database ${name}` })
  const url = new URL(database.url)
  url.pathname = `/${name}`
  return openDatabase(url.href, database.processId, async () => {
    await database.pool.query({ text: `drop database ${name} with (force)` })
  })
}

/** A session that may stay in a transaction for as long as it likes. */
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
