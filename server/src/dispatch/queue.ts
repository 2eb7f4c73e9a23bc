/** What a room gives to have the rows of its table dispatched. It speaks of items and keys; lanes stay in this room. */
import type { HintKind } from './hints.ts'

/** A row that is to be dispatched, as memory holds it. */
export interface QueueItem {
  id: string
  bucket: number
  /** Its lane: the account's id, and after a slash what the account has several of. */
  key: string
  /** Where its row lies among the fresh ones: these texts ascend as the rows do. */
  position: string
  /** Whether it goes before fresh items, and has room of its own. */
  isRetry: boolean
  /** When its row is due, ms since the epoch; null: it has never waited. */
  dueAt: number | null
  /** Memory that it holds, in characters. */
  size: number
}

/** A read of one key's rows: `rowsMax` of them at the most, fresh ones from the cursor on; an empty cursor is the beginning. */
export interface Read {
  key: string
  cursor: string
  rowsMax: number
}

export interface QueueStatements<Item extends QueueItem> {
  /** The lowest position of rows that are made at a time, ms since the epoch. */
  positionAt(timeMs: number): string
  /** Fresh rows of a bucket's keys from their cursors on, in the order of their positions. */
  readFresh(bucket: number, reads: readonly Read[]): Promise<Item[]>
  /**
   * Rows that wait, in the order in which they are due, those not yet due included. Absent: positions are due times, and
   * `readFresh` reads these rows too.
   */
  readDue?(bucket: number, reads: readonly Read[]): Promise<Item[]>
}

/** What became of an item. Unless it has ended, nothing is to be written, and its row stays as it is. */
export type Performed<Outcome> =
  /** Its work has ended, and the next may start; `settle` is to write the outcome. */
  | { kind: 'ended'; succeeded: boolean; outcome: Outcome }
  /** There is nothing to do: its row has gone, or a sweep finds it. */
  | { kind: 'nothing' }
  /** Its time has not come, ms since the epoch. */
  | { kind: 'waits'; dueAt: number }
  /** It was cut off: it is read and performed again. */
  | { kind: 'cut_off' }
  /** All of its lane stays in the table until a sweep, or a `reread`. */
  | { kind: 'held' }
  /** Rows have been removed: what the lane holds may be among them, and the table may hold others. */
  | { kind: 'removed' }

/** Work that was begun and has no outcome, with the outcome that it gets if this process knows nothing of it. */
export interface CutOff<Outcome> {
  key: string
  id: string
  outcome: Outcome
}

export interface LaneLimits {
  /** What may be in flight at first, and at first in a bucket that was left by a crash. */
  capInitial: number
  capAfterCrash: number
  capMax: number
  /** Whether the cap follows the outcomes: +1 per success, 1 after a failure. */
  adaptive: boolean
  /** Items of one lane in memory at the most, in flight and written ones not counted. */
  waitingMax: number
  /** Characters of all waiting items at the most; beyond it items are left to the table. */
  charactersMax: number
  /** Of a usual item: how many lanes share the memory before each may hold fewer than `waitingMax`. */
  itemCharacters: number
}

export interface QueueLimits extends LaneLimits {
  /** Items in flight at the most. */
  inFlightMax: number
  /** As many may be in flight at any time; beyond it their number grows slowly. */
  inFlightFree: number
  /** With so many outcomes unwritten nothing more is started: the database is slower than the work. */
  unwrittenMax: number
  /** With so many lanes that could start something, what the table holds of others is not read yet. */
  readyEnough: number
  /** Items started in one turn at the most while so many are in flight, those of lanes that hang not counted. */
  roundMax(inFlight: number): number
}

/** Hints to the process that holds the bucket: each does there what the dispatcher's method of that name does. */
export interface QueueHints {
  /** Rows were queued. */
  offer: HintKind
  queuedAgain?: HintKind
  reread?: HintKind
}

export interface QueueDefinition<Item extends QueueItem, Outcome> extends QueueStatements<Item> {
  name: string
  hints: QueueHints
  limits: QueueLimits
  /** The keys of a bucket that have rows to be performed. Every bucket is swept now and then: this is the guarantee. */
  sweep(bucket: number): Promise<string[]>
  /** Work of a bucket that has no outcome; absent: work without an outcome is performed again. */
  readCutOff?(bucket: number, epoch: number): Promise<CutOff<Outcome>[]>
  /** Whether something of the room's own allows to start more; absent: always. */
  mayStart?(): boolean
  /**
   * Does the work, under a lease of this epoch: before it has effects outside it asks `Buckets.owns`. It does not write the
   * outcome; what it throws is a failure, and the row stays as it is.
   */
  perform(item: Item, epoch: number): Promise<Performed<Outcome>>
  /** Writes the outcome; answers when the row is due again, ms since the epoch, or null. */
  settle(outcome: Outcome): Promise<number | null>
  /** Tells of work that failed, or whose outcome could not be written. */
  logFailure(key: string, id: string, error: unknown): void
}

/** The account of a key. */
export function accountOf(key: string): number {
  return Number(key.split('/')[0])
}
