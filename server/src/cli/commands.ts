import { BUCKET_COMMANDS } from './buckets.ts'
import { ACCOUNT_COMMANDS } from './accounts.ts'
import { LIMIT_COMMANDS } from './limits.ts'
import { MEMBER_COMMANDS } from './members.ts'
import { RECIPIENT_COMMANDS } from './recipients.ts'
import { SECRETS_COMMANDS } from './secrets.ts'
import { BACKUP_COMMANDS } from './backup.ts'
import type { CommandResult, OperatorCommand } from './command.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../db/migrations.ts'

/** The commands for the operator of the service. */
export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  ...ACCOUNT_COMMANDS,
  ...LIMIT_COMMANDS,
  ...BUCKET_COMMANDS,
  ...MEMBER_COMMANDS,
  ...RECIPIENT_COMMANDS,
  ...SECRETS_COMMANDS,
  ...BACKUP_COMMANDS,
  {
    words: ['migrate'],
    positional: [],
    options: {},
    summary: 'Migrate the database to this version (every start does it too)',
    run: runMigrate,
  },
]

/** The database was migrated when it was opened. */
function runMigrate(): Promise<CommandResult> {
  const version = readMigrations(MIGRATIONS_DIRECTORY).length
  return Promise.resolve({ ok: true, text: `The database is at version ${version}`, json: { version } })
}
