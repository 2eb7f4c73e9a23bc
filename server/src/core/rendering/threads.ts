/** Threads for renders that could block the event loop: previews, large texts, and templates that were slow before. */
import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { Clock } from '../../platform/clock.ts'
import { Counts } from '../../platform/counts.ts'
import { errorCode } from '../../platform/db/database-error.ts'
import { overloaded } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'
import { FairQueue } from '../../platform/admission/fair-queue.ts'
import { packed } from './task.ts'
import type { OutcomeOf, RenderAnswer, RenderTask, RenderWork } from './task.ts'

/** A thread is ended if one task takes longer, ms. The task's own limits normally end it much earlier. */
const DEADLINE_MS = 3_000
/** Time for a thread to start, ms. On an overloaded machine this is slow. */
const START_MS_MAX = 15_000
const THREADS_MAX = 2
/** Concurrent tasks of one account, so that no account takes all threads. */
const TASKS_PER_ACCOUNT_MAX = 1
const WAITING_PER_ACCOUNT_MAX = 200
const WAITING_MAX = 1_000
/** An idle thread ends after this time, ms. */
const IDLE_MS = 60_000
/** Far above the 100 MB of the most expensive allowed render. If a thread's heap is full, the whole process may end. */
const HEAP_MB_MAX = 512
const YOUNG_HEAP_MB_MAX = 32

export type ThreadResult<Work extends RenderWork, Refused> =
  | { ok: true; outcome: OutcomeOf<Work>; processorMs: number }
  /** The thread was ended because the task took too much time or memory. */
  | { ok: false; processorMs: number }
  /** The result of `unless`. */
  | { refused: Refused }

/** Threads start on demand and end when idle. */
export class RenderThreads {
  readonly #log: Logger
  readonly #clock: Clock
  readonly #deadlineMs: number
  readonly #threadsMax = Math.min(THREADS_MAX, availableParallelism())
  readonly #queue = new FairQueue<() => Promise<void>>({ perAccountMax: WAITING_PER_ACCOUNT_MAX, max: WAITING_MAX })
  readonly #running = new Counts<number>()
  #tasks = 0
  #pool: Tinypool | null = null

  constructor({ log, clock }: { log: Logger; clock: Clock }, deadlineMs = DEADLINE_MS) {
    this.#log = log
    this.#clock = clock
    this.#deadlineMs = deadlineMs
  }

  /** Number of tasks given to threads so far. */
  get tasks(): number {
    return this.#tasks
  }

  /**
   * Runs the work as soon as a thread is free for the account. `unless` is called just before: if it returns a value,
   * the work is skipped, and if it throws, so does `run`.
   * @throws {ApiError} `overloaded` if too many tasks wait, or if no thread could start
   */
  run<Work extends RenderWork, Refused = never>(
    accountId: number,
    work: Work,
    unless?: () => Refused | null,
  ): Promise<ThreadResult<Work, Refused>> {
    return new Promise((resolve, reject) => {
      const waits = this.#queue.add(accountId, () => this.#perform(work, unless).then(resolve, reject))
      if (waits) this.#goOn()
      else reject(overloaded())
    })
  }

  async close(): Promise<void> {
    await this.#pool?.destroy()
  }

  #open(): Tinypool {
    const opened = new Tinypool({
      filename: new URL('./thread.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: this.#threadsMax,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: YOUNG_HEAP_MB_MAX },
      // Templates are untrusted, so the thread gets no environment variables with secrets and no options.
      env: {},
      execArgv: [],
    })
    opened.on('error', (error: unknown) => this.#log.error({ event: 'templates.thread_failed', err: error }))
    return opened
  }

  async #perform<Work extends RenderWork, Refused>(
    work: Work,
    unless: () => Refused | null = () => null,
  ): Promise<ThreadResult<Work, Refused>> {
    const refused = unless()
    if (refused !== null) return { refused }
    this.#pool ??= this.#open()
    this.#tasks += 1
    const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const hasBegun = () => Atomics.load(begun, 0) === 1
    const deadline = new AbortController()
    const startBy = this.#clock.monotonic() + START_MS_MAX
    let looksSinceBegun = 0
    // A task's time begins after its thread has started. It is over at the third check after that.
    const watch = setInterval(() => {
      looksSinceBegun += hasBegun() ? 1 : 0
      if (looksSinceBegun > 2 || (looksSinceBegun === 0 && this.#clock.monotonic() > startBy)) deadline.abort()
    }, this.#deadlineMs / 2)
    try {
      const task: RenderTask = { ...packed(work), begun }
      const { outcome, processorMs } = (await this.#pool.run(task, { signal: deadline.signal })) as RenderAnswer
      return { ok: true, outcome: outcome as OutcomeOf<Work>, processorMs }
    } catch (error) {
      if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return { ok: false, processorMs: this.#deadlineMs }
      if (!deadline.signal.aborted) throw error
      // If the thread did not begin, the template is not the reason.
      if (!hasBegun()) throw overloaded()
      this.#log.warn({ event: 'templates.thread_ended', kind: work.kind })
      return { ok: false, processorMs: this.#deadlineMs }
    } finally {
      clearInterval(watch)
    }
  }

  #goOn(): void {
    const mayGo = (accountId: number) => this.#running.of(accountId) < TASKS_PER_ACCOUNT_MAX
    while (this.#running.total < this.#threadsMax) {
      const next = this.#queue.take(mayGo)
      if (next === null) return
      this.#running.add(next.accountId, 1)
      void next.item().finally(() => {
        this.#running.add(next.accountId, -1)
        this.#goOn()
      })
    }
  }
}
