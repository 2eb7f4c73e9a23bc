/** Builds something where its sources have changed: for the start, the demo and the tests. */
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Builds that are kept: a service that starts may be about to read the one that was the last. */
const BUILDS_KEPT = 3

/** A build that was broken off is removed when it is older, ms. */
const BROKEN_OFF_MS = 3_600_000

const BUILDING_PREFIX = '.building-'

export interface Build {
  /** With a capital letter: what is built. */
  name: string
  /** Where its builds are. */
  builds: string
  /** Globs of all that a build is made of, below the repository. */
  sources: readonly string[]
  /** What it depends on besides, for example a day. */
  also?: string
  /** The arguments of the Node that builds into the directory. */
  command(directory: string): readonly string[]
}

function hashOf({ sources, also }: Build): string {
  const files = globSync(sources, { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts') && statSync(join(ROOT, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .toSorted()
  const contents = files.map((path) => `${path} ${hash('sha256', readFileSync(join(ROOT, path)))}`)
  // A checkout that was moved builds again, because builds may have paths in them.
  return hash('sha256', [ROOT, ...(also === undefined ? [] : [also]), ...contents].join('\n')).slice(0, 16)
}

async function run({ name, command }: Build, directory: string): Promise<void> {
  const child = spawn(process.execPath, command(directory), { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${name} could not be built:\n${output}${errors}`)
}

/** Puts a whole directory in its place; if another start was faster, its build is the same. */
function moveIntoPlace(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

/** Removes old builds, and what was broken off. */
function prune(path: string): void {
  const names = readdirSync(path, { withFileTypes: true })
  const directories = names
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, at: statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
  const builds = directories.filter(({ name }) => !name.startsWith(BUILDING_PREFIX)).toSorted((a, b) => b.at - a.at)
  const brokenOff = directories.filter(
    ({ name, at }) => name.startsWith(BUILDING_PREFIX) && at < Date.now() - BROKEN_OFF_MS,
  )
  for (const { name } of [...builds.slice(BUILDS_KEPT), ...brokenOff])
    rmSync(join(path, name), { recursive: true, force: true })
}

/**
 * Builds into `<builds>/<hash of the sources>` unless that is there, and names it in `<builds>/current`, which the service
 * reads when it starts. Both appear at once or not at all, so that any number of starts may do it at the same time. Throws
 * with the builder's output if the sources cannot be built.
 */
export async function ensureBuilt(build: Build, log: (line: string) => void = () => {}): Promise<void> {
  const name = hashOf(build)
  const place = join(build.builds, name)
  mkdirSync(build.builds, { recursive: true })
  if (!existsSync(place)) {
    const started = performance.now()
    log(`${build.name} is being built: the first start takes up to a minute`)
    const building = mkdtempSync(join(build.builds, BUILDING_PREFIX))
    try {
      await run(build, building)
      // The service may run as another user than the builder, and temporary directories belong to their maker alone.
      chmodSync(building, 0o755)
      moveIntoPlace(building, place)
    } finally {
      rmSync(building, { recursive: true, force: true })
    }
    log(`${build.name} was built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const current = join(build.builds, 'current')
  if (!existsSync(current) || readFileSync(current, 'utf8') !== name) {
    const next = `${current}-${process.pid}`
    writeFileSync(next, name)
    renameSync(next, current)
  }
  prune(build.builds)
}

/** True if there is a build, even of older sources. */
export const isBuilt = ({ builds }: Build): boolean => existsSync(join(builds, 'current'))

/** The directory of the build that is current. */
export function currentBuild({ builds }: Build): string {
  return join(builds, readFileSync(join(builds, 'current'), 'utf8'))
}
