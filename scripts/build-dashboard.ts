/** Builds the dashboard where its sources have changed: for the start, the demo and the tests. */
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
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
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DASHBOARD_MANIFEST = join(ROOT, 'dashboard', 'package.json')
const BUILDS = join(ROOT, 'dashboard', 'dist')

/** All that a build is made of. */
const SOURCES = ['dashboard/{src,public}/**/*', 'dashboard/*.{html,ts,json}', 'docs/examples/*', 'package-lock.json']

/** Builds that are kept: a service that starts may be about to read the one that was the last. */
const BUILDS_KEPT = 3

/** A build that was broken off is removed when it is older, ms. */
const BROKEN_OFF_MS = 3_600_000

const BUILDING_PREFIX = '.building-'

function hashOfSources(): string {
  const files = globSync(SOURCES, { cwd: ROOT })
    .filter((path) => statSync(join(ROOT, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .toSorted()
  const contents = files.map((path) => `${path} ${hash('sha256', readFileSync(join(ROOT, path)))}`)
  return hash('sha256', contents.join('\n')).slice(0, 16)
}

async function runVite(outDir: string): Promise<void> {
  const vite = join(dirname(createRequire(DASHBOARD_MANIFEST).resolve('vite/package.json')), 'bin', 'vite.js')
  const args = [vite, 'build', join(ROOT, 'dashboard'), '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`The dashboard could not be built:\n${output}${errors}`)
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
function prune(): void {
  const names = readdirSync(BUILDS, { withFileTypes: true })
  const directories = names
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, at: statSync(join(BUILDS, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
  const builds = directories.filter(({ name }) => !name.startsWith(BUILDING_PREFIX)).toSorted((a, b) => b.at - a.at)
  const brokenOff = directories.filter(
    ({ name, at }) => name.startsWith(BUILDING_PREFIX) && at < Date.now() - BROKEN_OFF_MS,
  )
  for (const { name } of [...builds.slice(BUILDS_KEPT), ...brokenOff])
    rmSync(join(BUILDS, name), { recursive: true, force: true })
}

/**
 * Builds into `dashboard/dist/<hash of the sources>` unless that is there, and names it in `dashboard/dist/current`,
 * which the service reads when it starts. Both appear at once or not at all, so that any number of starts may do it at
 * the same time. Throws with the builder's output if the sources cannot be built.
 */
export async function buildDashboard(log: (line: string) => void = () => {}): Promise<void> {
  const name = hashOfSources()
  const build = join(BUILDS, name)
  mkdirSync(BUILDS, { recursive: true })
  if (!existsSync(build)) {
    const started = performance.now()
    const building = mkdtempSync(join(BUILDS, BUILDING_PREFIX))
    try {
      await runVite(building)
      moveIntoPlace(building, build)
    } finally {
      rmSync(building, { recursive: true, force: true })
    }
    log(`The dashboard was built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const current = join(BUILDS, 'current')
  if (!existsSync(current) || readFileSync(current, 'utf8') !== name) {
    const next = `${current}-${process.pid}`
    writeFileSync(next, name)
    renameSync(next, current)
  }
  prune()
}

/** The directory of the build that is current. */
export function currentBuild(): string {
  return join(BUILDS, readFileSync(join(BUILDS, 'current'), 'utf8'))
}
