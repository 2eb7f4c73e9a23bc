/**
 * Reads stored rows into the lists of lanes: rows not handed off, rows due again, and rows left by another process.
 *
 * The invariant: every stored row to be performed is always in one of these states.
 *   - known: its id is in memory. While it is, no second item is made of the row.
 *   - ahead: it comes after the cursor, and the list is marked as behind or a read is running.
 *   - awaited: the list's next due time is not later than the row's, or a read is running.
 *   - left for the sweep: its work failed or was held, it was committed later than the cursor's lag, or a hint was lost.
 *
 * These rules keep the invariant:
 *   1. A read clears its marks before it begins. Rows written during the read set them again.
 *   2. The cursor moves only past rows returned by the read, known to the list, and older than the lag at the start of
 *      the poll. Commits are not in the order of positions, so a lower row may still appear among younger ones. A hint also
 *      moves the cursor, if the list is not behind and no row is due.
 *   3. If a row finds no room, or a read returns only a part, the list becomes behind or awaits the row.
 *   4. An id released during a read stays known until all reads have ended, because a read may return its old row. If a
 *      read returns a released id as due, its row may be new, so the list awaits it once more. The same holds for a known
 *      id with a changed due time: its end is written, and the row was queued again before this process knew.
 *   5. A reread requested during a read happens after it. Until then, rows of released ids are skipped.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Lane, LaneList } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { QueueItem, QueueLimits, QueueStatements, Read } from './queue.ts'

/** The largest number of parallel reads, each for lanes of one bucket. */
const READS_MAX = 4
/** Even if enough lanes are ready, a read of other lanes happens this often, ms. All 64 buckets take about 10 s. */
const READ_ON_MS = 500

/** The marks covered by a read: fresh rows, rows due next, or both. */
interface Marks {
  fresh: boolean
  due: boolean
}
const FRESH: Marks = { fresh: true, due: false }
const DUE: Marks = { fresh: false, due: true }
const BOTH: Marks = { fresh: true, due: true }

export interface PollOptions<Item extends QueueItem> {
  definition: QueueStatements<Item> & { limits: Pick<QueueLimits, 'readyEnough'> }
  lanes: Lanes<Item>
  clock: Clock
  cursorLagMs: number
  /** Called if a bucket could not be read. If it throws, the poll ends. */
  onFailure(error: unknown): void
}

export class Poll<Item extends QueueItem> {
  readonly #options: PollOptions<Item>
  #isReading = false
  /** The cursor may move up to here. All earlier rows are committed, or were written by this process since. */
  #settledBefore = ''
  readonly #leaving = new Set<LaneList<Item>>()
  readonly #toReread = new Set<Lane<Item>>()
  readonly #toReload = new Set<Lane<Item>>()
  /** If the last poll ended early: the last bucket read. The next poll continues after it. */
  #readUpTo: number | null = null
  #readAt = -Infinity

  constructor(options: PollOptions<Item>) {
    this.#options = options
  }

  /** True if the last poll skipped lanes because enough were ready. */
  get endedEarly(): boolean {
    return this.#readUpTo !== null
  }

  /** True if fresh rows should be read before the list is empty. */
  wantsFresh(list: LaneList<Item>): boolean {
    return list.isBehind && this.#options.lanes.isLow(list, 'fresh')
  }

  #wantsDue(list: LaneList<Item>): boolean {
    return list.nextDueAt <= this.#options.clock.now() && this.#options.lanes.isLow(list, 'retries')
  }

  /** The item left memory: its end is written, or its row stays as it is. */
  forget(list: LaneList<Item>, id: string): void {
    if (!this.#isReading) return void list.known.delete(id)
    list.leave(id)
    this.#leaving.add(list)
  }

  /** Reads the lane from the beginning, because rows left memory or may be performed again. */
  reread(lane: Lane<Item>): void {
    for (const list of lane.lists.values())
      if (this.#isReading) list.isBehind = true
      else list.reread()
    if (this.#isReading) this.#toReread.add(lane)
  }

  /**
   * Drops the lane's waiting items too, because the content of their rows has changed. A running read may still return
   * the old content, so they are dropped once more when it has ended.
   */
  reload(lane: Lane<Item>): void {
    this.#options.lanes.release(lane)
    if (this.#isReading) this.#toReload.add(lane)
    this.reread(lane)
  }

  /**
   * Reads the list from a position on, for rows just written by another process. Earlier rows are in memory, or are
   * found from the list's own cursor or by the next sweep.
   */
  lookAfter(list: LaneList<Item>, position: string): void {
    // Otherwise the table may hold earlier rows, and the cursor must not skip them.
    const holdsNoOthers = !list.isBehind && list.nextDueAt > this.#options.clock.now()
    if (holdsNoOthers && !this.#isReading) list.moveCursor(position)
    list.isBehind = true
  }

  /**
   * Reads the lanes with rows to read, bucket by bucket in turn, until enough lanes are ready. One poll runs at a time.
   */
  async run(isStopped: () => boolean): Promise<void> {
    const { definition, lanes, clock, cursorLagMs, onFailure } = this.#options
    const { readyEnough } = definition.limits
    const wanting = [...lanes.lists()].filter((list) => this.wantsFresh(list) || this.#wantsDue(list))
    const after = this.#readUpTo ?? -1
    const inTurn = [...Map.groupBy(wanting, ({ lane }) => lane.bucket)].toSorted(
      ([a], [b]) => Number(a <= after) - Number(b <= after) || a - b,
    )
    this.#readUpTo = null
    this.#isReading = true
    this.#settledBefore = definition.positionAt(clock.now() - cursorLagMs)
    try {
      for (let first = 0; first < inTurn.length && !isStopped(); first += READS_MAX) {
        const mayWait = first > 0 || clock.monotonic() - this.#readAt < READ_ON_MS
        if (mayWait && lanes.ready >= readyEnough) return void (this.#readUpTo = inTurn[first - 1]?.[0] ?? after)
        this.#readAt = clock.monotonic()
        const group = inTurn.slice(first, first + READS_MAX).map(([bucket, some]) => this.#readBucket(bucket, some))
        for (const result of await Promise.allSettled(group)) if (result.status === 'rejected') onFailure(result.reason)
      }
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#isReading = false
    for (const list of this.#leaving) list.forgetLeaving()
    this.#leaving.clear()
    for (const lane of this.#toReload) this.#options.lanes.release(lane)
    this.#toReload.clear()
    for (const { lists } of this.#toReread) for (const list of lists.values()) list.reread()
    this.#toReread.clear()
  }

  async #readBucket(bucket: number, some: LaneList<Item>[]): Promise<void> {
    const { definition, clock } = this.#options
    try {
      if (definition.readDue === undefined) return await this.#read(bucket, some, 'readFresh', BOTH)
      const behind = some.filter((list) => list.isBehind)
      await this.#read(bucket, behind, 'readFresh', FRESH)
      const now = clock.now()
      const awaiting = some.filter((list) => list.nextDueAt <= now)
      await this.#read(bucket, awaiting, 'readDue', DUE)
    } catch (error) {
      for (const { lane } of some) this.reread(lane)
      throw error
    }
  }

  /** Reads as many rows as fit into the lists of one bucket, plus the known ones, which may come back as well. */
  async #read(
    bucket: number,
    some: LaneList<Item>[],
    statement: 'readFresh' | 'readDue',
    responses: Marks,
  ): Promise<void> {
    if (some.length === 0) return
    const { definition, lanes, clock } = this.#options
    const reads = some.map((list): Read => {
      const cursor = responses.fresh ? list.cursor : ''
      const rowsMax = lanes.free(list, responses.fresh ? 'fresh' : 'retries') + list.knownFrom(cursor) + 1
      return { key: list.lane.key, priority: list.priority, cursor, rowsMax }
    })
    for (const list of some) list.clearMarks(responses)
    const nameOf = ({ key, priority }: Pick<Read, 'key' | 'priority'>) => `${key} ${priority}`
    const byList = Map.groupBy(await definition[statement]!(bucket, reads), nameOf)
    for (const [index, list] of some.entries()) {
      const items = byList.get(nameOf(reads[index]!)) ?? []
      const sawAll = this.#takeIn(list, items, responses)
      if (sawAll || items.length < reads[index]!.rowsMax) continue
      if (responses.fresh) list.isBehind = true
      else list.expect(clock.now())
    }
  }

  /** Adds the rows of a list in order. Returns true if it reached a row not due yet. */
  #takeIn(list: LaneList<Item>, items: readonly Item[], { fresh }: Marks): boolean {
    const { lanes, clock } = this.#options
    const now = clock.now()
    for (const item of items) {
      const { id, dueAt } = item
      if (dueAt !== null && dueAt > now) {
        list.expect(dueAt)
        return true
      }
      if (dueAt !== null && list.mayBeDueAgain(id, dueAt)) list.expect(now)
      if (!lanes.offer(list, item)) {
        if (fresh) break
        // Continue, because retries and requested rereads have their own room.
        list.expect(now)
      }
      if (fresh && item.position < this.#settledBefore) list.moveCursor(item.position)
    }
    return false
  }
}
