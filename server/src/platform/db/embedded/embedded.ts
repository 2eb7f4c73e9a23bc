import { realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../log.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, readPassword, SUPERUSER } from './cluster.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { directoryHolder, lockDirectory, SOCKET_PATH_BYTES_MAX } from './lock.ts'
import type { DirectoryLock } from './lock.ts'
import { rotateLog } from './log.ts'
import { clusterOwner } from './owner.ts'
import { readPidFile, stopLeftovers } from './processes.ts'
import { runServer } from './server.ts'
import type { ServerAddress } from './settings.ts'
import { withSession } from '../session.ts'
import { StartError } from '../servers/start-error.ts'

/**
 * The bundled PostgreSQL: created in the data directory at the first start, run as a separate process, restarted if it
 * dies, stopped with the service. `DATA_DIR/postgres` is its cluster, `postgres.log` its log.
 */

export interface EmbeddedOptions {
  dataDir: string
  clock: Clock
  log: Logger
  connectionsMax: number
  /** False for test clusters, which need not survive a crash of the machine. */
  durable: boolean
  /** Called with a line for the user if the start takes long. */
  onProgress(text: string): void
  /** See `DatabaseOptions`. */
  onStarting?(): void
}

export interface Embedded {
  url: string
  /** Stops the server cleanly and releases the data directory. */
  stop(): Promise<void>
}

const DATABASE = 'tidings'

const RUNNING_POLL_MS = 100

function inUse(dataDir: string, processId: number | null): StartError {
  const holder = processId === null ? 'another process' : `process ${processId}`
  return new StartError(`The data directory ${dataDir} is already in use by ${holder}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

async function chooseAddress(cluster: string): Promise<ServerAddress> {
  const longest = Buffer.byteLength(join(cluster, '.s.PGSQL.5432'))
  if (process.platform !== 'win32' && longest <= SOCKET_PATH_BYTES_MAX) return { kind: 'socket' }
  return { kind: 'port', port: await freePort() }
}

function urlOf(dataDir: string, cluster: string, address: ServerAddress, database: string): string {
  return address.kind === 'socket'
    ? `postgresql://${SUPERUSER}@localhost:5432/${database}?host=${encodeURIComponent(cluster)}&sslmode=disable`
    : `postgresql://${SUPERUSER}:${readPassword(dataDir)}@127.0.0.1:${address.port}/${database}?sslmode=disable`
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  await withSession(maintenanceUrl, async (session) => {
    const { rows } = await session.query({ text: 'select from pg_database where datname = $1', values: [DATABASE] })
    if (rows.length === 0) await session.query({ text: `create database ${DATABASE}` })
  })
}

async function startLocked(dataDir: string, options: EmbeddedOptions, lock: DirectoryLock): Promise<Embedded> {
  const cluster = join(dataDir, 'postgres')
  const logFile = join(dataDir, 'postgres.log')
  await stopLeftovers(cluster, options.clock)
  // The owner may change only while no server uses the files.
  const former = statSync(cluster, { throwIfNoEntry: false })?.uid
  const owner = clusterOwner(cluster)
  const binaries = findBinaries(dataDir, owner)
  await ensureCluster(cluster, { dataDir, binaries, owner, logFile, durable: options.durable }, options.onProgress)
  if (owner && former !== undefined && former !== owner.uid)
    options.log.info({ event: 'database.owner_changed', former_uid: former, uid: owner.uid })
  rotateLog(logFile)
  const address = await chooseAddress(cluster)
  const server = await runServer({ ...options, cluster, logFile, binaries, owner, address })
  try {
    await ensureDatabase(urlOf(dataDir, cluster, address, 'postgres'))
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    url: urlOf(dataDir, cluster, address, DATABASE),
    async stop() {
      await server.stop()
      await lock.release()
    },
  }
}

/**
 * Starts PostgreSQL in the data directory, creating it at the first start. It does not keep our process running. If we
 * die without stopping it, the next start stops it.
 * @throws {StartError} if the directory is in use or cannot be written, or if PostgreSQL does not start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = prepareDataDirectory(options.dataDir)
  const result = await lockDirectory(dataDir)
  if ('heldBy' in result) throw inUse(dataDir, result.heldBy)
  try {
    return await startLocked(dataDir, options, result.lock)
  } catch (error) {
    await result.lock.release()
    // The operator can fix errors of the file system.
    if (error instanceof Error && 'syscall' in error && !(error instanceof StartError))
      throw new StartError(`The embedded database in ${dataDir} could not be prepared: ${error.message}`, {
        cause: error,
      })
    throw error
  }
}

/**
 * The URL of the PostgreSQL of a running service, or null if none runs on the data directory. Waits for a service that
 * is starting.
 */
export async function runningEmbedded(directory: string): Promise<string | null> {
  if (!statSync(directory, { throwIfNoEntry: false })) return null
  const dataDir = realpathSync(directory)
  const cluster = join(dataDir, 'postgres')
  while ((await directoryHolder(dataDir)) !== false) {
    const file = readPidFile(cluster)
    // The lines after the process id: directory, start, port, socket's directory, address, shared memory, state.
    const [, , , port, socket, , , state] = typeof file === 'string' ? [] : file.rest.split('\n')
    if (state?.trim() === 'ready')
      return urlOf(dataDir, cluster, socket ? { kind: 'socket' } : { kind: 'port', port: Number(port) }, DATABASE)
    await delay(RUNNING_POLL_MS)
  }
  return null
}
