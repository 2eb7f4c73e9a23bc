/**
 * Measures which work blocks the event loop. While it is blocked, the process renews no lease and sends no response.
 * The state is global, because a process has one event loop.
 *
 * Work is recorded when it begins, when it continues after a database response, and when it waits or ends. The time
 * between two records belongs to that work. `AsyncLocalStorage` knows the current work. It adds no cost to `await` in
 * Node 24 and newer.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, Histogram } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import { createSystemClock } from './clock.ts'
import type { Logger } from './log.ts'

/** A piece of work with its names for the log. */
export type Work =
  | { task: string; account_id?: number | undefined }
  | { method: string; route: string | undefined; account_id: number | undefined; request_id: string }

/** Interval of the checks, ms. */
const TICK_MS = 20
/** Longer blocking is logged, ms. */
const HELD_MS_MAX = 100

const DELAY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The machine's clock, because tests move the injected one. */
const { monotonic } = createSystemClock()
const current = new AsyncLocalStorage<Work>()

let notedAt = monotonic()
/** The work since the last record, if known. */
let running: Work | null = null
/** The longest time between two records since the last check, and its work. */
let longest: { ms: number; work: Work | null } = { ms: 0, work: null }

/** Records that `before` has run since the last record, and that `next` runs from now on. */
function note(before: Work | null, next: Work | null): void {
  const now = monotonic()
  const ms = now - notedAt
  if (ms > longest.ms) longest = { ms, work: before }
  notedAt = now
  running = next
}

/** Runs the synchronous part of `run` as this work. Its continuations also count as this work. */
export function runAs<Result>(work: Work, run: () => Result): Result {
  note(running, work)
  try {
    return current.run(work, run)
  } finally {
    note(work, null)
  }
}

/** The current work waits or ends. */
export function workWaits(): void {
  const work = current.getStore() ?? null
  note(work ?? running, work)
}

/** The current work continues. */
export function workGoesOn(): void {
  const work = current.getStore() ?? null
  // The time before is most likely the reading of the awaited response.
  note(running ?? work, work)
}

export interface LoopMeter {
  start(): void
  stop(): Promise<void>
}

/** Measures the event loop's delay. If work blocks it for more than 100 ms, logs `event_loop.held`. */
export function createLoopMeter({ log, metrics }: { log: Logger; metrics: Registry }): LoopMeter {
  const delays = new Histogram({
    name: 'tidings_event_loop_delay_seconds',
    help: 'Delay of the event loop, in seconds',
    buckets: DELAY_BUCKETS_SECONDS,
    registers: [metrics],
  })
  const held = new Counter({
    name: 'tidings_event_loop_held_total',
    help: 'Number of times the event loop was blocked for more than 0.1 s',
    labelNames: ['work'],
    registers: [metrics],
  })
  let lookedAt = monotonic()

  function look(): void {
    const now = monotonic()
    const lateMs = Math.max(0, now - lookedAt - TICK_MS)
    lookedAt = now
    delays.observe(lateMs / 1000)
    note(running, null)
    const { ms: workMs, work } = longest
    longest = { ms: 0, work: null }
    const heldMs = Math.max(lateMs, workMs)
    if (heldMs <= HELD_MS_MAX) return
    held.inc({ work: nameOf(work) })
    log.warn({ event: 'event_loop.held', held_ms: Math.round(heldMs), work_ms: Math.round(workMs), ...work })
  }

  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      // Earlier time was not measured, and may have been idle.
      note(null, null)
      longest = { ms: 0, work: null }
      lookedAt = notedAt
      timer = setInterval(look, TICK_MS).unref()
    },
    stop() {
      clearInterval(timer)
      return Promise.resolve()
    },
  }
}

/** The metric's label. It must have few values. */
function nameOf(work: Work | null): string {
  if (work === null) return 'unknown'
  return 'task' in work ? work.task : `${work.method} ${work.route ?? 'unknown'}`
}
