/** The commands `backup` and `restore`. */
import { writeBackup } from '../../features/backup/backup.ts'
import { readHead, BackupError } from '../../features/backup/format.ts'
import { checkFile, loadBackup, schemaMistake } from '../../features/backup/restore.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult } from './command.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorCode } from '../../platform/db/database-error.ts'
import { openDatabase } from '../../platform/db/servers/database.ts'
import type { Database } from '../../platform/db/servers/database.ts'
import { serverConfigs } from '../../platform/db/servers/databases.ts'
import type { DatabaseConfig } from '../../platform/db/servers/find-server.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../platform/db/migrations.ts'
import { createLogger } from '../../platform/log.ts'

async function withoutBackupErrors(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError) return failure(error.message)
    // For example a full disk or a missing directory.
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

/** The input of a command on one server. */
type ServerInput = CommandInput & { server: DatabaseConfig }

/** Runs `work` on the server of `--server`. With one server, the option may be left out. */
async function onServer(
  input: CommandInput,
  work: (input: ServerInput) => Promise<CommandResult>,
): Promise<CommandResult> {
  const servers = serverConfigs(input.config)
  const names = servers.map(({ serverName = 'main' }) => serverName)
  const name = input.options['server'] ?? (servers.length === 1 ? names[0]! : null)
  const server = servers[names.indexOf(name ?? '')]
  if (server !== undefined) return work({ ...input, server })
  const problem = name === null ? 'There are several database servers' : `There is no database server ${name}`
  return failure(`${problem}: choose one with --server, one of ${names.join(', ')}`)
}

function withDatabase<Result>(
  { server, clock, onProgress }: ServerInput,
  options: { whenInUse: 'join' | 'refuse'; migrateUpTo?: number },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return openDatabase(server, { clock, log: createLogger('fatal'), onProgress, ...options }).then(async (database) => {
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  })
}

/** The place of the encryption keys, which are not in a backup. */
function keysLocation({ secretsKeys, dataDir }: Config): string {
  return secretsKeys === null ? `${dataDir}/secrets.key` : 'SECRETS_KEYS'
}

export function runBackup(input: CommandInput): Promise<CommandResult> {
  return withoutBackupErrors(() => onServer(input, backUp))
}

async function backUp(input: ServerInput): Promise<CommandResult> {
  const { config, clock, onProgress, positional } = input
  const [path = ''] = positional
  const made = await withDatabase(input, { whenInUse: 'join' }, (database) =>
    database.withMaintenanceSession((session) => writeBackup(session, { path, clock, onProgress })),
  )
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
  const text = [
    `${made.path}: ${rows} rows, ${made.bytes} bytes`,
    `The encryption keys of the secrets are not in this file. Keep ${keysLocation(config)} too, in another place:`,
    'without it, the secrets of webhook endpoints and channels can no longer be read.',
  ].join('\n')
  return { ok: true, text, json: { backup: { ...made, keys_included: false, keys_are_in: keysLocation(config) } } }
}

export function runRestore(input: CommandInput): Promise<CommandResult> {
  return withoutBackupErrors(() => onServer(input, restore))
}

async function restore(input: ServerInput): Promise<CommandResult> {
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
          `The database is newer than the backup (migration ${rows[0]!.version}, the backup has ${migrateUpTo}): use a new database`,
        )
      return loadBackup(session, { path, head, onProgress })
    }),
  )
  // Opening the database runs the migrations that are newer than the backup.
  if (known.length > migrateUpTo) await withDatabase(input, { whenInUse: 'refuse' }, () => Promise.resolve())
  const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0)
  const text = [
    `Restored ${rows} rows of the backup from ${head.header.created_at}.`,
    config.secretsKeys === null
      ? `The file does not contain the keys of its secrets: before the first start, put the secrets.key of the old service at ${keysLocation(config)}.`
      : 'The file does not contain the keys of its secrets: SECRETS_KEYS must contain the keys of the old service.',
  ].join('\n')
  return {
    ok: true,
    text,
    json: { restored: { ...restored, keys_included: false, keys_belong_in: keysLocation(config) } },
  }
}
