import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createSystemClock } from '../src/platform/clock.ts'
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts'
import { directoryHolder } from '../src/platform/db/embedded/lock.ts'
import { stopLeftovers } from '../src/platform/db/embedded/processes.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../src/platform/db/migrations.ts'
import { dayStart, readTables } from '../src/platform/db/partitions/catalog.ts'
import { ensurePartitions } from '../src/platform/db/partitions/make.ts'
import { withSession } from '../src/platform/db/session.ts'
import type { Session } from '../src/platform/db/session.ts'
import { createLogger } from '../src/platform/log.ts'
import { ensureDataDirectory } from './cluster.ts'
import { TEST_DAYS } from './databases.ts'
import { memoryDirectory } from './memory.ts'

/** Enough for the test files that run at a time, some of them with several services. */
const CONNECTIONS_MAX = 400

const DAY_MS = 86_400_000

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

/** The name depends on the migrations and the day of the partitions, so an outdated template is never used. */
export function templateName(): string {
  const sums = readMigrations(MIGRATIONS_DIRECTORY).map((migration) => migration.sha256)
  const day = new Date().toISOString().slice(0, 10)
  return `tidings_template_${createHash('sha256')
    .update([day, ...sums].join())
    .digest('hex')
    .slice(0, 16)}`
}

/** The database that every cluster has. Statements about other databases run there. */
function ownDatabase(url: string): string {
  const own = new URL(url)
  own.pathname = '/postgres'
  return own.href
}

/** Leaves only the days of tests. The copied cluster has those of a service. */
async function keepTestDays(session: Session, nowMs: number): Promise<void> {
  await ensurePartitions(session, nowMs, TEST_DAYS)
  const from = dayStart(nowMs) - TEST_DAYS.before * DAY_MS
  const until = dayStart(nowMs) + TEST_DAYS.after * DAY_MS
  for (const { key, partitions } of await readTables(session))
    for (const partition of partitions)
      if (key === 'event' && (partition.from < from || partition.from > until))
        await session.query({ text: `drop table ${partition.name}` })
}

/**
 * Starts the bundled PostgreSQL in a temporary directory. Its data need not survive a crash of the machine. The migrated
 * database of the copied cluster becomes the template of test databases.
 */
export async function startTestServer(): Promise<TestServer> {
  await removeLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  await ensureDataDirectory(dataDir)
  const clock = createSystemClock()
  const server = await startEmbedded({
    dataDir,
    clock,
    log: createLogger('warn'),
    connectionsMax: CONNECTIONS_MAX,
    durable: false,
    onProgress: () => {},
  })
  await withSession(server.url, (session) => keepTestDays(session, clock.now()))
  const url = ownDatabase(server.url)
  // Tests count the pages and rows that a statement reads, and autovacuum reads some at any time.
  await withSession(url, async (session) => {
    await session.query({ text: 'alter system set autovacuum = off' })
    // Each new database makes a checkpoint, and the log would have every changed page of all databases after it.
    await session.query({ text: 'alter system set full_page_writes = off' })
    await session.query({ text: 'select pg_reload_conf()' })
    await session.query({ text: `alter database tidings rename to ${templateName()}` })
  })
  return {
    url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
