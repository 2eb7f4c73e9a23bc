import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { createSystemClock } from '../clock.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS_DIRECTORY, planMigrations, readMigrations, statementsOf } from './migrations.ts'
import type { Migration } from './migrations.ts'
import { StartError } from './servers/start-error.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const clock = createSystemClock()

const database = await endAfterTests(createTestDatabase())
const directory = mkdtempSync(join(tmpdir(), 'tidings-test-migrations-'))
after(async () => {
  rmSync(directory, { recursive: true })
})

/** A new schema in the same database, so that these migrations start from nothing. */
let url: string
let schemasMade = 0
beforeEach(async () => {
  const schema = `migrations_${++schemasMade}`
  await database.pool.query(`create schema ${schema}`)
  url = database.url
  await database.pool.query(`alter database ${new URL(url).pathname.slice(1)} set search_path = ${schema}`)
  write('0001_first.sql', 'create table first (id bigint); insert into first values (1)')
  rmSync(join(directory, '0002_second.sql'), { force: true })
})

function write(name: string, text: string): void {
  writeFileSync(join(directory, name), text)
}

test('files are applied once, in order, and those added later at the next start', async () => {
  assert.deepEqual(await migrate(url, clock, { directory }), [1])
  write('0002_second.sql', 'alter table first add column name text')
  assert.deepEqual(await migrate(url, clock, { directory }), [2])
  assert.deepEqual(await migrate(url, clock, { directory }), [])
})

test('one of several processes migrates, the others find it done', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, clock, { directory })))
  assert.deepEqual(
    applied.toSorted((one, other) => one.length - other.length),
    [[], [], [], [1]],
  )
})

test('a failed file leaves no changes', async () => {
  write('0002_second.sql', 'create table second (id bigint); select 1 / 0')
  await assert.rejects(migrate(url, clock, { directory }), { code: '22012' })
  write('0002_second.sql', 'create table second (id bigint)')
  assert.deepEqual(await migrate(url, clock, { directory }), [2])
})

test('if the connection is lost in a file, the error is that of the file, not of the rollback', async () => {
  write('0002_second.sql', 'select pg_terminate_backend(pg_backend_pid())')
  await assert.rejects(migrate(url, clock, { directory }), { code: '57P01' })
})

test('a file waiting for a lock gives up and is retried', async () => {
  await migrate(url, clock, { directory })
  write('0002_second.sql', 'alter table first add column name text')
  const holder = await database.pool.connect()
  const schema = `migrations_${schemasMade}`
  await holder.query('begin')
  await holder.query(`lock table ${schema}.first in access share mode`)
  const migrated = migrate(url, clock, { directory })
  // It is waiting for the lock, or has already given up once.
  for (;;) {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table first%'`,
    )
    if (rows.length > 0) break
  }
  await holder.query('commit')
  holder.release()
  assert.deepEqual(await migrated, [2])
})

test('a newer database and a changed file are refused with a sentence', async () => {
  write('0002_second.sql', 'select 1')
  await migrate(url, clock, { directory })
  rmSync(join(directory, '0002_second.sql'))
  await assert.rejects(
    migrate(url, clock, { directory }),
    new StartError(
      'The database was migrated by a newer version of Tidings (migration 2, this version knows 1): start the newer version',
    ),
  )
  write('0002_second.sql', 'select 2')
  await assert.rejects(
    migrate(url, clock, { directory }),
    new StartError('Migration 2 (second) differs from the migration applied to the database: restore the file'),
  )
})

const migration = (version: number): Migration => ({
  version,
  name: 'any',
  text: '',
  sha256: String(version),
  oldestVersion: version,
  outsideTransaction: false,
})

test('a database of a newer version is accepted as long as the newer migrations allow it', () => {
  const known = [1, 2].map(migration)
  const newer = (oldestVersion: number | null) => ({ ...migration(3), oldestVersion })
  assert.deepEqual(planMigrations(known, [...known, newer(2)]), { pending: [] })
  assert.deepEqual(planMigrations(known, [...known, newer(2), { ...migration(4), oldestVersion: 1 }]), { pending: [] })
  for (const refusing of [newer(3), newer(null)]) {
    const plan = planMigrations(known, [...known, refusing])
    assert.ok('refused' in plan)
    assert.match(plan.refused, /migrated by a newer version of Tidings \(migration 3, this version knows 2\)/)
  }
})

test('the head of a file names the oldest version, and an index is created without a lock on its table', async () => {
  await migrate(url, clock, { directory })
  const lines = ['-- oldest version: 1', '-- outside a transaction', '-- Read by lists.']
  const statement = 'create index concurrently if not exists first_id on first (id);'
  write('0002_second.sql', [...lines, statement, 'analyze first;', ''].join('\n'))
  const [, second] = readMigrations(directory)
  assert.deepEqual([second!.oldestVersion, second!.outsideTransaction], [1, true])
  assert.deepEqual(statementsOf(second!), [statement.slice(0, -1), 'analyze first'])
  // A killed try leaves an invalid index.
  const schema = `migrations_${schemasMade}`
  await database.pool.query(`insert into ${schema}.first values (1)`)
  const duplicate = `create unique index concurrently first_id on ${schema}.first (id)`
  await assert.rejects(database.pool.query(duplicate), { code: '23505' })
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, clock, { directory })))
  assert.deepEqual(applied.flat(), [2])
  const { rows } = await database.pool.query(
    `select indisvalid, indisunique from pg_index where indexrelid = '${schema}.first_id'::regclass`,
  )
  assert.deepEqual(rows, [{ indisvalid: true, indisunique: false }])
})

test('an oldest version must be one that exists', () => {
  write('0002_second.sql', '-- oldest version: 3\nselect 1')
  assert.throws(() => readMigrations(directory), /must have an oldest version from 1 to 2/)
})

test('a database with a gap in its migrations is refused', () => {
  const known = [1, 2].map(migration)
  assert.deepEqual(planMigrations(known, []), { pending: known })
  assert.deepEqual(planMigrations(known, known.slice(0, 1)), { pending: known.slice(1) })
  assert.deepEqual(planMigrations(known, known.slice(1)), {
    refused: 'The database has migration 2 but not migration 1: restore the missing migration',
  })
})

test('file names have four digits and no gap', () => {
  assert.ok(readMigrations(MIGRATIONS_DIRECTORY).length > 0)
  write('0003_third.sql', 'select 3')
  assert.throws(() => readMigrations(directory), /0003_third\.sql is not named NNNN_name\.sql with the next number, 2/)
  rmSync(join(directory, '0003_third.sql'))
})
