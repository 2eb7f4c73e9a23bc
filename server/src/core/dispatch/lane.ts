/** A lane: the items of one key, in a list for each priority. A list knows which of its rows are in memory. */
import type { Priority, QueueItem } from './queue.ts'
import type { RateLimit } from './rate-limit.ts'

/** The dispatched items of one key. Only `lanes.ts` makes lanes and assigns their fields. */
export interface Lane<Item extends QueueItem> {
  readonly key: string
  readonly bucket: number
  /** From the most urgent one. */
  readonly lists: ReadonlyMap<Priority, LaneList<Item>>
  /** Items in memory and not in flight. */
  waiting: number
  inFlight: number
  /** When an item last ended, or the lane last became active. ms of the monotonic clock. */
  movedAt: number
  /** The largest number of items in flight. */
  cap: number
  rate: RateLimit
  waitsForTurn: boolean
  /** True if another process owns the bucket. The lane then accepts no items. */
  closed: boolean
}

/**
 * Retries that are due go before fresh items. Otherwise a receiver that never responds would never use up its attempts.
 */
export type WaitingKind = 'retries' | 'fresh'

/**
 * The waiting items of a lane with one priority. Knows which of its rows are in memory, and where to read the others.
 * Rules in `poll.ts`.
 */
export class LaneList<Item extends QueueItem> {
  readonly lane: Lane<Item>
  readonly priority: Priority
  readonly retries: Item[] = []
  readonly fresh: Item[] = []
  /** How often an item of another list was started since the last one of this list, while this one waited. */
  passedOver = 0
  /** Ids waiting or in flight. Also ids released so recently that a running read may still return their rows. */
  readonly known = new Map<string, { position: string; dueAt: number | null }>()
  /** The released ids among the known ones. */
  readonly #leaving = new Set<string>()
  /** True if the table may hold fresh rows not in memory. */
  isBehind = false
  /** The position where the next read of fresh rows begins. */
  cursor = ''
  /** The due time of the next row not in memory, ms since the epoch. Infinity if none is known. */
  nextDueAt = Infinity

  constructor(lane: Lane<Item>, priority: Priority) {
    this.lane = lane
    this.priority = priority
  }

  /** True if the list has no items in memory and no rows to read. */
  get isIdle(): boolean {
    return this.known.size === 0 && !this.isBehind && this.nextDueAt === Infinity
  }

  /** True if a row read as due may have changed since it became known: its id was released, or its due time differs. */
  mayBeDueAgain(id: string, dueAt: number): boolean {
    const known = this.known.get(id)
    return this.#leaving.has(id) || (known !== undefined && known.dueAt !== dueAt)
  }

  /** The number of known rows at or after a position. */
  knownFrom(position: string): number {
    let known = 0
    for (const other of this.known.values()) if (other.position >= position) known += 1
    return known
  }

  /** Marks the id as released. It stays known until `forgetLeaving`. */
  leave(id: string): void {
    this.#leaving.add(id)
  }

  forgetLeaving(): void {
    for (const id of this.#leaving) this.known.delete(id)
    this.#leaving.clear()
  }

  expect(dueAt: number): void {
    this.nextDueAt = Math.min(this.nextDueAt, dueAt)
  }

  /** Clears the marks that a read covers, before it begins. Rows written during the read set them again. */
  clearMarks({ fresh, due }: { fresh: boolean; due: boolean }): void {
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
}

/** A list that was passed over so often goes next, so every list gets at least one of ten places. */
const PASSED_OVER_MAX = 9

/** The list of the next item: the most urgent one that waits, or one that was passed over often. Counts the others. */
export function nextList<Item extends QueueItem>({ lists }: Lane<Item>): LaneList<Item> | undefined {
  const waiting = [...lists.values()].filter(({ retries, fresh }) => retries.length + fresh.length > 0)
  const next = waiting.findLast((list) => list.passedOver >= PASSED_OVER_MAX) ?? waiting[0]
  for (const list of waiting) list.passedOver = list === next ? 0 : list.passedOver + 1
  return next
}
