/**
 * Reads stored rows into lanes: what the hand-off left out, what is due again, what another process has left.
 *
 * The invariant. Every stored row that is to be performed is at any moment one of these:
 *   - known: its id is in memory, and while it is, no second item is made of the row;
 *   - ahead: it lies behind the cursor, and the lane is behind or a read is under way;
 *   - awaited: the lane's next due time is no later than the row's, or a read is under way;
 *   - left for the sweep: its work failed or was held, it was committed later than the cursor's lag, or a hint was lost.
 * These rules keep it:
 *   1. What a read answers is cleared before it begins: what turns up meanwhile sets it again.
 *   2. The cursor moves only past rows that the read has shown and the lane knows, and that were older than the lag when
 *      the poll began: younger ones may still be followed by lower ones, since commits are not in the order of positions.
 *      A hint moves it as far, if nothing is behind or awaited by now.
 *   3. A row for which there is no room, and what a read had no room to show, sets the lane behind, or awaits it.
 *   4. An id that is let go of during a read stays known until all reads have ended, since one may show its row as it
 *      was. It leaves: if a read shows it due, it may have been written before, and the lane awaits it once more. So
 *      does a known id whose due time has changed: its outcome is written, and the row was queued again before this
 *      process has heard of it.
 *   5. A reread that is asked for during a read comes after it: until then ids that leave are passed over.
 */
import type { Clock } from '../clock.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { QueueItem, QueueLimits, QueueStatements, Read } from './queue.ts'

/** Reads under way at the most, each of lanes of one bucket. */
const READS_MAX = 4
/** However many lanes are ready, some of the others are read so often, ms: all 64 buckets in about 10 s. */
const READ_ON_MS = 500

/** What a read answers: whether fresh rows are in memory, and which row is due next. */
interface Answers {
  fresh: boolean
  due: boolean
}
const FRESH: Answers = { fresh: true, due: false }
const DUE: Answers = { fresh: false, due: true }
const BOTH: Answers = { fresh: true, due: true }

export interface PollOptions<Item extends QueueItem> {
  definition: QueueStatements<Item> & { limits: Pick<QueueLimits, 'readyEnough'> }
  lanes: Lanes<Item>
  clock: Clock
  cursorLagMs: number
  /** A bucket could not be read. What it throws ends the poll. */
  onFailure(error: unknown): void
}

export class Poll<Item extends QueueItem> {
  readonly #options: PollOptions<Item>
  #isReading = false
  /** Where the cursor may move to: no row before it is committed any more, or was written by this process since. */
  #settledBefore = ''
  readonly #leaving = new Set<Lane<Item>>()
  readonly #toReread = new Set<Lane<Item>>()
  /** The last poll ended early, after this bucket: the next one goes on there. */
  #readUpTo: number | null = null
  #readAt = -Infinity

  constructor(options: PollOptions<Item>) {
    this.#options = options
  }

  /** Whether lanes that want to be read were left out, since enough were ready. */
  get endedEarly(): boolean {
    return this.#readUpTo !== null
  }

  /** Whether fresh rows are to be read before the lane runs empty. */
  wantsFresh(lane: Lane<Item>): boolean {
    return lane.rows.isBehind && this.#options.lanes.isLow(lane, 'fresh')
  }

  #wantsDue(lane: Lane<Item>): boolean {
    return lane.rows.nextDueAt <= this.#options.clock.now() && this.#options.lanes.isLow(lane, 'retries')
  }

  /** The item is in memory no more: it is written, or its row stays as it is. */
  forget(lane: Lane<Item>, id: string): void {
    if (!this.#isReading) return lane.rows.forget(id)
    lane.rows.leave(id)
    this.#leaving.add(lane)
  }

  /** Has the lane read from the beginning: something of it is not in memory any more, or may be performed again. */
  reread(lane: Lane<Item>): void {
    if (!this.#isReading) return lane.rows.reread()
    lane.rows.fallBehind()
    this.#toReread.add(lane)
  }

  /**
   * Has the lane read from a position on, for rows that another process has just written. What lies before it is in
   * memory, or is found from the lane's own cursor or by the next sweep.
   */
  lookAfter(lane: Lane<Item>, position: string): void {
    // Else the table may hold others before that position; during a read it is not yet known.
    const holdsNoOthers = !lane.rows.isBehind && lane.rows.nextDueAt > this.#options.clock.now()
    if (holdsNoOthers && !this.#isReading) lane.rows.moveCursor(position)
    lane.rows.fallBehind()
  }

  /** Reads the lanes that want it, bucket by bucket in turn, until enough is ready. One poll at a time. */
  async run(isStopped: () => boolean): Promise<void> {
    const { definition, lanes, clock, cursorLagMs, onFailure } = this.#options
    const { readyEnough } = definition.limits
    const wanting = [...lanes.values()].filter((lane) => this.wantsFresh(lane) || this.#wantsDue(lane))
    const after = this.#readUpTo ?? -1
    const inTurn = [...Map.groupBy(wanting, (lane) => lane.bucket)].toSorted(
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
    for (const lane of this.#leaving) lane.rows.forgetLeaving()
    this.#leaving.clear()
    for (const lane of this.#toReread) lane.rows.reread()
    this.#toReread.clear()
  }

  async #readBucket(bucket: number, some: Lane<Item>[]): Promise<void> {
    const { definition, clock } = this.#options
    try {
      if (definition.readDue === undefined) return await this.#read(bucket, some, 'readFresh', BOTH)
      const behind = some.filter((lane) => lane.rows.isBehind)
      await this.#read(bucket, behind, 'readFresh', FRESH)
      const now = clock.now()
      const awaiting = some.filter((lane) => lane.rows.nextDueAt <= now)
      await this.#read(bucket, awaiting, 'readDue', DUE)
    } catch (error) {
      for (const lane of some) this.reread(lane)
      throw error
    }
  }

  /** Reads what lanes of one bucket have room for. What is known may be among the rows, and must not crowd out the others. */
  async #read(bucket: number, some: Lane<Item>[], statement: 'readFresh' | 'readDue', answers: Answers): Promise<void> {
    if (some.length === 0) return
    const { definition, lanes, clock } = this.#options
    const reads = some.map((lane): Read => {
      const cursor = answers.fresh ? lane.rows.cursor : ''
      const rowsMax = lanes.room(lane, answers.fresh ? 'fresh' : 'retries') + lane.rows.knownFrom(cursor) + 1
      return { key: lane.key, cursor, rowsMax }
    })
    for (const lane of some) lane.rows.beginRead(answers)
    const byKey = Map.groupBy(await definition[statement]!(bucket, reads), (item) => item.key)
    for (const [index, lane] of some.entries()) {
      const items = byKey.get(lane.key) ?? []
      const sawAll = this.#takeIn(lane, items, answers)
      if (sawAll || items.length < reads[index]!.rowsMax) continue
      if (answers.fresh) lane.rows.fallBehind()
      else lane.rows.expect(clock.now())
    }
  }

  /** Takes in what was read of a lane, in its order; answers whether it reaches as far as what is not due yet. */
  #takeIn(lane: Lane<Item>, items: readonly Item[], { fresh }: Answers): boolean {
    const { lanes, clock } = this.#options
    const now = clock.now()
    for (const item of items) {
      const { id, dueAt } = item
      if (dueAt !== null && dueAt > now) {
        lane.rows.expect(dueAt)
        return true
      }
      if (dueAt !== null && lane.rows.mayBeDueAgain(id, dueAt)) lane.rows.expect(now)
      if (!lanes.offer(lane, item)) {
        if (fresh) break
        // It keeps none of the others out: retries, and what was asked for, have room of their own.
        lane.rows.expect(now)
      }
      if (fresh && item.position < this.#settledBefore) lane.rows.moveCursor(item.position)
    }
    return false
  }
}
