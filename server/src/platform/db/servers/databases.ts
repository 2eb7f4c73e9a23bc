/**
 * All database servers of the service. Each account is on the server of its bucket. The first server is the directory,
 * which has the accounts' API keys, people and places (decision record 52).
 */
import type { Config } from '../../config/config.ts'
import { isOutage } from '../database-error.ts'
import { connectDatabase, openDatabase } from './database.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { ensureFence } from './fence.ts'
import type { DatabaseConfig } from './find-server.ts'
import { logFailure, nameServer } from './outages.ts'
import { openBucketPlaces } from './places.ts'
import type { BucketPlaces } from './places.ts'

export interface Databases {
  /** The server of accounts, API keys, people and places. */
  directory: Database
  /** The directory first. */
  all: readonly Database[]
  /**
   * The server of a bucket's rows.
   * @throws {ElsewhereError} if this process does not know it.
   */
  of(bucket: number): Database
  /** Prepares and fences a server that was away at the start. Throws if it is still away. */
  join(database: Database): Promise<void>
  /** True if the directory did not respond to the last reading of the places. Always false with one server. */
  isDirectoryAway(): boolean
  /** The listener is called after buckets have moved, and after the directory went away or came back. */
  onChange(listener: () => void): void
  /** Reads the URLs from their files again, for new connections. */
  rereadUrls(): void
  close(): Promise<void>
}

/** The configuration of each server, the directory first. */
export function serverConfigs<Given extends DatabaseConfig & Pick<Config, 'databases'>>(
  config: Given,
): (Given & Pick<DatabaseConfig, 'serverName'>)[] {
  const { databases } = config
  if (databases === null) return [config]
  return databases.map(({ name, url }) => ({ ...config, databaseUrl: url, serverName: name }))
}

/**
 * Opens all servers. The directory must be there. Another server may be away: `join` prepares it later.
 * @throws {StartError} for every cause outside of this program, with a line for the user.
 */
export async function openDatabases(
  config: DatabaseConfig & Pick<Config, 'databases'>,
  options: DatabaseOptions,
): Promise<Databases> {
  const [first, ...others] = serverConfigs(config)
  let places: BucketPlaces | null = null
  const serverOf = (name: string | undefined) => ({
    buckets: () => places!.on(name!),
    onElsewhere: async () => places?.reread(),
    isDirectory: name === first!.serverName,
  })
  const directory = await openDatabase(
    first!,
    others.length === 0 ? options : { ...options, server: serverOf(first!.serverName) },
  )
  const all = [directory]
  try {
    places = await openBucketPlaces(
      directory.pool,
      [first!, ...others].map(({ serverName }) => serverName ?? directory.name),
    )
    if (others.length === 0) return onlyDatabase(directory)
    for (const other of others)
      all.push(await connectDatabase(other, { ...options, server: serverOf(other.serverName) }))
    const databases = manyDatabases(all, places)
    await Promise.all(all.map((database) => joinUnlessAway(databases, database, options)))
    return databases
  } catch (error) {
    places?.close()
    await Promise.all(all.map((database) => database.close()))
    throw error
  }
}

/** One server for all accounts. */
export function onlyDatabase(database: Database): Databases {
  return {
    directory: database,
    all: [database],
    of: () => database,
    join: () => database.prepare(),
    isDirectoryAway: () => false,
    onChange: () => {},
    rereadUrls: () => database.rereadUrls(),
    close: () => database.close(),
  }
}

function manyDatabases(all: readonly Database[], places: BucketPlaces): Databases {
  const [directory] = all as [Database]
  const byName = new Map(all.map((database) => [database.name, database]))
  return {
    directory,
    all,
    of: (bucket) => byName.get(places.of(bucket))!,
    async join(database) {
      await database.prepare()
      await database.withMaintenanceSession((session) =>
        ensureFence(session, database.buckets(), { isDirectory: database === directory }),
      )
    },
    isDirectoryAway: () => places.isDirectoryAway,
    onChange: (listener) => places.onChange(listener),
    rereadUrls() {
      for (const database of all) database.rereadUrls()
    },
    async close() {
      places.close()
      await Promise.all(all.map((database) => database.close()))
    },
  }
}

async function joinUnlessAway(databases: Databases, database: Database, { log }: DatabaseOptions): Promise<void> {
  try {
    await databases.join(database)
  } catch (error) {
    // `prepare` explains a failed connection in a sentence of its own.
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    if (database === databases.directory || !isOutage(cause)) throw error
    nameServer(cause, database.name)
    logFailure(log, 'tasks', { event: 'database.server_away', server: database.name }, cause)
  }
}
