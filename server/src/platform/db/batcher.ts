import { FairQueue } from '../admission/fair-gate.ts'
import { LIMITS } from '../admission/limits.ts'
import type { CommonContext } from '../context.ts'
import { overloaded } from '../errors.ts'
import { isBadInput, isContention } from './database-error.ts'
import type { CommonPool } from './pool.ts'

export interface BatcherOptions<Item, Result> {
  /** The largest number of items per flush. */
  itemsMax: number
  /** The largest number of parallel flushes. One slot keeps the order of items across flushes. */
  slots: number
  /** The largest number of waiting items. With more, `add` fails with 503. Absent: `LIMITS.itemsWaiting`. */
  waitingMax?: number
  /**
   * The account of an item. An account may have a quarter of the waiting items, and accounts take turns. Absent: items
   * belong to the service and keep their order.
   */
  accountOf?(item: Item): number
  /** If an item waited longer, it fails with 503 and is not flushed, ms. */
  waitMsMax: number
  monotonic(): number
  /** The shortest time between two beginnings of flushes, ms, because larger flushes cost less. Absent: 0. */
  gatherMs?: number
  /** If so many items wait, the next flush begins before `gatherMs` is over. Absent: `itemsMax`. */
  itemsEnough?: number
  /** Writes the items in one transaction and returns one result each, in order. */
  flush(items: Item[]): Promise<Result[]>
}

/**
 * How long a flush waits for more items while another one runs, ms. Without it, batches are smaller and creates cost a
 * tenth more. If the running one stalls on a lock or a dead connection, the others wait no longer than this or `gatherMs`.
 */
const OVERLAP_MS = 20

/** The largest number of runs of a flush that conflicts with another transaction (deadlock, serialization). */
const TRIES_MAX = 5

interface Waiting<Item, Result> {
  item: Item
  since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Groups writes of concurrent callers. If no flush runs, it flushes at once, so a single caller does not wait and many
 * callers share a commit. With `gatherMs`, a caller waits if a flush began just before. A bad item (SQLSTATE classes 21, 22,
 * 23) does not harm the others: its batch is written again item by item. After a deadlock, which rolls everything back, the
 * same batch is written again.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>
  readonly #waiting: FairQueue<Waiting<Item, Result>>
  #flushing = 0
  #slotsUsed = 0
  #begunAt = -Infinity
  /** An urgent item waits. */
  #isUrgent = false
  /** When the next flush begins, ms of the monotonic clock. */
  #plannedAt = Infinity
  #timer: NodeJS.Timeout | undefined
  #onDrained: (() => void)[] = []

  constructor(options: BatcherOptions<Item, Result>) {
    const { itemsMax, waitingMax = LIMITS.itemsWaiting.max, accountOf } = options
    const ofAccountMax = Math.max(itemsMax, Math.floor(waitingMax * LIMITS.itemsWaitingOfAccount.max.part))
    this.#options = options
    this.#waiting = new FairQueue({ perKeyMax: accountOf === undefined ? waitingMax : ofAccountMax, max: waitingMax })
  }

  /** Resolves with the item's result when it is durable. `isUrgent`: the flush of the item does not wait for `gatherMs`. */
  add(item: Item, isUrgent = false): Promise<Result> {
    const { accountOf, monotonic } = this.#options
    return new Promise((resolve, reject) => {
      if (!this.#waiting.add(accountOf?.(item) ?? 0, { item, since: monotonic(), resolve, reject }))
        return reject(overloaded())
      this.#isUrgent ||= isUrgent
      this.#schedule()
    })
  }

  /** The number of items waiting or being flushed. */
  get size(): number {
    return this.#waiting.size + this.#flushing
  }

  /** Resolves when no items are waiting or being flushed. */
  drained(): Promise<void> {
    return this.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#onDrained.push(resolve))
  }

  /**
   * Writes the batch. Returns a function that passes the results to the callers. Items written one by one have already
   * got theirs.
   */
  async #write(batch: Waiting<Item, Result>[], tries = 1): Promise<() => void> {
    try {
      const results = await this.#options.flush(batch.map((entry) => entry.item))
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      }
    } catch (error) {
      if (isContention(error) && tries < TRIES_MAX) return this.#write(batch, tries + 1)
      if (batch.length === 1 || !isBadInput(error))
        return () => {
          for (const { reject } of batch) reject(error)
        }
      for (const entry of batch) {
        const tell = await this.#write([entry])
        tell()
      }
      return () => {}
    }
  }

  /** Plans the next flush, or begins it if one has just ended. It waits to gather items, and longer if another one runs. */
  #schedule(hasEnded = false): void {
    const { slots, itemsMax, itemsEnough = itemsMax, gatherMs = 0, monotonic } = this.#options
    if (this.#slotsUsed === 0 && this.#waiting.size === 0) for (const resolve of this.#onDrained.splice(0)) resolve()
    if (this.#slotsUsed === slots || this.#waiting.size === 0) return
    const now = monotonic()
    const areEnough = this.#waiting.size >= itemsEnough
    const gatheredAt = areEnough || this.#isUrgent ? now : this.#begunAt + gatherMs
    const beginAt = Math.max(gatheredAt, now + (areEnough || this.#slotsUsed === 0 ? 0 : OVERLAP_MS))
    if (hasEnded && gatheredAt <= now) return this.#fill()
    if (beginAt >= this.#plannedAt) return
    this.#plannedAt = beginAt
    clearTimeout(this.#timer)
    if (beginAt === now) setImmediate(() => this.#fill())
    else this.#timer = setTimeout(() => this.#fill(), beginAt - now)
  }

  #fill(): void {
    clearTimeout(this.#timer)
    this.#plannedAt = Infinity
    while (this.#slotsUsed < this.#options.slots && this.#waiting.size > 0) {
      const oldest = this.#options.monotonic() - this.#options.waitMsMax
      const places = Math.min(this.#options.itemsMax, this.#waiting.size)
      const taken = Array.from({ length: places }, () => this.#waiting.take()!.item)
      for (const { since, reject } of taken) if (since < oldest) reject(overloaded())
      const batch = taken.filter(({ since }) => since >= oldest)
      if (batch.length > 0) void this.#run(batch)
    }
    this.#schedule()
  }

  async #run(batch: Waiting<Item, Result>[]): Promise<void> {
    this.#begunAt = this.#options.monotonic()
    this.#isUrgent = false
    this.#slotsUsed += 1
    this.#flushing += batch.length
    const tell = await this.#write(batch)
    this.#flushing -= batch.length
    this.#slotsUsed -= 1
    // The next flush starts first, because callers take time to handle their results.
    this.#schedule(true)
    tell()
  }
}

const READ_KEYS_MAX = 500

/** Reads that concurrent callers share: one statement for all, and one row per key. */
export function sharedReads<Key extends { accountId: number }, Row>(
  { pool, clock, config }: Pick<CommonContext, 'pool' | 'clock' | 'config'>,
  load: (pool: CommonPool, keys: Key[]) => Promise<(Row | null)[]>,
): Batcher<Key, Row | null> {
  return new Batcher({
    itemsMax: READ_KEYS_MAX,
    slots: 2,
    accountOf: ({ accountId }) => accountId,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    async flush(keys) {
      const names = keys.map((key) => JSON.stringify(key))
      const distinct = new Map(names.map((name, index) => [name, keys[index]!]))
      const rows = await load(pool, [...distinct.values()])
      const found = new Map([...distinct.keys()].map((name, index) => [name, rows[index] ?? null]))
      return names.map((name) => found.get(name)!)
    },
  })
}
