/** Reads the migration files, and decides if this version of the service can work on a database. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The migrations of this version of the service. */
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../migrations/', import.meta.url))

export interface Migration {
  version: number
  name: string
  text: string
  sha256: string
  /** The lowest migration number of services that may run on a database with this migration. */
  oldestVersion: number
  /** True if each statement runs outside of a transaction, as `create index concurrently` must. */
  outsideTransaction: boolean
}

export interface AppliedMigration {
  version: number
  name: string
  sha256: string
  /** Null: only services with this migration may run. */
  oldestVersion?: number | null
}

/** Lines in a file's head: `-- oldest version: 17`, `-- outside a transaction`. */
const OLDEST_VERSION = /^-- oldest version: (\d{1,4})$/m
const OUTSIDE_TRANSACTION = /^-- outside a transaction$/m

/** The files `NNNN_name.sql` of a directory, in the order of their numbers. Numbers start at 1 without gaps. */
export function readMigrations(directory: string): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  return files.map((file, index) => {
    const version = index + 1
    const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
    if (number === undefined || name === undefined || Number(number) !== version)
      throw new Error(`${file} is not named NNNN_name.sql with the next number, ${version}`)
    const text = readFileSync(`${directory}/${file}`, 'utf8')
    const [head] = /^(--[^\n]*\n)*/.exec(text)!
    const oldestVersion = Number(OLDEST_VERSION.exec(head)?.[1] ?? version)
    if (oldestVersion < 1 || oldestVersion > version)
      throw new Error(`${file} must have an oldest version from 1 to ${version}`)
    const sha256 = createHash('sha256').update(text).digest('hex')
    return { version, name, text, sha256, oldestVersion, outsideTransaction: OUTSIDE_TRANSACTION.test(head) }
  })
}

/**
 * The pending migrations, or a sentence explaining why this version of the service cannot work on the database. A
 * database with newer migrations is accepted if each of them allows this version.
 */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): { pending: Migration[] } | { refused: string } {
  for (const [index, { version, name, sha256, oldestVersion }] of applied.entries()) {
    if (version !== index + 1)
      return {
        refused: `The database has migration ${version} but not migration ${index + 1}: restore the missing migration`,
      }
    const migration = known[index]
    if (migration === undefined && (oldestVersion ?? version) > known.length)
      return {
        refused: `The database was migrated by a newer version of Tidings (migration ${version}, this version knows ${known.length}): start the newer version`,
      }
    if (migration !== undefined && migration.sha256 !== sha256)
      return {
        refused: `Migration ${version} (${name}) differs from the migration applied to the database: restore the file`,
      }
  }
  return { pending: known.slice(applied.length) }
}

/** A statement up to its semicolon. Texts, and bodies of functions between `$$`, may have semicolons. */
const STATEMENT = /(?:'[^']*'|\$\$.*?\$\$|[^;'$]|\$(?!\$))+/gs

/** The statements of a file without a transaction. */
export function statementsOf({ text }: Migration): string[] {
  return [...text.replace(/^--[^\n]*$/gm, '').matchAll(STATEMENT)]
    .map(([statement]) => statement.trim())
    .filter((statement) => statement !== '')
}
