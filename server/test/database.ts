import { createHash, randomBytes } from 'node:crypto'
import { createSystemClock } from '../src/clock.ts'
import { errorCode } from '../src/db/database-error.ts'
import { migrate, MIGRATIONS_DIRECTORY, readMigrations } from '../src/db/migrate.ts'
import { ensurePartitions } from '../src/db/partitions.ts'
import { createPool } from '../src/db/pool.ts'
import type { ConnectionPool as Pool } from '../src/db/pool.ts'
import { withSession } from '../src/db/session.ts'
import { startTestServer } from './database-server.ts'
import type { TestServer } from './database-server.ts'

const CONNECTIONS_MAX = 10
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 10_000

/** Any constant of our own: whoever makes the template database holds the advisory lock of this number. */
const TEMPLATE_LOCK = 8_434_723_465

export interface TestDatabase {
  url: string
  pool: Pool
  /** Closes the pool and drops the database. */
  close(): Promise<void>
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** One name per text of the migrations and day of the partitions: a template that is left over is never used wrongly. */
function templateName(): string {
  const sums = readMigrations(MIGRATIONS_DIRECTORY).map((migration) => migration.sha256)
  const day = new Date().toISOString().slice(0, 10)
  return `tidings_template_${createHash('sha256')
    .update([day, ...sums].join())
    .digest('hex')
    .slice(0, 16)}`
}

/** Makes the migrated database that every test file clones, unless the server has it, and answers its name. */
export async function ensureTemplate(serverUrl: string): Promise<string> {
  const name = templateName()
  const clock = createSystemClock()
  await withSession(serverUrl, async (session) => {
    await session.query({ text: 'select pg_advisory_lock($1)', values: [TEMPLATE_LOCK] })
    const { rows } = await session.query({ text: 'select from pg_database where datname = $1', values: [name] })
    if (rows.length > 0) return
    const unfinished = `${name}_unfinished`
    await session.query({ text: `drop database if exists ${unfinished} with (force)` })
    await session.query({ text: `create database ${unfinished}` })
    await migrate(urlOf(serverUrl, unfinished), clock)
    await withSession(urlOf(serverUrl, unfinished), (inside) => ensurePartitions(inside, clock.now()))
    await session.query({ text: `alter database ${unfinished} rename to ${name}` })
  })
  return name
}

/** What PostgreSQL says of a database with sessions (appendix A of its manual). */
const OBJECT_IN_USE = '55006'

/**
 * Waits some seconds, as PostgreSQL does by itself, for sessions that are just ending: a client that is cut off then
 * would tell of it as an error of its own. Those of a test that failed are cut off.
 */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withSession(serverUrl, async (session) => {
    await session.query({ text: `drop database ${name}` }).catch(async (error: unknown) => {
      if (errorCode(error) !== OBJECT_IN_USE) throw error
      await session.query({ text: `drop database ${name} with (force)` })
    })
  })
}

/** A template is busy for a moment after its last session has gone, or while a worker of the server looks at it. */
async function cloneTemplate(serverUrl: string, template: string, name: string): Promise<void> {
  for (let triesMade = 1; ; triesMade++)
    try {
      await withSession(serverUrl, (session) => session.query({ text: `create database ${name} template ${template}` }))
      return
    } catch (error) {
      if (errorCode(error) !== OBJECT_IN_USE || triesMade === 10) throw error
    }
}

/** The server of the run, or one for this file alone when it is run by itself. */
async function serverOfRun(): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined ? startTestServer() : { url, stop: () => Promise.resolve() }
}

/** A migrated database of its own for a test file, with partitions around the present day. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await serverOfRun()
  const name = `tidings_test_${randomBytes(8).toString('hex')}`
  await cloneTemplate(server.url, await ensureTemplate(server.url), name)
  const url = urlOf(server.url, name)
  const pool = createPool({
    url,
    connectionsMax: CONNECTIONS_MAX,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'tidings test',
    onError: () => {},
  })
  return {
    url,
    pool,
    async close() {
      await pool.end()
      await dropDatabase(server.url, name)
      await server.stop()
    },
  }
}
