// A connection pooler in transaction mode works or is refused at the start, never later.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/servers/database.ts'
import { StartError } from '../../src/platform/db/servers/start-error.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createTestDatabase } from '../database.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startTransactionPooler } from '../transaction-pooler.ts'
import type { PoolerOptions } from '../transaction-pooler.ts'

const database = await endAfterTests(createTestDatabase())

const TRANSACTION_MODE =
  'DATABASE_URL leads to a connection pooler in transaction mode: this needs PgBouncer 1.21 or newer with max_prepared_statements, and MIGRATION_DATABASE_URL set to the server itself'

/** Opens the database as a start does. Returns the line that the operator sees, or null if it worked. */
async function open(databaseUrl: string, migrationDatabaseUrl: string | null): Promise<string | null> {
  const limits = { databaseConnectionsMax: 3, databaseConnectTimeoutMs: 5000, statementTimeoutMs: 5000 }
  const config = { databaseUrl, migrationDatabaseUrl, dataDir: '/nonexistent', ...limits }
  const options = { clock: createSystemClock(), log: createLogger('error'), onProgress: () => {} }
  try {
    const opened = await openDatabase(config, options)
    await opened.close()
    return null
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return error.message
  }
}

async function withPooler(options: PoolerOptions, run: (url: string) => Promise<void>): Promise<void> {
  const pooler = await startTransactionPooler(database.url, options)
  try {
    await run(pooler.url)
  } finally {
    await pooler.close()
  }
}

describe('a pooler in transaction mode', () => {
  for (const sessions of [1, 2, 5])
    it(`with ${sessions} sessions is refused for the service and for migrations`, async () => {
      await withPooler({ sessions }, async (url) => {
        assert.equal(await open(url, null), TRANSACTION_MODE)
        assert.equal(await open(url, database.url), TRANSACTION_MODE)
        assert.equal(
          await open(database.url, url),
          'MIGRATION_DATABASE_URL leads to a connection pooler in transaction mode: set it to the server itself',
        )
        // A session knows the statements of the starts before.
        assert.equal(await open(url, database.url), TRANSACTION_MODE)
      })
    })
})

describe('a pooler in session mode', () => {
  it('is refused if it drops settings, with the statements that set them, and then works', async () => {
    const { pathname, username } = new URL(database.url)
    const alter = `alter role ${username} in database ${pathname.slice(1)} set`
    const statements = `${alter} join_collapse_limit = '1'; ${alter} plan_cache_mode = 'force_generic_plan'; ${alter} enable_seqscan = 'off'; ${alter} enable_bitmapscan = 'off'; ${alter} statement_timeout = '5000'; ${alter} idle_in_transaction_session_timeout = '5000'`
    await withPooler({ sessions: 9, mode: 'session' }, async (url) => {
      assert.equal(
        await open(url, null),
        `The pooler of DATABASE_URL drops settings of the service. Run on the server: ${statements}`,
      )
    })
    await database.pool.query(statements)
    await withPooler({ sessions: 9, mode: 'session' }, async (url) => assert.equal(await open(url, null), null))
    // A shorter time-out than configured is kept, a longer one is refused.
    await database.pool.query(`${alter} statement_timeout = '4s'; ${alter} idle_in_transaction_session_timeout = '6s'`)
    await withPooler({ sessions: 9, mode: 'session' }, async (url) =>
      assert.equal(
        await open(url, null),
        `The pooler of DATABASE_URL drops settings of the service. Run on the server: ${alter} idle_in_transaction_session_timeout = '5000'`,
      ),
    )
  })
})
