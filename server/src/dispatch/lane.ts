import type { QueueItem } from './queue.ts'
import { UNLIMITED } from './rate-limit.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * Which rows of one key are in memory, and where the others are to be read. What keeps it true is said in `poll.ts`; the fields
 * are assigned here alone.
 */
class StoredRows {
  /** Ids that wait, are in flight, or were let go of so recently that a read may still show them. */
  readonly #known = new Map<string, { position: string; dueAt: number | null }>()
  /** Of the known ids those that were let go of. */
  readonly #leaving = new Set<string>()
  /** The table may hold fresh rows that are not in memory. */
  isBehind = false
  /** Where the next read of fresh rows begins. */
  cursor = ''
  /** When the next row that is not in memory is due, ms since the epoch; infinite if none is known. */
  nextDueAt = Infinity

  /** Whether nothing is in memory, and nothing is to be read. */
  get isIdle(): boolean {
    return this.#known.size === 0 && !this.isBehind && this.nextDueAt === Infinity
  }

  isKnown(id: string): boolean {
    return this.#known.has(id)
  }

  /** Whether a row that is shown as due may have been written since it became known: it was let go of, or its due time has changed. */
  mayBeDueAgain(id: string, dueAt: number): boolean {
    const known = this.#known.get(id)
    return this.#leaving.has(id) || (known !== undefined && known.dueAt !== dueAt)
  }

  /** How many known rows lie at a position or behind it. */
  knownFrom(position: string): number {
    let known = 0
    for (const other of this.#known.values()) if (other.position >= position) known += 1
    return known
  }

  add(id: string, position: string, dueAt: number | null): void {
    this.#known.set(id, { position, dueAt })
  }

  forget(id: string): void {
    this.#known.delete(id)
  }

  /** The id stays known until `forgetLeaving`. */
  leave(id: string): void {
    this.#leaving.add(id)
  }

  forgetLeaving(): void {
    for (const id of this.#leaving) this.#known.delete(id)
    this.#leaving.clear()
  }

  fallBehind(): void {
    this.isBehind = true
  }

  expect(dueAt: number): void {
    this.nextDueAt = Math.min(this.nextDueAt, dueAt)
  }

  /** A read begins that answers whether it is behind, or what is due next, but for what turns up from now on. */
  beginRead({ fresh, due }: { fresh: boolean; due: boolean }): void {
    if (fresh) this.isBehind = false
    if (due) this.nextDueAt = Infinity
  }

  moveCursor(position: string): void {
    if (position > this.cursor) this.cursor = position
  }

  /** Everything is to be read, from the beginning. */
  reread(): void {
    this.isBehind = true
    this.cursor = ''
    this.nextDueAt = -Infinity
  }

  /** Nothing is to be read until somebody asks for it. */
  rest(): void {
    this.isBehind = false
    this.nextDueAt = Infinity
  }
}

/** Items of a lane that wait: retries whose time has come go first, else a hanging receiver never uses its attempts up. */
export type WaitingKind = 'retries' | 'fresh'

/** What is dispatched of one key, first in first out. `Lanes` assigns its fields, nobody else. */
export class Lane<Item extends QueueItem> {
  readonly key: string
  readonly bucket: number
  readonly rows = new StoredRows()
  readonly retries: Item[] = []
  readonly fresh: Item[] = []
  inFlight = 0
  /** When something of it last ended, or began to be in flight: ms of the monotonic clock. */
  movedAt = -Infinity
  /** Items in flight at the most. */
  cap: number
  rate: RateLimit = UNLIMITED
  waitsForTurn = false
  /** Its bucket belongs to another process now: nothing more goes in. */
  closed = false

  constructor(key: string, bucket: number, cap: number) {
    this.key = key
    this.bucket = bucket
    this.cap = cap
  }
}
