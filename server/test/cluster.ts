/**
 * The cluster of a first start (PostgreSQL's word for its data directory) with the migrated database, made once for all
 * tests. PostgreSQL needs 3 s of processor time for it, and a copy needs 0.1 s. `node cluster.ts DIRECTORY` makes it.
 */
import { chmodSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Build } from '../../scripts/builds.ts'
import { currentBuild, ensureBuilt, ROOT } from '../../scripts/builds.ts'
import { createSystemClock } from '../src/platform/clock.ts'
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { ensurePartitions } from '../src/platform/db/partitions/make.ts'
import { withSession } from '../src/platform/db/session.ts'
import { createLogger } from '../src/platform/log.ts'

const CLUSTER: Build = {
  name: 'The cluster for tests',
  builds: join(ROOT, '.cache', 'cluster'),
  sources: [
    'server/migrations/*.sql',
    'server/src/platform/db/{embedded,partitions}/*.ts',
    'server/src/platform/db/migrate.ts',
    'server/test/cluster.ts',
    'package-lock.json',
  ],
  // Its partitions are those of a day.
  also: new Date().toISOString().slice(0, 10),
  command: (directory) => [fileURLToPath(import.meta.url), directory],
}

/** Copies the cluster of a first start to this path. Its files belong to our own user. */
export async function copyCluster(path: string): Promise<void> {
  await ensureBuilt(CLUSTER)
  cpSync(join(currentBuild(CLUSTER), 'postgres'), path, { recursive: true })
  // PostgreSQL refuses a directory that others may read.
  chmodSync(path, 0o700)
}

/** Puts the cluster of a first start into a data directory, unless it has one. */
export async function ensureDataDirectory(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) return
  mkdirSync(dataDir, { recursive: true })
  await copyCluster(join(dataDir, 'postgres'))
  cpSync(join(currentBuild(CLUSTER), 'postgres.password'), join(dataDir, 'postgres.password'))
}

if (import.meta.main) {
  const [dataDir = ''] = process.argv.slice(2)
  const clock = createSystemClock()
  const made = { dataDir, clock, log: createLogger('warn'), connectionsMax: 10, durable: false, onProgress: () => {} }
  const server = await startEmbedded(made)
  await migrate(server.url, clock)
  await withSession(server.url, (session) => ensurePartitions(session, clock.now()))
  await server.stop()
}
