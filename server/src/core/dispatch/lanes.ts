/**
 * Lanes hold items ready for dispatch in memory, first in first out per key (an account's endpoint, a channel) and
 * priority. Each lane has its own limit of items in flight, so a dead receiver fills only its own lane. Lanes are a small
 * index; the backlog stays in the table.
 */
import type { Buckets } from './buckets.ts'
import { LaneList, nextList } from './lane.ts'
import type { Lane, WaitingKind } from './lane.ts'
import type { LaneLimits, Priority, QueueItem } from './queue.ts'
import { afterStart, heldBack, isRested, nextStartAt, UNLIMITED, withRate } from './rate-limit.ts'

export interface Taken<Item extends QueueItem> {
  list: LaneList<Item>
  item: Item
}

/** Each list may hold this many items, however many lanes exist. */
const LANE_WAITING_MIN = 8

/** A lane hangs if no item has ended for HANGS_AFTER_MS. Hanging lanes are counted at most every HANGING_LOOK_MS. */
const HANGS_AFTER_MS = 500
const HANGING_LOOK_MS = 100

/** Times are ms of the monotonic clock. */
export class Lanes<Item extends QueueItem> {
  readonly #limits: LaneLimits
  readonly #buckets: Pick<Buckets, 'wasLeft'>
  readonly #lanes = new Map<string, Lane<Item>>()
  /** Lanes with items to start. Each starts one item per turn. */
  readonly #turn: Lane<Item>[] = []
  /** Lanes with items to start, waiting for their rate limit. */
  readonly #limited = new Set<Lane<Item>>()
  /** When the next of them may start an item. Infinity if there is none. */
  #nextTurnAt = Infinity
  #waitingCharacters = 0
  #hanging = 0
  #hangingCountedAt = -Infinity

  constructor(limits: LaneLimits, buckets: Pick<Buckets, 'wasLeft'>) {
    this.#limits = limits
    this.#buckets = buckets
  }

  /** Items in memory and not in flight. */
  get waiting(): number {
    return this.#lanes.values().reduce((sum, lane) => sum + lane.waiting, 0)
  }

  /** The number of lanes with items to start. */
  get ready(): number {
    return this.#turn.length
  }

  get size(): number {
    return this.#lanes.size
  }

  /** When the next rate-limited lane may start an item. Infinity if there is none. */
  get nextTurnAt(): number {
    return this.#nextTurnAt
  }

  /** The lists of all lanes. */
  *lists(): Iterable<LaneList<Item>> {
    for (const lane of this.#lanes.values()) yield* lane.lists.values()
  }

  /** The lane of the key. Creates it if needed. */
  open(key: string, bucket: number): Lane<Item> {
    const known = this.#lanes.get(key)
    if (known !== undefined) return known
    const { capInitial, capAfterCrash, priorities } = this.#limits
    const cap = this.#buckets.wasLeft(bucket) ? capAfterCrash : capInitial
    const lists = new Map<Priority, LaneList<Item>>()
    const state = { waiting: 0, inFlight: 0, movedAt: -Infinity, waitsForTurn: false, closed: false }
    const lane: Lane<Item> = { key, bucket, lists, cap, rate: UNLIMITED, ...state }
    for (const priority of priorities) lists.set(priority, new LaneList(lane, priority))
    this.#lanes.set(key, lane)
    return lane
  }

  /** Items allowed per list: an equal share of the memory, so that the first lists read leave room for others. */
  #perList(): number {
    const { charactersMax, itemCharacters, waitingMax, priorities } = this.#limits
    const fair = Math.floor(charactersMax / itemCharacters / (this.#lanes.size * priorities.length))
    return Math.min(waitingMax, Math.max(LANE_WAITING_MIN, fair))
  }

  free(list: LaneList<Item>, kind: WaitingKind): number {
    return this.#waitingCharacters >= this.#limits.charactersMax ? 0 : Math.max(0, this.#perList() - list[kind].length)
  }

  /** True if at least half of the list's room is free, so that it should be read before it is empty. */
  isLow(list: LaneList<Item>, kind: WaitingKind): boolean {
    return this.free(list, kind) * 2 >= this.#perList()
  }

  /**
   * Adds an item unless it is known or the lane is closed. Returns false if there is no room. The list is then behind.
   */
  offer(list: LaneList<Item>, item: Item): boolean {
    const { lane } = list
    if (lane.closed || list.known.has(item.id)) return true
    const kind = item.isRetry ? 'retries' : 'fresh'
    if (this.free(list, kind) === 0) {
      list.isBehind = true
      return false
    }
    list.known.set(item.id, { position: item.position, dueAt: item.dueAt })
    list[kind].push(item)
    lane.waiting += 1
    this.#waitingCharacters += item.size
    this.#queueForTurn(lane)
    return true
  }

  #queueForTurn(lane: Lane<Item>): void {
    if (lane.waitsForTurn || lane.waiting === 0 || lane.inFlight >= lane.cap) return
    lane.waitsForTurn = true
    this.#turn.push(lane)
  }

  /** Takes up to `itemsMax` items that may start at `now`, one per lane in each turn. */
  take(itemsMax: number, now: number): Taken<Item>[] {
    if (this.#nextTurnAt <= now) this.#endWaits(now)
    const taken: Taken<Item>[] = []
    while (taken.length < itemsMax && this.#turn.length > 0) {
      for (const lane of this.#turn.splice(0, itemsMax - taken.length)) {
        const startAt = nextStartAt(lane.rate)
        if (startAt > now) {
          this.#limited.add(lane)
          this.#nextTurnAt = Math.min(this.#nextTurnAt, startAt)
          continue
        }
        lane.waitsForTurn = false
        const list = nextList(lane)
        const item = list?.retries.shift() ?? list?.fresh.shift()
        if (list === undefined || item === undefined) continue
        lane.waiting -= 1
        this.#waitingCharacters -= item.size
        if (lane.inFlight === 0) lane.movedAt = now
        lane.inFlight += 1
        lane.rate = afterStart(lane.rate, now)
        taken.push({ list, item })
        this.#queueForTurn(lane)
      }
    }
    return taken
  }

  /** Gives a turn to the rate-limited lanes that may start an item now. */
  #endWaits(now: number): void {
    this.#nextTurnAt = Infinity
    for (const lane of this.#limited) {
      const startAt = nextStartAt(lane.rate)
      if (startAt > now) this.#nextTurnAt = Math.min(this.#nextTurnAt, startAt)
      else if (this.#limited.delete(lane)) this.#turn.push(lane)
    }
  }

  /** Ends an item. Its end changes the lane's limit. */
  ended(lane: Lane<Item>, succeeded: boolean, now: number): void {
    // The lane moves again, so its items no longer count as hanging.
    if (this.#hangingCountedAt - lane.movedAt > HANGS_AFTER_MS)
      this.#hanging = Math.max(0, this.#hanging - lane.inFlight)
    lane.inFlight -= 1
    lane.movedAt = now
    if (this.#limits.adaptive) lane.cap = succeeded ? Math.min(lane.cap + 1, this.#limits.capMax) : 1
    this.#queueForTurn(lane)
  }

  /** The approximate number of items in flight in hanging lanes. */
  hanging(now: number): number {
    if (now - this.#hangingCountedAt < HANGING_LOOK_MS) return this.#hanging
    this.#hangingCountedAt = now
    this.#hanging = 0
    for (const lane of this.#lanes.values()) if (now - lane.movedAt > HANGS_AFTER_MS) this.#hanging += lane.inFlight
    return this.#hanging
  }

  /** Sets the limit of items in flight (at most `capMax`) and the rate of the key's lane. */
  limit(key: string, cap: number, perSecond: number | null): void {
    const lane = this.#lanes.get(key)
    if (lane === undefined) return
    lane.cap = Math.min(cap, this.#limits.capMax)
    const rate = perSecond ?? Infinity
    if (lane.rate.perSecond !== rate) {
      lane.rate = withRate(lane.rate, rate)
      // A waiting lane may start earlier now.
      if (this.#limited.size > 0) this.#nextTurnAt = -Infinity
    }
    this.#queueForTurn(lane)
  }

  /** Starts no items of the key before `until`. */
  hold(key: string, until: number): void {
    const lane = this.#lanes.get(key)
    if (lane !== undefined) lane.rate = heldBack(lane.rate, until)
  }

  /** Forgets the lane's waiting items. Their rows stay in the table, unread until a reread. */
  release(lane: Lane<Item>): void {
    this.#empty(lane)
    for (const list of lane.lists.values()) list.clearMarks({ fresh: true, due: true })
  }

  #empty(lane: Lane<Item>): void {
    for (const list of lane.lists.values())
      for (const item of [...list.retries.splice(0), ...list.fresh.splice(0)]) {
        list.known.delete(item.id)
        this.#waitingCharacters -= item.size
      }
    lane.waiting = 0
  }

  /** Closes idle lanes, unless their rate limit still applies. The key's next lane starts with the initial limit. */
  closeIdle(now: number): void {
    for (const [key, lane] of this.#lanes)
      if (lane.inFlight === 0 && isRested(lane.rate, now) && lane.lists.values().every((list) => list.isIdle))
        this.#lanes.delete(key)
  }

  /** Drops the lanes of buckets owned by another process now. */
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
