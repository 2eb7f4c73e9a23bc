/** Trees of the product as it is deployed: without the packages that only builds and tests need, read-only, for any user. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DASHBOARD, SERVICE, SITE } from '../../scripts/build.ts'
import { currentBuild } from '../../scripts/builds.ts'
import { createSystemClock } from '../src/platform/clock.ts'
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts'
import { createLogger } from '../src/platform/log.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A user without rights and without files. If root runs the tests, this user runs the service. */
const ORDINARY_USER = 64_321
/** With a path of this length, the database listens at a port: another user can open no socket in its directory. */
const LONG_NAME = 'database-'.repeat(12)
const DATABASE_CONNECTIONS_MAX = 60

interface LockedPackage {
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
}

/** The paths that `npm ci --omit=dev --omit=optional` fills, from `package-lock.json`. */
export function packagesOfProduction(): string[] {
  const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  const isOmitted = ({ dev, optional, devOptional }: LockedPackage) => dev || optional || devOptional
  return Object.entries(packages).flatMap(([path, found]) =>
    path.includes('node_modules/') && !isOmitted(found) ? path : [],
  )
}

/** All files of the checkout, and its builds. */
export function filesOfCheckout(): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const paths = spawnSync('git', list, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\0').filter(Boolean)
  return [...paths.filter((path) => lstatSync(join(ROOT, path), { throwIfNoEntry: false })), ...BUILDS]
}

/** The builds of the service, and those that it serves. Older ones may lie beside them. */
export const BUILDS = [SERVICE, DASHBOARD, SITE].flatMap((build) =>
  [currentBuild(build), join(build.builds, 'current')].map((path) => relative(ROOT, path)),
)

/** The bytes of all files below the directory. */
export function bytesBelow(directory: string): number {
  return readdirSync(directory, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(directory, entry.name)
    return sum + (entry.isDirectory() ? bytesBelow(path) : entry.isFile() ? lstatSync(path).size : 0)
  }, 0)
}

function setMode(directory: string, mode: number): void {
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) setMode(join(directory, entry.name), mode)
  chmodSync(directory, mode)
}

/** Copies paths of the repository into the same places of the tree. Packages inside of packages are paths of their own. */
function copyInto(tree: string, paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(tree, dirname(path)), { recursive: true })
    const filter = (from: string) => !/[\\/]node_modules$/.test(from)
    cpSync(join(ROOT, path), join(tree, path), { recursive: true, verbatimSymlinks: true, filter })
  }
}

export interface Production {
  databaseUrl: string
  /** A directory with the program `node`, outside of every tree. */
  ownNode: string
  /** The user of the service: it may write nowhere. */
  user: { uid?: number; gid?: number }
  /** Makes a tree of the paths and of the packages of production. Its directories are read-only. */
  makeTree(paths: readonly string[]): string
  /** Stops the database and removes all. */
  close(): Promise<void>
}

/** Makes a place for trees, with an empty database at a port. */
export async function createProduction(): Promise<Production> {
  const directory = mkdtempSync(join(realpathSync(tmpdir()), 'tidings-production-'))
  chmodSync(directory, 0o755)
  const ownNode = join(directory, 'own')
  mkdirSync(ownNode)
  cpSync(realpathSync(process.execPath), join(ownNode, 'node'))
  const database = await startEmbedded({
    dataDir: join(directory, LONG_NAME),
    clock: createSystemClock(),
    log: createLogger('warn'),
    connectionsMax: DATABASE_CONNECTIONS_MAX,
    durable: false,
    onProgress: () => {},
  })
  const trees: string[] = []
  return {
    databaseUrl: database.url,
    ownNode,
    user: process.getuid?.() === 0 ? { uid: ORDINARY_USER, gid: ORDINARY_USER } : {},
    makeTree(paths) {
      const tree = join(directory, `tree-${trees.length}`)
      copyInto(tree, [...paths, ...packagesOfProduction()])
      setMode(tree, 0o555)
      trees.push(tree)
      return tree
    },
    async close() {
      await database.stop()
      for (const tree of trees) setMode(tree, 0o755)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
