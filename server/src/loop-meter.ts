/**
 * Which work holds the event loop. Nothing else happens in the process meanwhile: no lease is renewed, nobody is answered. A
 * process has one loop, so that this is the state of the process.
 *
 * Work is noted where it begins, where it goes on with what the database answered, and where it waits or ends: what lies between
 * two notes was that work's. It is known there by an `AsyncLocalStorage`, which costs nothing at an `await` in Node 24 and newer.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { createSystemClock } from './clock.ts'
import type { Logger } from './log.ts'

/** A piece of work, as the log names it. */
export type Work =
  | { task: string }
  | { method: string; route: string | undefined; account_id: number | undefined; request_id: string }

/** The loop is looked at so often, ms. */
const TICK_MS = 20
/** Held for longer than this, it is told, ms. */
const HELD_MS_MAX = 100

const DELAY_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The machine's own time: a test that moves the clock holds no loop. */
const { monotonic } = createSystemClock()
const current = new AsyncLocalStorage<Work>()

let notedAt = monotonic()
/** What has run since the last note, if that is known. */
let running: Work | null = null
/** The longest stretch between two notes since the last look, and whose it was. */
let longest: { ms: number; work: Work | null } = { ms: 0, work: null }

/** What has run since the last note was `before`; from now on it is `next`. */
function note(before: Work | null, next: Work | null): void {
  const now = monotonic()
  const ms = now - notedAt
  if (ms > longest.ms) longest = { ms, work: before }
  notedAt = now
  running = next
}

/** Runs what is synchronous of `run` as this work, and what follows from it. */
export function runAs<Result>(work: Work, run: () => Result): Result {
  note(running, work)
  try {
    return current.run(work, run)
  } finally {
    note(work, null)
  }
}

/** The work at hand has come so far: it waits now, or ends. */
export function workWaits(): void {
  const work = current.getStore() ?? null
  note(work ?? running, work)
}

/** The work at hand goes on. */
export function workGoesOn(): void {
  const work = current.getStore() ?? null
  // What precedes is most likely the reading of what it has waited for.
  note(running ?? work, work)
}

export interface LoopMeter {
  start(): void
  stop(): Promise<void>
}

/** Measures the delay of the event loop, and logs what holds it for more than 100 ms (`event_loop.held`). */
export function createLoopMeter({ log, metrics }: { log: Logger; metrics: Registry }): LoopMeter {
  const delays = new Histogram({
    name: 'tidings_event_loop_delay_seconds',
    help: 'How late the event loop comes to what is due',
    buckets: DELAY_BUCKETS_SECONDS,
    registers: [metrics],
  })
  const held = new Counter({
    name: 'tidings_event_loop_held_total',
    help: 'How often work has held the event loop for more than 0.1 s',
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
      // What preceded was not measured, and may have been idle.
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

/** For a metric: few values. */
function nameOf(work: Work | null): string {
  if (work === null) return 'unknown'
  return 'task' in work ? work.task : `${work.method} ${work.route ?? 'unknown'}`
}
