/**
 * Runs test files one after another in this process, each as a suite. They share the loaded code, and things that start
 * once in a process (`server/test/shared.ts`). A file that leaves something behind fails.
 */
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { beforeEach, suite, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { counts } from '../../server/test/costs.ts'
import type { Counted } from '../../server/test/costs.ts'
import { endShared, sharedCount, shareInBatch } from '../../server/test/shared.ts'
import { follow, stopFollowing } from './followed-promises.ts'
import { leftBehind, stateOfProcess } from './leaks.ts'
import { processorTime } from './processor-time.ts'

/** The costs of a file. The first file of a batch pays for the start of the process and for shared things. */
export interface FileCosts {
  file: string
  wallMs: number
  /** Processor time of the process of the tests, ms. */
  ownMs: number
  /** Processor time of ended children, ms. */
  childrenMs: number
  /** Processor time before the first test, children included, ms. */
  beforeFirstTestMs: number
  counts: Record<Counted, number>
  /** Started processes by the name of the program. */
  processes: Record<string, number>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** For each file, on a machine that is ten times slower than usual. Long tests have no limit. */
const FILE_TIMEOUT_MS = 15 * 60_000

/** What a file left open would keep the process alive. Its test has failed by then. */
const END_TIMEOUT_MS = 30_000

/** The longest delay of a timer (2^31 - 1 ms). */
const LONGEST_TIMER_MS = 2_147_483_647

interface Meter {
  firstTest(): void
  end(): FileCosts
}

function startMeter(file: string, processes: Record<string, number>): Meter {
  const [startedAt, before, countsBefore] = [performance.now(), processorTime(), { ...counts }]
  for (const name of Object.keys(processes)) delete processes[name]
  const spent = () => {
    const now = processorTime()
    return { ownMs: now.ownMs - before.ownMs, childrenMs: now.childrenMs - before.childrenMs }
  }
  let beforeFirstTestMs: number | null = null
  const first = () => {
    const { ownMs, childrenMs } = spent()
    return ownMs + childrenMs
  }
  return {
    firstTest: () => void (beforeFirstTestMs ??= first()),
    end() {
      const counted = Object.entries(counts).map(([thing, count]) => [thing, count - countsBefore[thing as Counted]])
      return {
        file,
        wallMs: performance.now() - startedAt,
        ...spent(),
        beforeFirstTestMs: beforeFirstTestMs ?? first(),
        counts: Object.fromEntries(counted),
        processes: { ...processes },
      }
    },
  }
}

/** Counts the processes that this one starts, by the name of their program, and ends them with the runner. */
function followProcesses(): Record<string, number> {
  const processes: Record<string, number> = {}
  const running = new Set<ChildProcess>()
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess & { spawn(options: { file: string }): unknown } }
    const spawn = child.spawn
    child.spawn = function (options) {
      const name = basename(options.file)
      processes[name] = (processes[name] ?? 0) + 1
      return spawn.call(this, options)
    }
    running.add(child)
    child.once('exit', () => running.delete(child))
  })
  // The runner holds the other end of the standard input. Nothing else tells that it was killed.
  process.stdin.once('close', () => {
    for (const child of running) child.kill('SIGKILL')
    process.exit(1)
  })
  process.stdin.resume().unref()
  return processes
}

/** Ends the process if the file does not end in time, for example because a test left a server open. Returns the timer. */
function limitTime(file: string): NodeJS.Timeout {
  const end = () => {
    console.error(`${file} did not end within ${FILE_TIMEOUT_MS / 60_000} minutes`)
    process.exit(1)
  }
  return setTimeout(end, file.endsWith('.long.ts') ? LONGEST_TIMER_MS : FILE_TIMEOUT_MS)
}

/** `files`: absolute paths. If TEST_PROFILE names a file, a line of JSON for each file's costs is appended to it. */
export async function runBatch(files: readonly string[]): Promise<void> {
  const profile = process.env['TEST_PROFILE']
  // Programs that the tests start inherit the environment.
  delete process.env['TEST_PROFILE']
  const processes = followProcesses()
  shareInBatch()
  // Without work that keeps the process alive, Node would end it in a test that waits for an unreferenced timer.
  const alive = setInterval(() => {}, LONGEST_TIMER_MS)
  let meter: Meter | null = null
  // Without following promises, the runner does not name the test, and prints no stack.
  process.on('uncaughtExceptionMonitor', (error) => console.error(error))
  beforeEach(() => meter?.firstTest())
  for (const path of files) {
    const file = relative(ROOT, path)
    const timer = limitTime(file)
    const [before, sharedBefore] = [stateOfProcess(), sharedCount()]
    meter = startMeter(file, processes)
    follow()
    await suite(file, async () => {
      await import(pathToFileURL(path).href)
      stopFollowing()
    })
    // A shared thing stays open behind the file that started it.
    const left = sharedCount() > sharedBefore ? [] : await leftBehind(before, sharedCount() > 0)
    clearTimeout(timer)
    if (profile !== undefined) appendFileSync(profile, `${JSON.stringify(meter.end())}\n`)
    if (left.length > 0) await test(`${file} leaves nothing behind`, () => assert.deepEqual(left, []))
  }
  // Chromium and other shared programs count when they have ended.
  if (sharedCount() > 0) {
    meter = startMeter(`shared by ${relative(ROOT, files[0]!)} and the next ${files.length - 1}`, processes)
    await endShared()
    if (profile !== undefined) appendFileSync(profile, `${JSON.stringify(meter.end())}\n`)
  }
  clearInterval(alive)
  setTimeout(() => {
    console.error(`Open after ${END_TIMEOUT_MS / 1000} s: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, END_TIMEOUT_MS).unref()
}
