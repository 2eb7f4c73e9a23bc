/**
 * Starts ready items and completes them. When an item ends, its place is free for the next one, and then its end is
 * written. Only after the write its id is forgotten and the bucket left. So a bucket is given up, and a row read again,
 * only after all writes.
 */
import type { Clock } from '../../platform/clock.ts'
import { isElsewhere, isOutage } from '../../platform/db/database-error.ts'
import { runAs } from '../../platform/loop-meter.ts'
import type { Buckets } from './buckets.ts'
import type { Lane, LaneList } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { Poll } from './poll.ts'
import type { Pace, Performed, QueueDefinition, QueueItem } from './queue.ts'

/**
 * Limits how fast the number of items in flight grows. If receivers or the CPU stall for a moment, new items would only
 * wait too, each on a new connection that is not needed later.
 */

/** Items in flight added per ms. */
const GROWTH_PER_MS = 1
/** The longest pause between two rounds that counts as growth, ms. */
const PAUSE_MAX_MS = 10

export interface SlowStart {
  /** The number of items that may start at `now` (monotonic clock). 0 or less: none. */
  free(inFlight: number, now: number): number
  /** Records the number in flight after a round. */
  started(inFlight: number): void
}

/** Up to `free` items may be in flight at any time. Ended items may be replaced at once. */
export function createSlowStart(free: number): SlowStart {
  let ceiling = free
  let lastRoundAt = -Infinity
  let shrinkable = 0
  return {
    free(inFlight, now) {
      const pausedMs = now - lastRoundAt
      const grown = Math.min(pausedMs, PAUSE_MAX_MS) * GROWTH_PER_MS
      shrinkable = grown + pausedMs * GROWTH_PER_MS
      lastRoundAt = now
      ceiling += grown
      return Math.floor(ceiling) - inFlight
    },
    started(inFlight) {
      // Unused room shrinks slowly, because after a short pause it may be needed again.
      if (inFlight < Math.floor(ceiling)) ceiling = Math.max(free, inFlight, ceiling - shrinkable)
    },
  }
}

export interface WorkOptions<Item extends QueueItem, End> {
  definition: QueueDefinition<Item, End>
  lanes: Lanes<Item>
  poll: Poll<Item>
  buckets: Buckets
  clock: Clock
  /** Called if lanes run low and the table has more rows. */
  onLow(): void
}

/** The wait before a write is retried while the database is unavailable, ms. */
const WRITE_RETRY_MS = 200

/** Retries a write of ends until the database is available. It must be safe to run it twice or late. */
export async function writeEnds<Result>(
  buckets: Pick<Buckets, 'mustGiveUp'>,
  write: () => Promise<Result>,
): Promise<Result> {
  for (;;)
    try {
      return await write()
    } catch (error) {
      if (!isOutage(error) || isElsewhere(error) || buckets.mustGiveUp) throw error
      await new Promise((resolve) => setTimeout(resolve, WRITE_RETRY_MS))
    }
}

export class Work<Item extends QueueItem, End> implements Pace<Item> {
  readonly #options: WorkOptions<Item, End>
  readonly #slowStart: SlowStart
  #inFlight = 0
  #unwritten = 0
  #isStopped = true
  #isScheduled = false
  #pausedUntil = -Infinity
  #timer: NodeJS.Timeout | undefined
  #onProgress: (() => void) | null = null

  constructor(options: WorkOptions<Item, End>) {
    this.#options = options
    this.#slowStart = createSlowStart(options.definition.limits.inFlightFree)
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** Ended items whose end is not written yet. */
  get unwritten(): number {
    return this.#unwritten
  }

  start(): void {
    this.#isStopped = false
  }

  /** Starts no more items. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Resolves when the condition is true. It is checked at each `wake`. */
  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await new Promise<void>((resolve) => (this.#onProgress = resolve))
  }

  limit(item: Item, inFlightMax: number, perSecond: number | null): void {
    this.#options.lanes.limit(item.key, inFlightMax, perSecond)
  }

  hold(item: Item, forMs: number): void {
    this.#options.lanes.hold(item.key, this.#options.clock.monotonic() + forMs)
  }

  pause(forMs: number): boolean {
    const now = this.#options.clock.monotonic()
    if (now < this.#pausedUntil) return false
    // No timer is needed: the first tick after the pause starts items.
    this.#pausedUntil = now + forMs
    return true
  }

  /** Starts ready items at the end of this turn of the event loop. Called after each ended or written item. */
  wake(): void {
    this.#onProgress?.()
    if (this.#isScheduled || this.#isStopped) return
    this.#isScheduled = true
    setImmediate(runAs, { task: this.#options.definition.name }, () => this.#startRound())
  }

  /** Wakes when a rate-limited lane may start its next item, ms of the monotonic clock. */
  #wakeAt(at: number): void {
    clearTimeout(this.#timer)
    const waitMs = Math.max(1, at - this.#options.clock.monotonic())
    if (at < Infinity) this.#timer = setTimeout(() => this.wake(), waitMs)
  }

  #mayStart(now: number): boolean {
    const { definition, buckets } = this.#options
    if (this.#isStopped || now < this.#pausedUntil || !buckets.mayStart()) return false
    return this.#unwritten < definition.limits.unwrittenMax
  }

  /**
   * Runs one round per turn of the event loop. Between rounds, incoming responses are read and free their connections.
   */
  #startRound(): void {
    this.#isScheduled = false
    const { definition, lanes, poll, clock, onLow } = this.#options
    const { inFlightMax, roundMax, readyEnough } = definition.limits
    const now = clock.monotonic()
    if (!this.#mayStart(now)) return
    const moving = this.#inFlight - lanes.hanging(now)
    const free = this.#slowStart.free(moving, now)
    const itemsMax = roundMax(moving)
    const taken = lanes.take(Math.min(itemsMax, inFlightMax - this.#inFlight, free), now)
    this.#slowStart.started(moving + taken.length)
    // At the slow start's limit, more items may start soon, even if no item ends.
    this.#wakeAt(taken.length < free ? lanes.nextTurnAt : now)
    this.#inFlight += taken.length
    for (const { list, item } of taken) void this.#perform(list, item)
    // Reads a low lane again at once, not at the next tick, unless enough lanes are ready.
    const isWanting = poll.endedEarly || taken.some(({ list }) => poll.wantsFresh(list))
    if (isWanting && lanes.ready < readyEnough) onLow()
    if (taken.length === itemsMax) this.wake()
  }

  async #perform(list: LaneList<Item>, item: Item): Promise<void> {
    const { definition, lanes, poll, buckets, clock } = this.#options
    const { lane } = list
    const { id, bucket } = item
    const epoch = buckets.enter(bucket)
    const isUrgent = (lane.waiting > 0 && lane.inFlight >= lane.cap) || lane.rate.perSecond < Infinity
    const performed =
      epoch === undefined
        ? ({ kind: 'nothing' } as const)
        : await definition
            .perform(item, epoch, this, isUrgent)
            .catch((error: unknown) => ({ kind: 'failed', error }) as const)
    if (performed.kind !== 'ended') {
      poll.forget(list, id)
      if (performed.kind === 'failed') this.#fail(lane, id, performed.error)
      else this.#follow(list, performed)
    }
    this.#inFlight -= 1
    lanes.ended(lane, performed.kind === 'ended' && performed.succeeded, clock.monotonic())
    this.wake()
    // Not awaited here, so that only the end stays in memory until it is written, not the item.
    if (performed.kind === 'ended') void this.#settle(list, id, epoch!, performed.end)
    else if (epoch !== undefined) buckets.leave(bucket, epoch)
  }

  #follow(list: LaneList<Item>, performed: Exclude<Performed<End>, { kind: 'ended' }>): void {
    const { lanes, poll } = this.#options
    const { lane } = list
    switch (performed.kind) {
      case 'nothing':
        return
      case 'waits':
        return list.expect(performed.dueAt)
      case 'cut_off':
        return poll.reread(lane)
      case 'held':
        return lanes.release(lane)
      case 'removed':
        lanes.release(lane)
        return poll.reread(lane)
    }
  }

  /**
   * The row is unchanged and will be performed again. After a database outage it is read at once. After other errors
   * the next sweep reads it, so that an end with failing writes does not cause endless work.
   */
  #fail(lane: Lane<Item>, id: string, error: unknown): void {
    this.#options.definition.logFailure(lane.key, id, error)
    if (isOutage(error)) this.#options.poll.reread(lane)
  }

  async #settle(list: LaneList<Item>, id: string, epoch: number, end: End): Promise<void> {
    try {
      await this.#write(list, id, end)
    } catch (error) {
      this.#fail(list.lane, id, error)
    } finally {
      this.#options.buckets.leave(list.lane.bucket, epoch)
    }
  }

  async #write(list: LaneList<Item>, id: string, end: End): Promise<void> {
    const { definition, poll } = this.#options
    this.#unwritten += 1
    try {
      const dueAt = await definition.settle(end)
      if (dueAt !== null) list.expect(dueAt)
    } finally {
      this.#unwritten -= 1
      poll.forget(list, id)
      this.wake()
    }
  }

  /** Settles work of a bucket without an end, unless this process knows it. */
  async settleCutOff(bucket: number, epoch: number): Promise<void> {
    const { definition, lanes } = this.#options
    const settling: Promise<void>[] = []
    for (const { key, priority, id, end } of (await definition.readCutOff?.(bucket, epoch)) ?? []) {
      const list = lanes.open(key, bucket).lists.get(priority)!
      if (list.known.has(id)) continue
      list.known.set(id, { position: '', dueAt: null })
      settling.push(this.#write(list, id, end))
    }
    for (const result of await Promise.allSettled(settling)) if (result.status === 'rejected') throw result.reason
  }
}
