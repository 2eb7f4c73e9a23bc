import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createSystemClock } from '../src/platform/clock.ts'
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts'
import { directoryHolder } from '../src/platform/db/embedded/lock.ts'
import { stopLeftovers } from '../src/platform/db/embedded/processes.ts'
import { withSession } from '../src/platform/db/session.ts'
import { createLogger } from '../src/platform/log.ts'
import { ensureDataDirectory } from './cluster.ts'
import { memoryDirectory } from './memory.ts'

/** Enough for two test files at a time, some of them with several services. */
const CONNECTIONS_MAX = 300

export interface TestServer {
  url: string
  /** Stops the server and deletes its directory. */
  stop(): Promise<void>
}

/** The directories of a run and of a test server begin with it. */
export const PREFIX = 'tidings-test-'

/** Younger directories may belong to a run about to take its lock, ms. */
const LEFTOVER_AGE_MS_MIN = 60_000

/** Stops the servers of killed runs and deletes their directories. Each is a data directory or contains some. */
async function removeLeftovers(): Promise<void> {
  const places = new Set([realpathSync(tmpdir()), memoryDirectory()].filter((place) => place !== null))
  const directories = [...places].flatMap((place) => readdirSync(place).map((name) => join(place, name)))
  for (const directory of directories.filter((one) => basename(one).startsWith(PREFIX))) {
    const status = statSync(directory, { throwIfNoEntry: false })
    const isOurs = status !== undefined && (process.getuid === undefined || status.uid === process.getuid())
    if (!isOurs || status.mtimeMs > Date.now() - LEFTOVER_AGE_MS_MIN) continue
    const dataDirs = [directory, ...readdirSync(directory).map((inside) => join(directory, inside))]
    const holders = await Promise.all(dataDirs.map(directoryHolder))
    if (holders.some((holder) => holder !== false)) continue
    for (const dataDir of dataDirs) await stopLeftovers(join(dataDir, 'postgres'), createSystemClock())
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Starts the bundled PostgreSQL in a temporary directory. Its data need not survive a crash of the machine. */
export async function startTestServer(): Promise<TestServer> {
  await removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  await ensureDataDirectory(dataDir)
  const server = await startEmbedded({
    dataDir,
    clock: createSystemClock(),
    log: createLogger('warn'),
    connectionsMax: CONNECTIONS_MAX,
    durable: false,
    onProgress: () => {},
  })
  // Tests count the pages and rows that a statement reads, and autovacuum reads some at any time.
  await withSession(server.url, async (session) => {
    await session.query({ text: 'alter system set autovacuum = off' })
    // Each new database makes a checkpoint, and the log would have every changed page of all databases after it.
    await session.query({ text: 'alter system set full_page_writes = off' })
    await session.query({ text: 'select pg_reload_conf()' })
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
