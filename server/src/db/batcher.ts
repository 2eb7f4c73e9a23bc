import { overloaded } from '../errors.ts'
import { isBadInput, isContention } from './database-error.ts'
import { FairQueue } from './fair-queue.ts'

export interface BatcherOptions<Item, Result> {
  /** Items of one flush at the most. */
  itemsMax: number
  /** Flushes under way at the most. One slot keeps the order of the items across flushes. */
  slots: number
  /** Items waiting at the most: beyond that `add` is refused with 503. */
  waitingMax: number
  /**
   * Whose item it is: an account has a quarter of the waiting items at the most, and beyond one flush the accounts take
   * turns. Absent: the items are the service's own, in the order of their coming.
   */
  accountOf?(item: Item): number
  /** Items that waited longer are refused with 503 instead of being flushed, ms. */
  waitMsMax: number
  monotonic(): number
  /** How long a flush keeps its slot at the least, ms: fewer and larger ones cost less. Callers do not wait for it. */
  flushMsMin?: number
  /** Writes the items in one transaction and answers one result each, in their order. */
  flush(items: Item[]): Promise<Result[]>
}

/**
 * How long a flush waits for more items while another is under way, ms: shared by more they cost less, and one that stands
 * still, on a lock or a dead connection, holds up the others for no longer.
 */
const OVERLAP_MS = 20

/** Runs of a flush that loses to another transaction (deadlock, serialization) at the most. */
const TRIES_MAX = 5

interface Waiting<Item, Result> {
  item: Item
  since: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Of the places in the line an account has one in so many at the most. */
const ACCOUNT_PART = 4

/**
 * Items that wait for their batch, in the order of their coming. If there are more than one batch takes, the accounts take
 * turns: an item waits for no more than one batch of another account's, however many that has. A shorter line is a plain
 * list, since all of it goes at once.
 */
class BatchLine<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>
  readonly #list: Waiting<Item, Result>[] = []
  /** Holds all items while it holds any. */
  readonly #turns: FairQueue<Waiting<Item, Result>>

  constructor(options: BatcherOptions<Item, Result>) {
    const { itemsMax, waitingMax } = options
    const perAccountMax = Math.max(itemsMax, Math.floor(waitingMax / ACCOUNT_PART))
    this.#options = options
    this.#turns = new FairQueue({ perAccountMax, max: waitingMax })
  }

  get size(): number {
    return this.#list.length + this.#turns.size
  }

  /** False if the line, or the account's part of it, is full. */
  add(entry: Waiting<Item, Result>): boolean {
    const { itemsMax, waitingMax, accountOf } = this.#options
    if (this.size >= waitingMax) return false
    if (accountOf === undefined || (this.#turns.size === 0 && this.#list.length < itemsMax)) {
      this.#list.push(entry)
      return true
    }
    for (const earlier of this.#list.splice(0)) this.#turns.add(accountOf(earlier.item), earlier)
    return this.#turns.add(accountOf(entry.item), entry)
  }

  /** The next batch, of `itemsMax` entries at the most. */
  take(): Waiting<Item, Result>[] {
    const { itemsMax } = this.#options
    if (this.#turns.size === 0) return this.#list.splice(0, itemsMax)
    return Array.from({ length: Math.min(itemsMax, this.#turns.size) }, () => this.#turns.take()!.item)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Groups what concurrent callers want written. It flushes at once if no flush is under way: a lone caller waits for
 * nothing and a crowd shares a commit. A bad item (SQLSTATE classes 21, 22, 23)
 * harms nobody else: its batch is run again item by item. A deadlock rolled everything back: the batch is run again as
 * it is.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>
  readonly #waiting: BatchLine<Item, Result>
  #flushing = 0
  #slotsUsed = 0
  #scheduled: 'turn' | 'overlap' | null = null
  #overlapping: NodeJS.Timeout | undefined
  #onDrained: (() => void)[] = []

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options
    this.#waiting = new BatchLine(options)
  }

  /** Resolves with the item's result once it is durable. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.add({ item, since: this.#options.monotonic(), resolve, reject })) this.#schedule()
      else reject(overloaded())
    })
  }

  /** Items waiting or being flushed. */
  get size(): number {
    return this.#waiting.size + this.#flushing
  }

  /** Resolves when nothing waits and nothing is being flushed. */
  drained(): Promise<void> {
    return this.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#onDrained.push(resolve))
  }

  async #flush(batch: Waiting<Item, Result>[]): Promise<Result[]> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#options.flush(batch.map((entry) => entry.item))
      } catch (error) {
        if (!isContention(error) || tries === TRIES_MAX) throw error
      }
  }

  /** Writes the batch, and answers what tells its callers; those of items that were written one by one it has told. */
  async #write(batch: Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await this.#flush(batch)
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      }
    } catch (error) {
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

  /** Plans the next flush: at the end of this turn of the event loop, whose callers share it, or when enough have come or waited. */
  #schedule(): void {
    const { slots, itemsMax } = this.#options
    if (this.#slotsUsed === 0 && this.#waiting.size === 0) for (const resolve of this.#onDrained.splice(0)) resolve()
    if (this.#slotsUsed === slots || this.#waiting.size === 0) return
    if (this.#slotsUsed === 0 || this.#waiting.size >= itemsMax) {
      if (this.#scheduled === 'turn') return
      this.#scheduled = 'turn'
      setImmediate(() => this.#fill())
    } else if (this.#scheduled === null) {
      this.#scheduled = 'overlap'
      this.#overlapping = setTimeout(() => this.#fill(), OVERLAP_MS)
    }
  }

  #fill(): void {
    clearTimeout(this.#overlapping)
    this.#scheduled = null
    while (this.#slotsUsed < this.#options.slots && this.#waiting.size > 0) {
      const batch = this.#takeInTime()
      if (batch.length > 0) void this.#run(batch)
    }
    this.#schedule()
  }

  /** The next batch; those who have waited too long are refused. */
  #takeInTime(): Waiting<Item, Result>[] {
    const oldest = this.#options.monotonic() - this.#options.waitMsMax
    return this.#waiting.take().filter(({ since, reject }) => {
      if (since < oldest) reject(overloaded())
      return since >= oldest
    })
  }

  async #run(batch: Waiting<Item, Result>[]): Promise<void> {
    const { flushMsMin = 0 } = this.#options
    this.#slotsUsed += 1
    this.#flushing += batch.length
    const leastTime = flushMsMin === 0 ? null : wait(flushMsMin)
    const tell = await this.#write(batch)
    this.#flushing -= batch.length
    if (leastTime !== null) {
      tell()
      await leastTime
    }
    this.#slotsUsed -= 1
    // The next flush first: what the callers do with their answers takes time.
    this.#fill()
    if (leastTime === null) tell()
  }
}
