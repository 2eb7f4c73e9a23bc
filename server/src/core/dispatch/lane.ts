import type { QueueItem } from './queue.ts'
import { UNLIMITED } from './rate-limit.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * Knows which rows of a key are in memory, and where to read the others. Rules in `poll.ts`. Only this class assigns
 * its fields.
 */
class StoredRows {
  /** Ids waiting or in flight. Also ids released so recently that a running read may still return their rows. */
  readonly #known = new Map<string, { position: string; dueAt: number | null }>()
  /** The released ids among the known ones. */
  readonly #leaving = new Set<string>()
  /** True if the table may hold fresh rows not in memory. */
  isBehind = false
  /** The position where the next read of fresh rows begins. */
  cursor = ''
  /** The due time of the next row not in memory, ms since the epoch. Infinity if none is known. */
  nextDueAt = Infinity

  /** True if the lane has no items in memory and no rows to read. */
  get isIdle(): boolean {
    return this.#known.size === 0 && !this.isBehind && this.nextDueAt === Infinity
  }

  isKnown(id: string): boolean {
    return this.#known.has(id)
  }

  /** True if a row read as due may have changed since it became known: its id was released, or its due time differs. */
  mayBeDueAgain(id: string, dueAt: number): boolean {
    const known = this.#known.get(id)
    return this.#leaving.has(id) || (known !== undefined && known.dueAt !== dueAt)
  }

  /** The number of known rows at or after a position. */
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

  /** Marks the id as released. It stays known until `forgetLeaving`. */
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

  /** Clears the marks that the beginning read will answer. Rows written during the read set them again. */
  beginRead({ fresh, due }: { fresh: boolean; due: boolean }): void {
    if (fresh) this.isBehind = false
    if (due) this.nextDueAt = Infinity
  }

  moveCursor(position: string): void {
    if (position > this.cursor) this.cursor = position
  }

  /** Marks all rows to be read from the beginning. */
  reread(): void {
    this.isBehind = true
    this.cursor = ''
    this.nextDueAt = -Infinity
  }

  /** Reads no more rows until asked to. */
  rest(): void {
    this.isBehind = false
    this.nextDueAt = Infinity
  }
}

/**
 * Retries that are due go before fresh items. Otherwise a receiver that never responds would never use up its attempts.
 */
export type WaitingKind = 'retries' | 'fresh'

/** The dispatched items of one key, first in first out. Only `Lanes` assigns the fields. */
export class Lane<Item extends QueueItem> {
  readonly key: string
  readonly bucket: number
  readonly rows = new StoredRows()
  readonly retries: Item[] = []
  readonly fresh: Item[] = []
  inFlight = 0
  /** When an item last ended, or the lane last became active. ms of the monotonic clock. */
  movedAt = -Infinity
  /** The largest number of items in flight. */
  cap: number
  rate: RateLimit = UNLIMITED
  waitsForTurn = false
  /** True if another process owns the bucket. The lane then accepts no items. */
  closed = false

  constructor(key: string, bucket: number, cap: number) {
    this.key = key
    this.bucket = bucket
    this.cap = cap
  }
}
