/**
 * Lanes: what is ready to be dispatched, in memory, first in first out per key (an account's endpoint, a channel), each
 * with a cap of its own on what is in flight. So a dead receiver fills its own lane and costs the others nothing. Lanes
 * hold little and are only an index: the table is the backlog.
 */
import { Lane } from './lane.ts'
import type { WaitingKind } from './lane.ts'
import { LimitedLanes } from './limited-lanes.ts'
import type { Buckets } from './buckets.ts'
import type { LaneLimits, QueueItem } from './queue.ts'
import { afterStart, heldBack, isRested, nextStartAt, withRate } from './rate-limit.ts'

export interface Taken<Item extends QueueItem> {
  lane: Lane<Item>
  item: Item
}

/** However many lanes there are, each may hold so many items. */
const LANE_WAITING_MIN = 8

/** A lane hangs if nothing has ended for so long, and how often those are looked for, ms. */
const HANGS_AFTER_MS = 500
const HANGING_LOOK_MS = 100

/** Times are ms of the monotonic clock. */
export class Lanes<Item extends QueueItem> {
  readonly #limits: LaneLimits
  readonly #buckets: Pick<Buckets, 'wasLeft'>
  readonly #lanes = new Map<string, Lane<Item>>()
  /** Lanes that have something to start, one item in each turn. */
  readonly #turn: Lane<Item>[] = []
  readonly #limited = new LimitedLanes<Item>()
  #waiting = 0
  #waitingCharacters = 0
  #hanging = 0
  #hangingCountedAt = -Infinity

  constructor(limits: LaneLimits, buckets: Pick<Buckets, 'wasLeft'>) {
    this.#limits = limits
    this.#buckets = buckets
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Lanes with something that could be started. */
  get ready(): number {
    return this.#turn.length
  }

  get size(): number {
    return this.#lanes.size
  }

  /** When a lane that goes slowly may start its next item; infinite if there is none. */
  get nextTurnAt(): number {
    return this.#limited.nextTurnAt
  }

  values(): Iterable<Lane<Item>> {
    return this.#lanes.values()
  }

  get(key: string): Lane<Item> | undefined {
    return this.#lanes.get(key)
  }

  /** The lane of that key, made where there is none. */
  open(key: string, bucket: number): Lane<Item> {
    const known = this.#lanes.get(key)
    if (known !== undefined) return known
    const { capInitial, capAfterCrash } = this.#limits
    const lane = new Lane<Item>(key, bucket, this.#buckets.wasLeft(bucket) ? capAfterCrash : capInitial)
    this.#lanes.set(key, lane)
    return lane
  }

  /** Items of a lane at the most: an equal share of the memory, else the lanes read first leave nothing to the others. */
  #share(): number {
    const { charactersMax, itemCharacters, waitingMax } = this.#limits
    const fair = Math.floor(charactersMax / itemCharacters / this.#lanes.size)
    return Math.min(waitingMax, Math.max(LANE_WAITING_MIN, fair))
  }

  room(lane: Lane<Item>, kind: WaitingKind): number {
    return this.#waitingCharacters >= this.#limits.charactersMax ? 0 : Math.max(0, this.#share() - lane[kind].length)
  }

  /** Whether to read more before the lane runs empty: at least half of its room is free. */
  isLow(lane: Lane<Item>, kind: WaitingKind): boolean {
    return this.room(lane, kind) * 2 >= this.#share()
  }

  /**
   * Adds an item unless it is known already, or the lane is closed. False: there is no room, and the lane falls behind.
   */
  offer(lane: Lane<Item>, item: Item): boolean {
    if (lane.closed || lane.rows.isKnown(item.id)) return true
    const kind = item.isRetry ? 'retries' : 'fresh'
    if (this.room(lane, kind) === 0) {
      lane.rows.fallBehind()
      return false
    }
    lane.rows.add(item.id, item.position, item.dueAt)
    lane[kind].push(item)
    this.#waiting += 1
    this.#waitingCharacters += item.size
    this.#queueForTurn(lane)
    return true
  }

  #queueForTurn(lane: Lane<Item>): void {
    if (lane.waitsForTurn || lane.inFlight >= lane.cap) return
    if (lane.retries.length === 0 && lane.fresh.length === 0) return
    lane.waitsForTurn = true
    this.#turn.push(lane)
  }

  /** Takes up to `itemsMax` items, a whole number, that may start at `now`, one of each lane in turn. */
  take(itemsMax: number, now: number): Taken<Item>[] {
    for (const lane of this.#limited.takeReady(now)) this.#turn.push(lane)
    const taken: Taken<Item>[] = []
    while (taken.length < itemsMax && this.#turn.length > 0) {
      for (const lane of this.#turn.splice(0, itemsMax - taken.length)) {
        if (nextStartAt(lane.rate) > now) {
          this.#limited.add(lane)
          continue
        }
        lane.waitsForTurn = false
        const item = lane.retries.shift() ?? lane.fresh.shift()
        if (item === undefined) continue
        this.#removed(item)
        if (lane.inFlight === 0) lane.movedAt = now
        lane.inFlight += 1
        lane.rate = afterStart(lane.rate, now)
        taken.push({ lane, item })
        this.#queueForTurn(lane)
      }
    }
    return taken
  }

  #removed(item: Item): void {
    this.#waiting -= 1
    this.#waitingCharacters -= item.size
  }

  /** An item is no longer in flight; its outcome moves the cap. */
  ended(lane: Lane<Item>, succeeded: boolean, now: number): void {
    // What was counted as hanging moves again.
    if (this.#hangingCountedAt - lane.movedAt > HANGS_AFTER_MS)
      this.#hanging = Math.max(0, this.#hanging - lane.inFlight)
    lane.inFlight -= 1
    lane.movedAt = now
    if (this.#limits.adaptive) lane.cap = succeeded ? Math.min(lane.cap + 1, this.#limits.capMax) : 1
    this.#queueForTurn(lane)
  }

  /** Items in flight, about, in lanes from which nothing has come back for half a second. */
  hanging(now: number): number {
    if (now - this.#hangingCountedAt < HANGING_LOOK_MS) return this.#hanging
    this.#hangingCountedAt = now
    this.#hanging = 0
    for (const lane of this.#lanes.values()) if (now - lane.movedAt > HANGS_AFTER_MS) this.#hanging += lane.inFlight
    return this.#hanging
  }

  /** Has the lane keep to a cap (at most `capMax`) and a rate, which a caller has read. */
  limit(lane: Lane<Item>, cap: number, perSecond: number | null): void {
    lane.cap = Math.min(cap, this.#limits.capMax)
    if (lane.rate.perSecond !== perSecond) {
      lane.rate = withRate(lane.rate, perSecond)
      this.#limited.recheck()
    }
    this.#queueForTurn(lane)
  }

  /** Starts nothing of the lane before that time. */
  hold(lane: Lane<Item>, until: number): void {
    lane.rate = heldBack(lane.rate, until)
  }

  /** Lets go of what waits in the lane: it stays in the table, unread until somebody asks for a reread. */
  release(lane: Lane<Item>): void {
    for (const item of this.#empty(lane)) lane.rows.forget(item.id)
    lane.rows.rest()
  }

  #empty(lane: Lane<Item>): Item[] {
    const items = [...lane.retries.splice(0), ...lane.fresh.splice(0)]
    for (const item of items) this.#removed(item)
    return items
  }

  /** Closes lanes that hold and expect nothing, and whose rate limit says nothing any more. */
  closeIdle(now: number): void {
    for (const [key, lane] of this.#lanes)
      if (lane.rows.isIdle && lane.inFlight === 0 && isRested(lane.rate, now)) this.#lanes.delete(key)
  }

  /** Drops every lane of buckets that belong to another process now. */
  dropBuckets(isLost: (bucket: number) => boolean): void {
    for (const [key, lane] of this.#lanes) {
      if (!isLost(lane.bucket)) continue
      this.#empty(lane)
      lane.closed = true
      this.#limited.delete(lane)
      this.#lanes.delete(key)
    }
  }
}
