/** Runs test files in batches, prints the results, and returns the runner's counts. */
import { rmSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '../../server/test/process.ts'
import { batchesOf, programsOf } from './batches.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** More than processors: a browser or a schedule keeps a batch waiting for half of its time. */
const BATCHES_AT_A_TIME = 4
/**
 * A test that never ends fails. If a file does not end, for example because a failed test left a server open, the run
 * ends.
 */
const TEST_TIMEOUT_MS = 10 * 60_000
const RUN_TIMEOUT_MS = 60 * 60_000
/** Files printed after a run of more files. */
const SLOWEST_PRINTED = 20

/** The runner's counts by their printed names. */
const COUNTS = {
  tests: 'tests',
  pass: 'passed',
  fail: 'failed',
  cancelled: 'cancelled',
  skipped: 'skipped',
  todo: 'todo',
}

export interface Result {
  success: boolean
  /** Names of failed tests, with their file. */
  failed: string[]
  counts: Record<string, number>
}

/** Prints the files that took longest. */
function printSlowest(timesMs: ReadonlyMap<string, number>): void {
  const slowest = [...timesMs].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST_PRINTED)
  for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
}

/** The runner's counts are the end of the output, because its reporter lists the failures last. */
export function printCounts({ counts }: Result): void {
  for (const [name, key] of Object.entries(COUNTS)) process.stdout.write(`# ${name} ${counts[key] ?? 0}\n`)
}

/** `files`: absolute paths. */
export async function runFiles(files: readonly string[]): Promise<Result> {
  const programs = programsOf(batchesOf(files))
  const result: Result = { success: false, failed: [], counts: {} }
  // Long tests have no time limit.
  const isLong = files.some((file) => file.endsWith('.long.ts'))
  const limits = isLong ? {} : { signal: AbortSignal.timeout(RUN_TIMEOUT_MS) }
  const execArgv = [...NODE_FLAGS, ...(isLong ? [] : [`--test-timeout=${TEST_TIMEOUT_MS}`])]
  const stream = run({ files: programs, concurrency: BATCHES_AT_A_TIME, execArgv, ...limits })
  stream.on('test:summary', (summary) => {
    if (summary.file !== undefined) return
    result.counts = summary.counts
    result.success = summary.success
  })
  const timesMs = new Map<string, number>()
  stream.on('test:pass', ({ name, nesting, details }) => {
    if (nesting === 0) timesMs.set(name, details.duration_ms)
  })
  stream.on('test:fail', ({ name, file, details }) => {
    if (details.error.message !== '' && !/^\d+ subtests? failed$/.test(details.error.message))
      result.failed.push(`${file === undefined ? '' : relative(ROOT, file)}: ${name}`)
  })
  const report = stream.compose(new spec())
  report.pipe(process.stdout, { end: false })
  await finished(report)
  rmSync(dirname(programs[0]!), { recursive: true, force: true })
  if (files.length > SLOWEST_PRINTED) printSlowest(timesMs)
  return result
}
