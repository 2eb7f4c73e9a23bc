/** The command `migrate`. */
import type { CommandResult } from './command.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../platform/db/migrations.ts'

/** The database was migrated when it was opened. */
export function runMigrate(): CommandResult {
  const version = readMigrations(MIGRATIONS_DIRECTORY).length
  return { ok: true, text: `The database is at version ${version}`, json: { version } }
}
