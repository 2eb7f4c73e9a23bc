import { chmodSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildForTests } from './build.ts'
import { ensureTemplate } from '../server/test/database.ts'
import { PREFIX, startTestServer } from '../server/test/database-server.ts'
import { memoryDirectory } from '../server/test/memory.ts'
import { lockDirectory } from '../server/src/platform/db/embedded/lock.ts'
import { PROCESSOR_SECONDS_MAX } from './testing/budget.ts'
import { reachedByChanges } from './testing/changed.ts'
import { findFlakes } from './testing/flakes.ts'
import { slowness } from './testing/machine-speed.ts'
import { printTimeOf, printTimes } from './testing/processor-time.ts'
import { profileOf, readCosts } from './testing/profile.ts'
import { printCounts, runFiles } from './testing/run.ts'

/**
 * `npm test [-- OPTION... PATH...]` runs the tests and ends with the runner's counts.
 *
 *   --long     also the long tests
 *   --changed  only the tests that the changes since the last commit reach
 *   --profile  prints the costs of each file
 *   --flakes   runs each file ten times in random order, beside a load, and lists the tests that failed
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Longer than a turn of the event loop, ms. */
const EXIT_SEEN_MS = 50
/** Long batches begin first, and the files of the last folder are short, so that the processes end at about the same time. */
const FOLDERS = [
  'dashboard',
  'server/test',
  'scripts',
  // Its command lines start many processes.
  'server/src/programs',
  'cli/src',
  'sdk/src',
  'inbox/test',
  'inbox/src',
  'site/test',
  'mcp/src',
  'server/bench',
  'server/src',
]

function testFiles(folders: readonly string[], long: boolean): string[] {
  const names = long ? '*.{test,long}.ts' : '*.test.ts'
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/${names}`, { exclude: (path) => path.includes('node_modules') }).toSorted(),
  )
  return [...new Set(files)]
}

const args = process.argv.slice(2)
const option = (name: string) => args.includes(`--${name}`)
const paths = args.filter((arg) => !arg.startsWith('--')).map((path) => resolve(path))
const given = paths.flatMap((path) => (statSync(path).isDirectory() ? testFiles([path], option('long')) : path))
const all = testFiles(
  FOLDERS.map((folder) => resolve(ROOT, folder)),
  option('long'),
)
const chosen = paths.length > 0 ? given : all
const files = option('changed') ? reachedByChanges(chosen) : chosen
if (option('changed')) console.log(`${files.length} of ${chosen.length} test files import a changed file`)

/** Runs the files, prints the costs, and returns whether all passed. */
async function runAll(): Promise<boolean> {
  const profile = join(ROOT, '.cache', `test-profile-${process.pid}.jsonl`)
  if (option('profile')) process.env['TEST_PROFILE'] = profile
  const result = await runFiles(files)
  if (option('profile')) {
    for (const line of profileOf(readCosts(profile))) console.log(line)
    rmSync(profile)
  }
  printCounts(result)
  return result.success
}

/**
 * Makes the directory of the run's temporary files, in memory if possible, and returns it. The lock keeps it from other
 * runs, which remove what killed runs left.
 */
async function makeTemporary(): Promise<string> {
  const directory = mkdtempSync(join(memoryDirectory() ?? realpathSync(tmpdir()), PREFIX))
  // As /tmp: servers of tests run as other users.
  chmodSync(directory, 0o1777)
  await lockDirectory(directory)
  return directory
}

const isWhole = files.length === all.length && !option('long') && !option('flakes')

/** Prints the times of the run, and returns whether it kept the budget. `slownessBefore`: null for a run without a budget. */
async function keepsBudget(slownessBefore: number | null): Promise<boolean> {
  const processorSeconds = printTimes()
  if (slownessBefore === null) return true
  const factor = (slownessBefore + (await slowness())) / 2
  const seconds = Math.round(processorSeconds / factor)
  console.log(
    `${seconds} s at the speed of the budget: this machine needs ${factor.toFixed(2)} times the processor time`,
  )
  if (seconds <= PROCESSOR_SECONDS_MAX) return true
  console.log(`The suite needs more than ${PROCESSOR_SECONDS_MAX} s of processor time (scripts/testing/budget.ts)`)
  return process.env['CI'] === undefined
}

// The run starts many processes that compile the same files. The cache halves the cost of each start.
process.env['NODE_COMPILE_CACHE'] ??= resolve(ROOT, '.cache/compile')
mkdirSync(join(ROOT, '.cache'), { recursive: true })

const slownessBefore = isWhole ? await slowness() : null
const temporary = await makeTemporary()
process.env['TMPDIR'] = temporary
const removeTemporary = () => rmSync(temporary, { recursive: true, force: true })

// One server for the whole run, unless there is one. Test files clone the migrated template database.
const server = process.env['TEST_DATABASE_URL'] ? null : await startTestServer()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    void (server?.stop() ?? Promise.resolve()).then(() => {
      removeTemporary()
      process.exit(1)
    })
  })
let passed = files.length === 0
try {
  process.env['TEST_DATABASE_URL'] ??= server?.url
  await ensureTemplate(process.env['TEST_DATABASE_URL']!)
  const log = (line: string) => process.stdout.write(`${line}\n`)
  await printTimeOf('Builds', () => buildForTests(files, log))
  if (files.length > 0) passed = option('flakes') ? await findFlakes(files) : await runAll()
} finally {
  await printTimeOf('The shared PostgreSQL', async () => {
    await server?.stop()
    // The system counts the time of an ended child when the event loop has seen its end.
    await delay(EXIT_SEEN_MS)
  })
  removeTemporary()
}
if (!(await keepsBudget(slownessBefore)) || !passed) process.exitCode = 1
