import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { DatabaseAddress } from './address.ts'
import { isContention } from './database-error.ts'
import { withSession } from './session.ts'
import type { Connection } from './sql.ts'
import { StartError } from './start-error.ts'

/** The migrations of this version of the service. */
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** Any constant of our own: whoever migrates this database holds the advisory lock of this number. */
const MIGRATION_LOCK = 8_434_723_464

/** How long to wait for another process that migrates the same database, ms. */
const MIGRATION_LOCK_TIMEOUT_MS = 120_000

/** A statement that waits longer for a table's lock gives way, so that the service's own statements do not queue behind it, ms. */
const TABLE_LOCK_TIMEOUT_MS = 2000

/** Times that one file is tried: about 40 s of waiting in all. */
const FILE_TRIES_MAX = 20

export interface Migration {
  version: number
  name: string
  text: string
  sha256: string
}

export interface AppliedMigration {
  version: number
  name: string
  sha256: string
}

/** The files `NNNN_name.sql` of a directory in the order of their numbers, which begin at 1 and leave no gap. */
export function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  return files.map((file, index) => {
    const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
    if (number === undefined || name === undefined || Number(number) !== index + 1)
      throw new Error(`${file} is not named NNNN_name.sql with the next number, ${index + 1}`)
    const text = readFileSync(`${directory}/${file}`, 'utf8')
    return { version: index + 1, name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/** What is still to be applied, or the sentence that says why this version of the service cannot work on the database. */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): { pending: Migration[] } | { refused: string } {
  for (const [index, { version, name, sha256 }] of applied.entries()) {
    const migration = known[version - 1]
    if (!migration)
      return {
        refused: `The database was migrated by a newer version of Tidings (migration ${version}, this version knows ${known.length}): start the newer version`,
      }
    if (version !== index + 1)
      return {
        refused: `The database has migration ${version} but not migration ${index + 1}: restore the missing migration`,
      }
    if (migration.sha256 !== sha256)
      return {
        refused: `Migration ${version} (${name}) differs from the migration applied to the database: restore the file`,
      }
  }
  return { pending: known.slice(applied.length) }
}

async function applyOnce(session: Connection, migration: Migration, clock: Clock): Promise<void> {
  await session.query({ text: 'begin' })
  try {
    await session.query({ text: `set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}` })
    await session.query({ text: migration.text })
    await session.query({
      text: 'insert into schema_migrations (version, name, sha256, applied_at) values ($1, $2, $3, $4)',
      values: [migration.version, migration.name, migration.sha256, isoTime(clock.now())],
    })
    await session.query({ text: 'commit' })
  } catch (error) {
    await session.query({ text: 'rollback' })
    throw error
  }
}

async function apply(session: Connection, migration: Migration, clock: Clock): Promise<void> {
  for (let triesMade = 1; ; triesMade++)
    try {
      return await applyOnce(session, migration, clock)
    } catch (error) {
      if (!isContention(error) || triesMade === FILE_TRIES_MAX) throw error
    }
}

/**
 * Brings the database to the version of the files and answers the numbers that were applied, none if it was there
 * already; with `upTo`, only as far as that one. Each file is a transaction. Several processes may do it at once: one works, the others wait for it.
 * @throws {StartError} if the database is of a newer version or had another text of a file.
 */
export function migrate(
  address: DatabaseAddress | string,
  clock: Clock,
  directory = MIGRATIONS_DIRECTORY,
  upTo = Infinity,
): Promise<number[]> {
  const known = readMigrations(directory)
  return withSession(address, async (session) => {
    await session.query({ text: `set lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}` })
    // Held by the session, so over all files; it ends with the session.
    await session.query({ text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK] })
    // Looked up first: a user that may not create tables can start on a database that is migrated already.
    const { rows: found } = await session.query({
      text: `select from pg_catalog.pg_class where oid = to_regclass('schema_migrations')`,
    })
    if (found.length === 0)
      await session.query({
        text: `create table schema_migrations (
          version integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null)`,
      })
    const { rows } = await session.query<AppliedMigration>({
      text: 'select version, name, sha256 from schema_migrations order by version',
    })
    const plan = planMigrations(known, rows)
    if ('refused' in plan) throw new StartError(plan.refused)
    const pending = plan.pending.filter(({ version }) => version <= upTo)
    for (const migration of pending) await apply(session, migration, clock)
    return pending.map((migration) => migration.version)
  })
}
