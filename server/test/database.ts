import { randomBytes } from 'node:crypto'
import { createSystemClock } from '../src/platform/clock.ts'
import { errorCode } from '../src/platform/db/database-error.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { ensurePartitions } from '../src/platform/db/partitions/make.ts'
import { createPool } from '../src/platform/db/pool.ts'
import type { ConnectionPool as Pool } from '../src/platform/db/pool.ts'
import { withSession } from '../src/platform/db/session.ts'
import { count } from './costs.ts'
import { startTestServer, templateName } from './database-server.ts'
import type { TestServer } from './database-server.ts'
import { TEST_DAYS } from './databases.ts'

const CONNECTIONS_MAX = 5
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 10_000

/** An arbitrary number. The session creating the template database holds this advisory lock. */
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

/** The template of each server that this process has used. */
const templates = new Map<string, Promise<string>>()

/** Creates the migrated template database, unless the server has it already, and returns its name. */
export function ensureTemplate(serverUrl: string): Promise<string> {
  const known = templates.get(serverUrl) ?? makeTemplate(serverUrl)
  templates.set(serverUrl, known)
  return known
}

async function makeTemplate(serverUrl: string): Promise<string> {
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
    await withSession(urlOf(serverUrl, unfinished), (inside) => ensurePartitions(inside, clock.now(), TEST_DAYS))
    await session.query({ text: `alter database ${unfinished} rename to ${name}` })
  })
  return name
}

/** PostgreSQL's error code for a database with open sessions (appendix A of its manual). */
const OBJECT_IN_USE = '55006'

/**
 * PostgreSQL itself waits a few seconds for sessions that are ending: a forced end would appear as an error in their
 * clients. Only if sessions remain, for example of a failed test, are they terminated.
 */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withSession(serverUrl, async (session) => {
    await session.query({ text: `drop database ${name}` }).catch(async (error: unknown) => {
      if (errorCode(error) !== OBJECT_IN_USE) throw error
      await session.query({ text: `drop database ${name} with (force)` })
    })
  })
}

/**
 * Clones the template. It retries, because a template is busy just after its last session ends, or while a server
 * process uses it.
 */
async function cloneTemplate(serverUrl: string, template: string, name: string): Promise<void> {
  for (let triesMade = 1; ; triesMade++)
    try {
      // The other strategy writes each page to the log too. Its clone takes twice the processor time in memory.
      const text = `create database ${name} template ${template} strategy file_copy`
      await withSession(serverUrl, (session) => session.query({ text }))
      return
    } catch (error) {
      if (errorCode(error) !== OBJECT_IN_USE || triesMade === 10) throw error
    }
}

/** The test run's server, or a new one if this file runs alone. */
async function serverOfRun(): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined ? startTestServer() : { url, stop: () => Promise.resolve() }
}

/**
 * Creates a migrated database for one test file, with partitions of the next days. Few connections, because PostgreSQL plans
 * the statements of each again.
 */
export async function createTestDatabase(connectionsMax = CONNECTIONS_MAX): Promise<TestDatabase> {
  count('databases')
  const server = await serverOfRun()
  const name = `tidings_test_${randomBytes(8).toString('hex')}`
  await cloneTemplate(server.url, await ensureTemplate(server.url), name)
  const url = urlOf(server.url, name)
  const pool = createPool({
    url,
    connectionsMax,
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
