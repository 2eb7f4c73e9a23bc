import { overloaded } from '../errors.ts'
import { createBatchLine } from './batch-line.ts'
import { isBadInput, isContention } from './database-error.ts'

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
  /** How long a flush is under way at the least, ms: fewer and larger ones cost less. Absent: as long as it takes. */
  flushMsMin?: number
  /** Writes the items in one transaction and answers one result each, in their order. */
  flush(items: Item[]): Promise<Result[]>
}

export interface Batcher<Item, Result> {
  /** Resolves with the item's result once it is durable. */
  add(item: Item): Promise<Result>
  /** Items waiting or being flushed. */
  readonly size: number
  /** Resolves when nothing waits and nothing is being flushed. */
  drained(): Promise<void>
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

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Groups what concurrent callers want written. It flushes at once if no flush is under way: a lone caller waits for
 * nothing and a crowd shares a commit. A bad item (SQLSTATE classes 21, 22, 23)
 * harms nobody else: its batch is run again item by item. A deadlock rolled everything back: the batch is run again as
 * it is.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { itemsMax, waitingMax, flushMsMin = 0, accountOf } = options
  const waiting = createBatchLine<Waiting<Item, Result>>({
    itemsMax,
    waitingMax,
    accountOf: accountOf && (({ item }) => accountOf(item)),
  })
  let flushing = 0
  let slotsUsed = 0
  let scheduled: 'turn' | 'overlap' | null = null
  let overlapping: NodeJS.Timeout | undefined
  let onDrained: (() => void)[] = []

  async function flush(batch: Waiting<Item, Result>[]): Promise<Result[]> {
    for (let tries = 1; ; tries++)
      try {
        return await options.flush(batch.map((entry) => entry.item))
      } catch (error) {
        if (!isContention(error) || tries === TRIES_MAX) throw error
      }
  }

  /** Writes the batch, and answers what tells its callers; those of items that were written one by one it has told. */
  async function write(batch: Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await flush(batch)
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      }
    } catch (error) {
      if (batch.length === 1 || !isBadInput(error))
        return () => {
          for (const { reject } of batch) reject(error)
        }
      for (const entry of batch) {
        const tell = await write([entry])
        tell()
      }
      return () => {}
    }
  }

  /** Plans the next flush: at the end of this turn of the event loop, whose callers share it, or when enough have come or waited. */
  function schedule(): void {
    if (slotsUsed === 0 && waiting.size === 0) {
      for (const resolve of onDrained) resolve()
      onDrained = []
    }
    if (slotsUsed === options.slots || waiting.size === 0) return
    if (slotsUsed === 0 || waiting.size >= itemsMax) {
      if (scheduled === 'turn') return
      scheduled = 'turn'
      setImmediate(fill)
    } else if (scheduled === null) {
      scheduled = 'overlap'
      overlapping = setTimeout(fill, OVERLAP_MS)
    }
  }

  function fill(): void {
    clearTimeout(overlapping)
    scheduled = null
    while (slotsUsed < options.slots && waiting.size > 0) {
      const oldest = options.monotonic() - options.waitMsMax
      const batch: Waiting<Item, Result>[] = []
      for (const entry of waiting.take()) {
        if (entry.since < oldest) entry.reject(overloaded())
        else batch.push(entry)
      }
      if (batch.length === 0) continue
      slotsUsed += 1
      flushing += batch.length
      void Promise.all([write(batch), flushMsMin && wait(flushMsMin)]).then(([tell]) => {
        slotsUsed -= 1
        flushing -= batch.length
        // The next flush first: what the callers do with their answers takes time.
        fill()
        tell()
      })
    }
    schedule()
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.add({ item, since: options.monotonic(), resolve, reject })) schedule()
        else reject(overloaded())
      }),
    get size() {
      return waiting.size + flushing
    },
    drained: () =>
      waiting.size + flushing === 0 ? Promise.resolve() : new Promise((resolve) => onDrained.push(resolve)),
  }
}
