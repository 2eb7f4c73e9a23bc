/**
 * The definition of a queue, given by a room to dispatch the rows of its table. It uses items and keys only. Lanes are
 * internal to this room.
 */
import type { HintKind } from './hints.ts'

/** From the most to the least urgent. */
export const PRIORITIES = ['high', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

/** A row to dispatch, as kept in memory. */
export interface QueueItem {
  id: string
  bucket: number
  /** The key of the item's lane: the account's id, then for example a slash and the endpoint's id. */
  key: string
  /** The list of the lane in which the item waits. It never changes. */
  priority: Priority
  /** The row's position among fresh rows. Positions sort like the rows. */
  position: string
  /** True if the item goes before fresh items and has separate room. */
  isRetry: boolean
  /** When the row is due, ms since the epoch. Null: it has never waited. */
  dueAt: number | null
  /** The size in memory, in characters. */
  size: number
}

/**
 * A read of one key's rows of a priority, at most `rowsMax`. Fresh rows from the cursor on; an empty cursor means from the beginning.
 */
export interface Read {
  key: string
  priority: Priority
  cursor: string
  rowsMax: number
}

export interface QueueStatements<Item extends QueueItem> {
  /** The lowest position of rows created at a time (ms since the epoch). */
  positionAt(timeMs: number): string
  /** Fresh rows of a bucket's keys from their cursors on, in order of position. */
  readFresh(bucket: number, reads: readonly Read[]): Promise<Item[]>
  /**
   * Waiting rows in order of their due time, including rows not due yet. Absent: positions are due times, and
   * `readFresh` reads these rows too.
   */
  readDue?(bucket: number, reads: readonly Read[]): Promise<Item[]>
}

/** The result of an item. Unless it has ended, no end is written and its row stays as it is. */
export type Performed<End> =
  /** The work ended, and the next item may start. `settle` writes the end. */
  | { kind: 'ended'; succeeded: boolean; end: End }
  /** There is no work: the row is gone, or a sweep will find it. */
  | { kind: 'nothing' }
  /** The item is due later, ms since the epoch. */
  | { kind: 'waits'; dueAt: number }
  /** The work was cut off. The row is read and performed again. */
  | { kind: 'cut_off' }
  /** The whole lane stays in the table until a sweep or a `reread`. */
  | { kind: 'held' }
  /** Rows were deleted. The lane's items may be outdated, so it is read again. */
  | { kind: 'removed' }

/** Begun work without an end, and the end to write if this process does not know the work. */
export interface CutOff<End> {
  key: string
  priority: Priority
  id: string
  end: End
}

export interface LaneLimits {
  /** The priorities of rows, from the most urgent one. A lane has a list for each. */
  priorities: readonly Priority[]
  /** Limits of items in flight at the start. `capAfterCrash` is for buckets left by a crash. */
  capInitial: number
  capAfterCrash: number
  capMax: number
  /** True if the limit follows the ends: +1 after a success, 1 after a failure. */
  adaptive: boolean
  /** The largest number of waiting items of one list in memory. Items in flight do not count. */
  waitingMax: number
  /** The limit of characters of all waiting items. Further items stay in the table. */
  charactersMax: number
  /** The characters of a typical item. With them the lanes' shares of the memory are computed. */
  itemCharacters: number
}

export interface QueueLimits extends LaneLimits {
  /** The largest number of items in flight. */
  inFlightMax: number
  /** This many items may start at any time. Above it, the number in flight grows slowly. */
  inFlightFree: number
  /** With this many unwritten ends no items start, because the database is slower than the work. */
  unwrittenMax: number
  /** With this many ready lanes, other lanes are not read yet. */
  readyEnough: number
  /** The largest number of items started per turn, by the number in flight. Hanging items do not count. */
  roundMax(inFlight: number): number
}

/** Changes how fast a queue goes on. For the definition, while it performs an item. */
export interface Pace<Item extends QueueItem> {
  /** Limits the items in flight of the item's key, and its rate per second (null: no limit). */
  limit(item: Item, inFlightMax: number, perSecond: number | null): void
  /** Starts no items of the item's key for `forMs`. */
  hold(item: Item, forMs: number): void
  /** Starts no items for `forMs`. Returns false, and changes nothing, during an earlier pause. */
  pause(forMs: number): boolean
}

/** Hints to the process with the bucket's lease. Each runs the dispatcher's method of the same name there. */
export interface QueueHints {
  /** Rows were queued. */
  offer: HintKind
  queuedAgain?: HintKind
  reread?: HintKind
}

export interface QueueDefinition<Item extends QueueItem, End> extends QueueStatements<Item> {
  name: string
  hints: QueueHints
  limits: QueueLimits
  /** The buckets with rows, of those given. The others need no sweep. */
  bucketsWithRows(buckets: readonly number[]): Promise<readonly number[]>
  /** The keys in a bucket with rows to perform. Every bucket is swept regularly, so no row is forgotten. */
  sweep(bucket: number): Promise<string[]>
  /** Work of a bucket without an end. Absent: such work is performed again. */
  readCutOff?(bucket: number, epoch: number): Promise<CutOff<End>[]>
  /**
   * Does the work under a lease of this epoch. It must ask `Buckets.owns` before each effect outside. It does not write
   * the end. If it throws, the work failed and the row stays as it is. `isUrgent`: the item must not wait for others. Its
   * key has a rate, or other items wait for its place.
   */
  perform(item: Item, epoch: number, pace: Pace<Item>, isUrgent: boolean): Promise<Performed<End>>
  /** Writes the end. Returns when the row is due again (ms since the epoch), or null. */
  settle(end: End): Promise<number | null>
  /** Forgets kept data about the key. Called by each `reread`, in each process. */
  forget?(key: string): void
  /** Logs failed work, or an end that could not be written. */
  logFailure(key: string, id: string, error: unknown): void
}

/** The depth of a queue is counted up to here. Above it, the metrics have PostgreSQL's estimate. */
export const QUEUE_ROWS_COUNTED = 10_000

/** The account id in a key. */
export function accountOf(key: string): number {
  return Number(key.split('/')[0])
}
