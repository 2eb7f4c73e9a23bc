import { setTimeout as delay } from 'node:timers/promises'
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { addressOf } from './servers/address.ts'
import type { DatabaseAddress } from './servers/address.ts'
import { isContention } from './database-error.ts'
import { MIGRATIONS_DIRECTORY, planMigrations, readMigrations, statementsOf } from './migrations.ts'
import type { AppliedMigration, Migration } from './migrations.ts'
import { withSession } from './session.ts'
import type { Connection } from './sql.ts'
import { StartError } from './servers/start-error.ts'

/** An arbitrary number. The migrating process holds this advisory lock. */
const MIGRATION_LOCK = 8_434_723_464

/** The longest wait for another migrating process, and the interval of checks, ms. */
const MIGRATION_LOCK_TIMEOUT_MS = 600_000
const MIGRATION_LOCK_POLL_MS = 100

/**
 * If a statement waits longer for a table's lock, it is canceled and retried, because the service's statements queue
 * behind it, ms.
 */
const TABLE_LOCK_TIMEOUT_MS = 2000

/** The largest number of tries of a file: about 40 s of waiting. */
const FILE_TRIES_MAX = 20

/** The interval of reading an index's progress, ms. */
const PROGRESS_INTERVAL_MS = 2000

export interface MigrateOptions {
  directory?: string
  /** The last migration to apply. */
  upTo?: number | undefined
  /** Called with a line for the user if a migration takes long. */
  onProgress?: (text: string) => void
}

/**
 * Applies all pending migrations, and returns their numbers. If several processes do this at once, one works and the
 * others wait.
 * @throws {StartError} if this version cannot work on the database, or another process migrates for too long.
 */
export function migrate(
  address: DatabaseAddress | string,
  clock: Clock,
  { directory = MIGRATIONS_DIRECTORY, upTo = Infinity, onProgress = () => {} }: MigrateOptions = {},
): Promise<number[]> {
  const known = readMigrations(directory)
  const servers = addressOf(address)
  return withSession(servers, async (session) => {
    await lock(session, clock)
    const applied = await readApplied(session)
    const plan = planMigrations(known, applied)
    if ('refused' in plan) throw new StartError(plan.refused)
    const pending = plan.pending.filter(({ version }) => version <= upTo)
    for (const migration of pending)
      if (migration.outsideTransaction) await applyStatements(servers, session, migration, clock, onProgress)
      else await apply(session, migration, clock)
    return pending.map((migration) => migration.version)
  })
}

/**
 * Takes the lock for the whole session. A waiting process runs no statement meanwhile, because `create index
 * concurrently` waits for the end of all other statements.
 */
async function lock(session: Connection, clock: Clock): Promise<void> {
  const startedAt = clock.monotonic()
  for (;;) {
    const { rows } = await session.query<{ taken: boolean }>({
      text: 'select pg_try_advisory_lock($1) as taken',
      values: [MIGRATION_LOCK],
    })
    if (rows[0]!.taken) return
    if (clock.monotonic() - startedAt > MIGRATION_LOCK_TIMEOUT_MS)
      throw new StartError('Another process is still migrating the database: wait for it, or stop it')
    await delay(MIGRATION_LOCK_POLL_MS)
  }
}

/** Without a write, if the database is already migrated: a user without the right to create tables can use it. */
async function readApplied(session: Connection): Promise<AppliedMigration[]> {
  const { rows: columns } = await session.query<{ attname: string }>({
    text: `select attname from pg_catalog.pg_attribute
      where attrelid = to_regclass('schema_migrations') and attnum > 0 and not attisdropped`,
  })
  if (columns.length === 0)
    await session.query({
      text: `create table schema_migrations (version integer primary key, name text not null, sha256 text not null,
        applied_at timestamptz not null, oldest_version integer)`,
    })
  else if (!columns.some(({ attname }) => attname === 'oldest_version'))
    await session.query({ text: 'alter table schema_migrations add column oldest_version integer' })
  const { rows } = await session.query<AppliedMigration>({
    text: `select version, name, sha256, oldest_version as "oldestVersion" from schema_migrations order by version`,
  })
  return rows
}

async function record(session: Connection, migration: Migration, clock: Clock): Promise<void> {
  const { version, name, sha256, oldestVersion } = migration
  await session.query({
    text: `insert into schema_migrations (version, name, sha256, applied_at, oldest_version) values ($1, $2, $3, $4, $5)`,
    values: [version, name, sha256, isoTime(clock.now()), oldestVersion],
  })
}

/** Applies a file in one transaction. */
async function apply(session: Connection, migration: Migration, clock: Clock): Promise<void> {
  await trying(async () => {
    await session.query({ text: 'begin' })
    try {
      await session.query({ text: `set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}` })
      await session.query({ text: migration.text })
      await record(session, migration, clock)
      await session.query({ text: 'commit' })
    } catch (error) {
      // If it fails too, the connection is lost, and with it the transaction. The first error has the cause.
      await session.query({ text: 'rollback' }).catch(() => {})
      throw error
    }
  })
}

/**
 * Applies a file statement by statement. A crash may repeat a statement, so each must change nothing if it has run
 * before.
 */
async function applyStatements(
  address: DatabaseAddress,
  session: Connection,
  migration: Migration,
  clock: Clock,
  onProgress: (text: string) => void,
): Promise<void> {
  for (const text of statementsOf(migration))
    await trying(async () => {
      await dropInvalidIndex(session, text)
      const isDone = new AbortController()
      const told = tellProgress(address, isDone.signal, onProgress)
      try {
        await session.query({ text })
      } finally {
        isDone.abort()
        await told
      }
    })
  await record(session, migration, clock)
}

/** A failed `create index concurrently` leaves an invalid index, with a name needed by the next try. */
async function dropInvalidIndex(session: Connection, statement: string): Promise<void> {
  const [, name] = /\bindex\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(statement) ?? []
  if (name === undefined) return
  const { rows } = await session.query({
    text: 'select from pg_catalog.pg_index where indexrelid = to_regclass($1) and not indisvalid',
    values: [name],
  })
  if (rows.length > 0) await session.query({ text: `drop index concurrently ${name}` })
}

/** Reports the progress of an index until the signal aborts. */
async function tellProgress(
  address: DatabaseAddress,
  signal: AbortSignal,
  onProgress: (text: string) => void,
): Promise<void> {
  for (;;) {
    await delay(PROGRESS_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    // Progress is only for users. If it cannot be read, the migration continues.
    await withSession(address, async (session) => {
      const { rows } = await session.query<{ table: string; phase: string; percent: number | null }>({
        text: `select relid::regclass::text as table, phase,
            round(100.0 * coalesce(nullif(blocks_done, 0), tuples_done) / nullif(coalesce(nullif(blocks_total, 0), tuples_total), 0))::int as percent
          from pg_stat_progress_create_index`,
      })
      for (const { table, phase, percent } of rows)
        onProgress(`Creating an index of ${table}: ${phase}${percent === null ? '' : `, ${percent} %`}`)
    }).catch(() => {})
  }
}

async function trying(work: () => Promise<void>): Promise<void> {
  for (let triesMade = 1; ; triesMade++)
    try {
      return await work()
    } catch (error) {
      if (!isContention(error) || triesMade === FILE_TRIES_MAX) throw error
    }
}
