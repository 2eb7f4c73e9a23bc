/**
 * The cluster of a first start (PostgreSQL's word for its data directory), made once for all tests. PostgreSQL needs 1.3 s
 * of processor time for it, and a copy needs 0.1 s. `node cluster.ts DIRECTORY` makes it.
 */
import { chmodSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Build } from '../../scripts/builds.ts'
import { currentBuild, ensureBuilt, ROOT } from '../../scripts/builds.ts'
import { findBinaries } from '../src/platform/db/embedded/binaries.ts'
import { ensureCluster } from '../src/platform/db/embedded/cluster.ts'
import { clusterOwner } from '../src/platform/db/embedded/owner.ts'

const CLUSTER: Build = {
  name: 'The cluster for tests',
  builds: join(ROOT, '.cache', 'cluster'),
  sources: [
    'server/src/platform/db/embedded/{cluster,binaries,owner}.ts',
    'server/test/cluster.ts',
    'package-lock.json',
  ],
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
  const cluster = join(dataDir, 'postgres')
  const owner = clusterOwner(cluster)
  const making = { dataDir, binaries: findBinaries(dataDir, owner), owner, logFile: join(dataDir, 'postgres.log') }
  await ensureCluster(cluster, { ...making, durable: false }, () => {})
}
