import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../../test/database.ts'
import { createSystemClock } from '../../clock.ts'
import { createLogger } from '../../log.ts'
import { openDatabase } from './database.ts'
import type { DatabaseConfig } from './find-server.ts'
import { dayStart, partitionName } from '../partitions/catalog.ts'
import { StartError } from './start-error.ts'
import { endAfterTests } from '../../../../test/end-after-tests.ts'

const given = await endAfterTests(createTestDatabase())
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'tidings-test-database-')))
after(async () => {
  rmSync(dataDir, { recursive: true })
})

function config(change: Partial<DatabaseConfig>): DatabaseConfig {
  return {
    databaseUrl: given.url,
    migrationDatabaseUrl: null,
    dataDir,
    databaseConnectionsMax: 3,
    databaseConnectTimeoutMs: 5000,
    statementTimeoutMs: 5000,
    ...change,
  }
}

const options = () => ({ clock: createSystemClock(), log: createLogger('error'), onProgress: () => {} })

test('the embedded database is opened migrated, with partitions; the tool joins it, a second service is refused', async () => {
  const progress: string[] = []
  const service = await openDatabase(config({ databaseUrl: null }), {
    ...options(),
    onProgress: (text) => progress.push(text),
  })
  assert.deepEqual(progress, ['Preparing the database (first start only)'])
  assert.equal(service.embedded, true)
  const today = partitionName('events', dayStart(Date.now()))
  const { rows } = await service.pool.query('select to_regclass($1)::text as found', [today])
  assert.deepEqual(rows, [{ found: today }])

  await assert.rejects(
    openDatabase(config({ databaseUrl: null }), options()),
    new StartError(`The data directory ${dataDir} is already in use by process ${process.pid}`),
  )
  const tool = await openDatabase(config({ databaseUrl: null }), { ...options(), whenInUse: 'join' })
  assert.equal(tool.embedded, false)
  await tool.close()
  assert.equal((await service.pool.query('select 1 as one')).rows.length, 1)
  await service.close()
})

test('a setting that lets a loss of power take back commits is a warning, also if only the database has it', async (t) => {
  const log = createLogger('silent')
  const warn = t.mock.method(log, 'warn')
  const settingsOff = async () => {
    warn.mock.resetCalls()
    const database = await openDatabase(config({}), { ...options(), log })
    await database.close()
    const lines = warn.mock.calls.map(({ arguments: [line] }) => line as Record<string, unknown>)
    return lines.filter(({ event }) => event === 'postgresql.not_durable').flatMap((line) => line['settings_off'])
  }
  // The servers of tests sync nothing.
  const ofServer = await settingsOff()
  assert.deepEqual(
    ofServer.filter((name) => name !== 'fsync' && name !== 'full_page_writes'),
    [],
  )
  const name = new URL(given.url).pathname.slice(1)
  await given.pool.query(`alter database ${name} set synchronous_commit = off`)
  assert.deepEqual(await settingsOff(), [...ofServer, 'synchronous_commit'])
})

test('the clock follows the database', async () => {
  const clock = createSystemClock()
  clock.correct(0, clock.monotonic(), clock.monotonic())
  const database = await openDatabase(config({}), { ...options(), clock })
  const { rows } = await database.pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  await database.close()
  assert.ok(Math.abs(clock.now() - rows[0]!.ms) < 60_000)
})

test('a configured database may be shared', async () => {
  const both = await Promise.all([openDatabase(config({}), options()), openDatabase(config({}), options())])
  for (const database of both) {
    assert.equal(database.embedded, false)
    assert.equal(database.maintenanceAddress.url, given.url)
    const { rows } = await database.withMaintenanceSession((session) =>
      session.query({ text: `select current_setting('statement_timeout') as value` }),
    )
    assert.deepEqual(rows, [{ value: '0' }])
    await database.close()
  }
})

function changed(change: (url: URL) => void): string {
  const url = new URL(given.url)
  change(url)
  return url.href
}

test('a wrong DATABASE_URL is reported in one sentence without the password', async () => {
  const refusal = async (databaseUrl: string) => {
    const error: unknown = await openDatabase(config({ databaseUrl }), options()).catch((caught: unknown) => caught)
    assert.ok(error instanceof StartError, String(error))
    assert.doesNotMatch(error.message, /hidden/)
    return error.message
  }
  assert.equal(
    await refusal('postgresql://someone:hidden@127.0.0.1:1/tidings'),
    'The database server 127.0.0.1:1 cannot be reached (ECONNREFUSED): check DATABASE_URL',
  )
  assert.match(
    await refusal('postgresql://someone:hidden@no-such-host.invalid/tidings'),
    /^The database server no-such-host\.invalid cannot be reached \(E\w+\): check DATABASE_URL$/,
  )
  assert.match(
    await refusal(changed((url) => (url.pathname = '/no_such_database'))),
    /^The database server \S+ has no database no_such_database: create it, or check DATABASE_URL$/,
  )
  assert.match(
    await refusal(changed((url) => (url.username = 'no_such_user'))),
    /^The database server \S+ rejects the user no_such_user \(.+\): check DATABASE_URL$/,
  )
  assert.equal(await refusal('hidden'), 'DATABASE_URL must be a URL starting with postgres:// or postgresql://')
})

test('a database in another encoding is refused', async () => {
  const name = `${new URL(given.url).pathname.slice(1)}_latin`
  await given.pool.query(`create database ${name} encoding 'LATIN1' template template0 locale 'C' locale_provider libc`)
  await assert.rejects(
    openDatabase(config({ databaseUrl: changed((url) => (url.pathname = `/${name}`)) }), options()),
    new StartError("The database has the encoding LATIN1: create it with encoding 'UTF8'"),
  )
  await given.pool.query(`drop database ${name}`)
})
