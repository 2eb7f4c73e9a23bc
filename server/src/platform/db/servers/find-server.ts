/** Finds the address of a configured database server, or starts the embedded one. */
import type { SystemClock } from '../../clock.ts'
import { readSecretFile } from '../../config/config.ts'
import type { Config } from '../../config/config.ts'
import { parseDatabases } from '../../config/postgres-url.ts'
import type { Logger } from '../../log.ts'
import { DatabaseAddress } from './address.ts'
import { runningEmbedded, startEmbedded } from '../embedded/embedded.ts'
import type { Embedded } from '../embedded/embedded.ts'

export type DatabaseConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'migrationDatabaseUrl'
  | 'dataDir'
  | 'databaseConnectionsMax'
  | 'databaseConnectTimeoutMs'
  | 'statementTimeoutMs'
> &
  Partial<Pick<Config, 'roles'>> & {
    /** The server's name in `DATABASES`. Absent: its URL is in `DATABASE_URL`, or it is embedded. */
    serverName?: string
  }

/** The options of `openDatabase` for an embedded database. */
interface FindOptions {
  clock: SystemClock
  log: Logger
  onProgress(text: string): void
  onStarting?(): void
  whenInUse?: 'refuse' | 'join'
}

export interface FoundServer {
  address: DatabaseAddress
  maintenance: DatabaseAddress
  embedded: Embedded | null
}

/** The server's URL in the file of `DATABASES`, or null. */
function readServerUrl(name: string): string | null {
  const parsed = parseDatabases(readSecretFile('DATABASES') ?? '')
  return 'must' in parsed ? null : (parsed.value.find((one) => one.name === name)?.url ?? null)
}

/** The configured server, or the embedded one, which it starts. */
export async function findServer(config: DatabaseConfig, options: FindOptions): Promise<FoundServer> {
  const { databaseUrl, migrationDatabaseUrl, dataDir, databaseConnectionsMax, serverName } = config
  if (databaseUrl !== null) {
    const addressIn = (variable: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL', url: string) =>
      new DatabaseAddress(url, () => readSecretFile(variable), variable)
    const address =
      serverName === undefined
        ? addressIn('DATABASE_URL', databaseUrl)
        : new DatabaseAddress(databaseUrl, () => readServerUrl(serverName), `DATABASES (${serverName})`)
    const maintenance =
      migrationDatabaseUrl === null ? address : addressIn('MIGRATION_DATABASE_URL', migrationDatabaseUrl)
    return { address, maintenance, embedded: null }
  }
  const running = options.whenInUse === 'join' ? await runningEmbedded(dataDir) : null
  const embedded =
    running === null
      ? await startEmbedded({ ...options, dataDir, connectionsMax: databaseConnectionsMax, durable: true })
      : null
  const address = new DatabaseAddress(embedded?.url ?? running!)
  return { address, maintenance: address, embedded }
}
