import { globSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { buildAll, PACKAGES } from './build.ts'
import { ensureBuilt } from './builds.ts'
import { ensureTemplate } from '../server/test/database.ts'
import { startTestServer } from '../server/test/database-server.ts'

/** `npm test [-- --long] [PATH...]` runs the tests and ends with the runner's counts. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = [
  'server/src',
  'server/test',
  'server/bench',
  'sdk/src',
  'cli/src',
  'mcp/src',
  'inbox/src',
  'inbox/test',
  'dashboard',
  'site/test',
  'scripts',
]
const FILES_AT_A_TIME = 2
/**
 * A test that never ends fails. If a file does not end, for example because a failed test left a server open, the run
 * ends.
 */
const TEST_TIMEOUT_MS = 10 * 60_000
const RUN_TIMEOUT_MS = 60 * 60_000
/** Files printed after a run of more files. */
const SLOWEST_PRINTED = 20

/** The runner's counts by its printed names. */
const COUNTS = {
  tests: 'tests',
  pass: 'passed',
  fail: 'failed',
  cancelled: 'cancelled',
  skipped: 'skipped',
  todo: 'todo',
}

function testFiles(folders: readonly string[], long: boolean): string[] {
  const names = long ? '*.{test,long}.ts' : '*.test.ts'
  return globSync(
    folders.map((folder) => `${folder}/**/${names}`),
    { exclude: (path) => path.includes('node_modules') },
  ).toSorted()
}

const args = process.argv.slice(2)
const long = args.includes('--long')
const paths = args.filter((arg) => !arg.startsWith('--')).map((path) => resolve(path))
const given = paths.flatMap((path) => (statSync(path).isDirectory() ? testFiles([path], long) : path))
const files =
  paths.length > 0
    ? given
    : testFiles(
        FOLDERS.map((folder) => resolve(ROOT, folder)),
        long,
      )

/** Prints the files that took longest, by the sum of their tests' times in ms. */
function printSlowest(timesMs: ReadonlyMap<string, number>): void {
  const slowest = [...timesMs].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST_PRINTED)
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(ROOT, file)}`)
}

/** Runs the files and returns whether all passed. The runner's counts are the end of the output. */
async function runFiles(): Promise<boolean> {
  let counts: Record<string, number> = {}
  let success = false
  // Long tests have no time limit.
  const limits = files.some((file) => file.endsWith('.long.ts'))
    ? {}
    : { execArgv: [`--test-timeout=${TEST_TIMEOUT_MS}`], signal: AbortSignal.timeout(RUN_TIMEOUT_MS) }
  const stream = run({ files, concurrency: FILES_AT_A_TIME, ...limits })
  stream.on('test:summary', (summary) => {
    if (summary.file !== undefined) return
    counts = summary.counts
    success = summary.success
  })
  const timesMs = new Map<string, number>()
  for (const result of ['test:pass', 'test:fail'] as const)
    stream.on(result, ({ file, nesting, details }) => {
      if (nesting === 0 && file !== undefined) timesMs.set(file, (timesMs.get(file) ?? 0) + details.duration_ms)
    })
  const report = stream.compose(new spec())
  report.pipe(process.stdout, { end: false })
  await finished(report)
  if (files.length > SLOWEST_PRINTED) printSlowest(timesMs)
  // The reporter lists the failures last, so the counts are printed again.
  for (const [name, key] of Object.entries(COUNTS)) process.stdout.write(`# ${name} ${counts[key] ?? 0}\n`)
  return success
}

// The run starts hundreds of processes that compile the same files. The cache halves the cost of each start.
process.env['NODE_COMPILE_CACHE'] ??= resolve(ROOT, '.cache/compile')

// One server for the whole run, unless there is one. Every test file clones the migrated template database.
const server = process.env['TEST_DATABASE_URL'] ? null : await startTestServer()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    void (server?.stop() ?? Promise.resolve()).then(() => process.exit(1))
  })
try {
  process.env['TEST_DATABASE_URL'] ??= server?.url
  await ensureTemplate(process.env['TEST_DATABASE_URL']!)
  const log = (line: string) => process.stdout.write(`${line}\n`)
  await buildAll(log)
  await Promise.all(PACKAGES.map((one) => ensureBuilt(one, log)))
  process.exitCode = (await runFiles()) ? 0 : 1
} finally {
  await server?.stop()
}
