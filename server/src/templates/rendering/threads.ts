/** The threads that render what could hold the event loop: previews, large texts, templates that once took long. */
import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { Clock } from '../../clock.ts'
import { errorCode } from '../../db/database-error.ts'
import { overloaded } from '../../errors.ts'
import type { Logger } from '../../log.ts'
import { createFairQueue } from '../../db/fair-queue.ts'
import { packed } from './task.ts'
import type { OutcomeOf, RenderAnswer, RenderTask, RenderWork } from './task.ts'

/** A thread that works on one task for so long is ended, ms: limits within the task end it long before. */
const DEADLINE_MS = 3_000
/** How long a thread may take to start, ms: a machine that is overloaded is slow to do so. */
const START_MS_MAX = 15_000
const THREADS_MAX = 2
/** Tasks of one account at the same time, so that no account takes all threads. */
const TASKS_PER_ACCOUNT_MAX = 1
const WAITING_PER_ACCOUNT_MAX = 200
const WAITING_MAX = 1_000
/** A thread that had nothing to do for so long ends, ms. */
const IDLE_MS = 60_000
/** Far above the 100 MB that the costliest render within the limits takes: a heap that is full can end the whole process. */
const HEAP_MB_MAX = 512
const YOUNG_HEAP_MB_MAX = 32

export type ThreadResult<Work extends RenderWork, Refused> =
  | { ok: true; outcome: OutcomeOf<Work>; processorMs: number }
  /** The thread was ended: the task took too long, or too much memory. */
  | { ok: false; processorMs: number }
  /** What `unless` returned. */
  | { refused: Refused }

/** Threads start when they are needed, and end when they are idle. */
export class RenderThreads {
  readonly #log: Logger
  readonly #clock: Clock
  readonly #deadlineMs: number
  readonly #threadsMax = Math.min(THREADS_MAX, availableParallelism())
  readonly #queue = createFairQueue<() => Promise<void>>({ perAccountMax: WAITING_PER_ACCOUNT_MAX, max: WAITING_MAX })
  readonly #running = new Map<number, number>()
  #runningAll = 0
  #tasks = 0
  #pool: Tinypool | null = null

  constructor({ log, clock }: { log: Logger; clock: Clock }, deadlineMs = DEADLINE_MS) {
    this.#log = log
    this.#clock = clock
    this.#deadlineMs = deadlineMs
  }

  /** Tasks given to threads so far. */
  get tasks(): number {
    return this.#tasks
  }

  /**
   * Performs the work when a thread is free for the account, unless it is then refused; what `unless` throws is thrown.
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
      // Templates are written by strangers: the thread sees no secret, and no option of this program.
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
    // The time of a task begins when its thread has started: two looks later it is over.
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
      // A thread that did not even begin tells nothing of the template.
      if (!hasBegun()) throw overloaded()
      this.#log.warn({ event: 'templates.thread_ended', kind: work.kind })
      return { ok: false, processorMs: this.#deadlineMs }
    } finally {
      clearInterval(watch)
    }
  }

  #goOn(): void {
    const mayGo = (accountId: number) => (this.#running.get(accountId) ?? 0) < TASKS_PER_ACCOUNT_MAX
    while (this.#runningAll < this.#threadsMax) {
      const next = this.#queue.take(mayGo)
      if (next === null) return
      this.#count(next.accountId, 1)
      void next.item().finally(() => {
        this.#count(next.accountId, -1)
        this.#goOn()
      })
    }
  }

  #count(accountId: number, by: 1 | -1): void {
    this.#runningAll += by
    const ofAccount = (this.#running.get(accountId) ?? 0) + by
    if (ofAccount === 0) this.#running.delete(accountId)
    else this.#running.set(accountId, ofAccount)
  }
}
