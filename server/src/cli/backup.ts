/** `tidings backup` and `tidings restore`. */
import { writeBackup } from '../backup/backup.ts'
import { readHead } from '../backup/file-reader.ts'
import { BackupError } from '../backup/format.ts'
import { checkFile, loadBackup, schemaMistake } from '../backup/restore.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult, OwnCommand } from './command.ts'
import type { Config } from '../config/config.ts'
import { errorCode } from '../db/database-error.ts'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/database.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../db/migrate.ts'
import { createLogger } from '../log.ts'

export const BACKUP_COMMANDS: readonly OwnCommand[] = [
  {
    words: ['backup'],
    positional: ['FILE'],
    options: {},
    summary: 'Write all data to a file, while the service runs; without the keys of the secrets',
    runAlone: (input) => withoutBackupErrors(() => runBackup(input)),
  },
  {
    words: ['restore'],
    positional: ['FILE'],
    options: {},
    summary: 'Load such a file into a database that is empty',
    runAlone: (input) => withoutBackupErrors(() => runRestore(input)),
  },
]

async function withoutBackupErrors(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError) return failure(error.message)
    // A full disk, a directory that is not there.
    const code = errorCode(error)
    const isFile =
      error instanceof Error &&
      'syscall' in error &&
      code !== null &&
      /^E(NOSPC|NOENT|ACCES|ISDIR|ROFS|IO|DQUOT|PERM|FBIG|NOTDIR|XDEV)$/.test(code)
    if (isFile) return failure(`The file cannot be written: ${error.message}`)
    throw error
  }
}

function withDatabase<Result>(
  { config, clock, onProgress }: CommandInput,
  options: { whenInUse: 'join' | 'refuse'; migrateUpTo?: number },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return openDatabase(config, { clock, log: createLogger('fatal'), onProgress, ...options }).then(async (database) => {
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  })
}

/** Where the keys are that a backup does not hold. */
function keysPlace({ secretsKeys, dataDir }: Config): string {
  return secretsKeys === null ? `${dataDir}/secrets.key` : 'SECRETS_KEYS'
}

async function runBackup(input: CommandInput): Promise<CommandResult> {
  const { config, clock, onProgress, positional } = input
  const [path = ''] = positional
  const made = await withDatabase(input, { whenInUse: 'join' }, (database) =>
    database.withMaintenanceSession((session) => writeBackup(session, { path, clock, onProgress })),
  )
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
  const text = [
    `${made.path}: ${rows} rows, ${made.bytes} bytes`,
    `The keys that secrets are encrypted with are not in it. Keep ${keysPlace(config)} as well, in another place:`,
    'without it the secrets of webhook endpoints and channels cannot be read again.',
  ].join('\n')
  return { ok: true, text, json: { backup: { ...made, keys_included: false, keys_are_in: keysPlace(config) } } }
}

async function runRestore(input: CommandInput): Promise<CommandResult> {
  const { config, onProgress, positional } = input
  const [path = ''] = positional
  const head = await readHead(path)
  const known = readMigrations(MIGRATIONS_DIRECTORY)
  const mistake = schemaMistake(known, head.header)
  if (mistake !== null) return failure(mistake)
  onProgress('Checking the file')
  await checkFile(path, head)
  const migrateUpTo = head.header.migrations.length
  const restored = await withDatabase(input, { whenInUse: 'refuse', migrateUpTo }, (database) =>
    database.withMaintenanceSession(async (session) => {
      const { rows } = await session.query<{ version: number }>({
        text: 'select max(version) as version from schema_migrations',
      })
      if (rows[0]!.version > migrateUpTo)
        throw new BackupError(
          `The database was already migrated beyond the backup (to ${rows[0]!.version}, the backup is at ${migrateUpTo}): give a new one`,
        )
      return loadBackup(session, { path, head, onProgress })
    }),
  )
  // Opening migrates: what the backup's version did not have yet, now on its rows.
  if (known.length > migrateUpTo) await withDatabase(input, { whenInUse: 'refuse' }, () => Promise.resolve())
  const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0)
  const text = [
    `${rows} rows of the backup of ${head.header.created_at} are restored.`,
    config.secretsKeys === null
      ? `The keys of its secrets were not in the file: before the first start put the secrets.key that belongs to it at ${keysPlace(config)}.`
      : 'The keys of its secrets were not in the file: SECRETS_KEYS must hold those that the service had.',
  ].join('\n')
  return {
    ok: true,
    text,
    json: { restored: { ...restored, keys_included: false, keys_belong_in: keysPlace(config) } },
  }
}
