/**
 * The loop shared by webhooks and sends: read stored rows into lanes, start items, perform them, write the ends. An
 * `offer` after each commit fills lanes at once. The poll finds all other rows, and the sweep of every bucket guarantees
 * it.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { isOutage } from '../../platform/db/database-error.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Logger } from '../../platform/log.ts'
import { runAs } from '../../platform/loop-meter.ts'
import type { Buckets } from './buckets.ts'
import type { Hints } from './hints.ts'
import { Lanes } from './lanes.ts'
import { Poll } from './poll.ts'
import type { QueueDefinition, QueueHints, QueueItem } from './queue.ts'
import { Work } from './work.ts'

export interface DispatcherOptions<Item extends QueueItem, End> {
  definition: QueueDefinition<Item, End>
  buckets: Buckets
  hints: Pick<Hints, 'send' | 'on' | 'onListening'>
  clock: Clock
  log: Logger
  config: Pick<Config, 'pollIntervalMs' | 'pollCursorLagMs' | 'sweepIntervalMs' | 'shutdownTimeoutMs'>
}

export interface DispatcherCounts {
  readonly inFlight: number
  /** Items in memory and not in flight. */
  readonly waiting: number
  /** Ended items whose end is not written yet. */
  readonly unwritten: number
  readonly lanes: number
}

export class Dispatcher<Item extends QueueItem, End> {
  readonly #options: DispatcherOptions<Item, End>
  readonly #lanes: Lanes<Item>
  readonly #poll: Poll<Item>
  readonly #work: Work<Item, End>
  readonly #sweptAt = new Map<number, number>()
  #ticking: Promise<void> | null = null
  #tickAgain = false
  #isStopped = true
  #timer: NodeJS.Timeout | undefined

  constructor(options: DispatcherOptions<Item, End>) {
    const { definition, buckets, clock, config } = options
    const lanes = new Lanes<Item>(definition.limits, buckets)
    const poll = new Poll({
      definition,
      lanes,
      clock,
      cursorLagMs: config.pollCursorLagMs,
      onFailure: (error) => this.#failed(error),
    })
    this.#options = options
    this.#lanes = lanes
    this.#poll = poll
    this.#work = new Work({ definition, lanes, poll, buckets, clock, onLow: () => this.#tick() })
    this.#listen()
  }

  #listen(): void {
    const { definition, buckets, hints } = this.#options
    buckets.onChange((taken, lost) => {
      const gone = new Set(lost)
      this.#lanes.dropBuckets((bucket) => gone.has(bucket))
      for (const bucket of taken) this.#sweptAt.delete(bucket)
      this.#tick()
    })
    for (const name of ['offer', 'queuedAgain', 'reread'] as const) {
      const kind = definition.hints[name]
      if (kind !== undefined) hints.on(kind, (bucket, key) => void this.#look(name, bucket, key))
    }
    // Hints may have been missed before.
    hints.onListening(() => {
      this.#sweptAt.clear()
      this.#tick()
    })
  }

  /** Offers items just committed. Ready items start at the end of this turn of the event loop. */
  offer(items: readonly Item[]): void {
    const { definition, buckets, hints, clock } = this.#options
    const now = clock.now()
    for (const item of items) {
      if (!buckets.holds(item.bucket)) {
        hints.send(definition.hints.offer, item.bucket, item.key)
        continue
      }
      const list = this.#lanes.open(item.key, item.bucket).lists.get(item.priority)!
      // A known row has left the lane and come back: the item in memory is outdated.
      if (item.dueAt !== null && (item.dueAt > now || list.known.has(item.id))) list.expect(item.dueAt)
      // If the list is behind, the table has older rows. They must come first, so the poll reads this row too.
      else if (!list.isBehind) this.#lanes.offer(list, item)
    }
    this.#work.wake()
  }

  /** Finished rows of the key are due again. The process with the bucket's lease reads them. */
  queuedAgain(bucket: number, key: string): void {
    this.#lookOrHint('queuedAgain', bucket, key)
  }

  /** The room's data about the key, or its rows, have changed. The process with the bucket's lease reads all of them again. */
  reread(bucket: number, key: string): void {
    this.#lookOrHint('reread', bucket, key)
  }

  #lookOrHint(name: keyof QueueHints, bucket: number, key: string): void {
    const { definition, hints } = this.#options
    const kind = definition.hints[name]
    if (!this.#look(name, bucket, key) && kind !== undefined) hints.send(kind, bucket, key)
  }

  /** Returns false if another process holds the bucket. */
  #look(name: keyof QueueHints, bucket: number, key: string): boolean {
    const { definition, buckets, clock, config } = this.#options
    if (name === 'reread') definition.forget?.(key)
    if (!buckets.holds(bucket)) return false
    const lane = this.#lanes.open(key, bucket)
    if (name === 'reread') this.#poll.reload(lane)
    else
      for (const list of lane.lists.values())
        if (name === 'queuedAgain') list.expect(-Infinity)
        else this.#poll.lookAfter(list, definition.positionAt(clock.now() - config.pollCursorLagMs))
    this.#tick()
    return true
  }

  get counts(): DispatcherCounts {
    const { inFlight, unwritten } = this.#work
    return { inFlight, waiting: this.#lanes.waiting, unwritten, lanes: this.#lanes.size }
  }

  #tick(): void {
    if (this.#ticking !== null) this.#tickAgain = true
    else if (!this.#isStopped)
      this.#ticking = runAs({ task: this.#options.definition.name }, () => this.#runTick()).finally(() => {
        this.#ticking = null
      })
  }

  async #runTick(): Promise<void> {
    const { definition, buckets, clock, log } = this.#options
    try {
      do {
        this.#tickAgain = false
        if (!buckets.mayStart()) break
        await this.#sweepDue()
        await this.#poll.run(() => this.#isStopped)
        this.#lanes.closeIdle(clock.monotonic())
        this.#work.wake()
      } while (this.#tickAgain && !this.#isStopped)
    } catch (error) {
      logFailure(log, 'tasks', { event: 'dispatcher.poll_failed', dispatcher: definition.name }, error)
    }
  }

  async #sweepDue(): Promise<void> {
    const { definition, buckets, clock, config } = this.#options
    const isDue = (bucket: number) =>
      clock.monotonic() - (this.#sweptAt.get(bucket) ?? -Infinity) >= config.sweepIntervalMs
    const due = buckets.held().filter(isDue)
    if (due.length === 0) return
    const readAt = clock.monotonic()
    const withRows = new Set(await definition.bucketsWithRows(due))
    for (const bucket of due) if (!withRows.has(bucket)) this.#sweptAt.set(bucket, readAt)
    for (const bucket of withRows) {
      if (this.#isStopped) return
      const askedAt = clock.monotonic()
      await this.#sweep(bucket).catch((error: unknown) => this.#failed(error))
      this.#sweptAt.set(bucket, askedAt)
      // If the bucket was lost during the sweep, the lanes opened by it are dropped.
      if (!buckets.held().includes(bucket)) this.#lanes.dropBuckets((one) => one === bucket)
    }
  }

  async #sweep(bucket: number): Promise<void> {
    const { definition, buckets } = this.#options
    const epoch = buckets.enter(bucket)
    if (epoch === undefined) return
    try {
      await this.#work.settleCutOff(bucket, epoch)
      for (const key of await definition.sweep(bucket)) this.#poll.reread(this.#lanes.open(key, bucket))
    } finally {
      buckets.leave(bucket, epoch)
    }
  }

  /** Rethrows a database outage, which ends the tick. Logs any other error, and the next bucket follows. */
  #failed(error: unknown): void {
    if (isOutage(error)) throw error
    const { definition, log } = this.#options
    logFailure(log, 'tasks', { event: 'dispatcher.poll_failed', dispatcher: definition.name }, error)
  }

  start(): void {
    this.#isStopped = false
    this.#work.start()
    this.#timer = setInterval(() => this.#tick(), this.#options.config.pollIntervalMs)
    this.#tick()
  }

  /**
   * Starts no more items. Resolves when no items are in flight, or after the shutdown time-out, and the ends of
   * ended items are written.
   */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#options.buckets.endSoon()
    clearInterval(this.#timer)
    this.#work.stop()
    const { promise: timeUp, resolve: giveUp } = Promise.withResolvers<void>()
    const giveUpTimer = setTimeout(giveUp, this.#options.config.shutdownTimeoutMs)
    await Promise.race([this.#work.until(() => this.#work.inFlight === 0).then(() => this.#ticking), timeUp])
    clearTimeout(giveUpTimer)
    await this.#work.until(() => this.#work.unwritten === 0)
  }
}
