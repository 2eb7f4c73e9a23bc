/**
 * Lanes: what is ready to be dispatched, in memory, first in first out per key (an account's endpoint, a channel), each
 * with a cap of its own on what is in flight. So a dead receiver fills its own lane and costs the others nothing. Lanes
 * hold little and are only an index: the table is the backlog.
 */
import type { Lane, LaneItem, LaneKey } from './lane.ts'
import { afterStart, heldBack, isRested, nextStartAt, UNPACED, withRate } from './pace.ts'
import { createSlowLanes } from './slow-lanes.ts'
import { createWrittenItems } from './written-items.ts'

export interface LanesOptions {
  /** What may be in flight at first: careful where the bucket was left by a crash. */
  capInitial(bucket: number): number
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

/** However many lanes there are, each may hold so many items. */
const LANE_WAITING_MIN = 8

/** A lane hangs if nothing has landed for so long, and how often those are looked for, ms. */
const HANGS_AFTER_MS = 500
const HANGING_LOOK_MS = 100

export interface Lanes<Item extends LaneItem> {
  get(key: string): Lane<Item> | undefined
  /** The lane of that key, made where there is none. */
  open(key: LaneKey): Lane<Item>
  values(): Iterable<Lane<Item>>
  /** Room for fresh items, and for due ones, which have the same again. */
  room(lane: Lane<Item>, kind: 'fresh' | 'due'): number
  /** Whether to read more before the lane runs empty: at least half of its room is free. */
  isLow(lane: Lane<Item>, kind: 'fresh' | 'due'): boolean
  /**
   * Adds an item unless it is known already, or the lane is closed. False: there is no room, and the lane is marked
   * `behind`.
   */
  offer(lane: Lane<Item>, item: Item, kind: 'fresh' | 'due'): boolean
  /** Takes up to `itemsMax` items, a whole number, that may start at `now` (of the monotonic clock), one of each lane in turn. */
  take(itemsMax: number, now: number): { lane: Lane<Item>; item: Item }[]
  /** When a lane that goes slowly may start its next item: ms of the monotonic clock, infinite if there is none. */
  readonly nextTurnAt: number
  /** Has the lane keep to a cap (at most `capMax`) and a rate, which a caller has read. */
  limit(lane: Lane<Item>, cap: number, perSecond: number | null): void
  /** Starts nothing of the lane before, ms of the monotonic clock. */
  hold(lane: Lane<Item>, until: number): void
  /** An item is no longer in flight at `now` (of the monotonic clock); its outcome moves the cap. */
  landed(lane: Lane<Item>, succeeded: boolean, now: number): void
  /** Items in flight, about, in lanes from which nothing has landed for half a second. */
  hanging(now: number): number
  /** Lets go of what waits in the lane: it stays in the table, unread until somebody asks for `reread`. */
  release(lane: Lane<Item>): void
  /**
   * Has the lane read from the cursor given, for rows that another process has just written. What lies before it is in
   * memory, or is found by the lane's own cursor or the next sweep.
   */
  lookAfter(lane: Lane<Item>, cursor: string): void
  /** Has the lane read from the table's beginning: something in it is not in memory any more, or may be sent again. */
  reread(lane: Lane<Item>): void
  /** The item's row has been written: forgotten once every poll that began before now has been read. */
  forget(lane: Lane<Item>, id: string): void
  /** Between the two calls a poll reads the table. */
  pollBegan(): number
  pollEnded(poll: number): void
  /** Closes lanes that hold and expect nothing, and whose pace says nothing any more. */
  closeIdle(now: number): void
  /** Drops every lane of buckets that belong to another process now. */
  dropBuckets(lost: (bucket: number) => boolean): void
  readonly waiting: number
  /** Lanes with something that could be started. */
  readonly ready: number
  readonly size: number
}

export function createLanes<Item extends LaneItem>(options: LanesOptions): Lanes<Item> {
  const lanes = new Map<string, Lane<Item>>()
  const turn: Lane<Item>[] = []
  let waiting = 0
  let waitingCharacters = 0
  let hanging = 0
  let hangingCountedAt = -Infinity
  const written = createWrittenItems<Item>()
  const slow = createSlowLanes<Item>()

  function queueForTurn(lane: Lane<Item>): void {
    if (lane.waitsForTurn || lane.inFlight >= lane.cap) return
    if (lane.due.length === 0 && lane.fresh.length === 0) return
    lane.waitsForTurn = true
    turn.push(lane)
  }

  function removed(item: Item): void {
    waiting -= 1
    waitingCharacters -= item.size
  }

  /** Items of a lane at the most: an equal share of the memory, else the lanes read first leave nothing to the others. */
  function share(): number {
    const fair = Math.floor(options.charactersMax / options.itemCharacters / lanes.size)
    return Math.min(options.waitingMax, Math.max(LANE_WAITING_MIN, fair))
  }

  function room(lane: Lane<Item>, kind: 'fresh' | 'due'): number {
    return waitingCharacters >= options.charactersMax ? 0 : Math.max(0, share() - lane[kind].length)
  }

  return {
    get: (key) => lanes.get(key),
    values: () => lanes.values(),
    room,
    isLow: (lane, kind) => room(lane, kind) * 2 >= share(),
    open(laneKey) {
      let lane = lanes.get(laneKey.key)
      if (lane === undefined) {
        const ids = { known: new Set<string>(), leaving: new Set<string>() }
        const flight = { inFlight: 0, movedAt: -Infinity, cap: options.capInitial(laneKey.bucket), pace: UNPACED }
        const table = { behind: false, cursor: '', rereads: 0, nextDueAt: Infinity }
        lane = { ...laneKey, ...ids, ...flight, ...table, due: [], fresh: [], waitsForTurn: false, closed: false }
        lanes.set(laneKey.key, lane)
      }
      return lane
    },
    offer(lane, item, kind) {
      if (lane.closed || lane.known.has(item.id)) return true
      if (room(lane, kind) === 0) {
        lane.behind = true
        return false
      }
      lane.known.add(item.id)
      lane[kind].push(item)
      waiting += 1
      waitingCharacters += item.size
      queueForTurn(lane)
      return true
    },
    take(itemsMax, now) {
      for (const lane of slow.takeReady(now)) turn.push(lane)
      const taken: { lane: Lane<Item>; item: Item }[] = []
      while (taken.length < itemsMax && turn.length > 0) {
        for (const lane of turn.splice(0, itemsMax - taken.length)) {
          if (nextStartAt(lane.pace) > now) {
            slow.add(lane)
            continue
          }
          lane.waitsForTurn = false
          const item = lane.due.shift() ?? lane.fresh.shift()
          if (item === undefined) continue
          removed(item)
          if (lane.inFlight === 0) lane.movedAt = now
          lane.inFlight += 1
          lane.pace = afterStart(lane.pace, now)
          taken.push({ lane, item })
          queueForTurn(lane)
        }
      }
      return taken
    },
    landed(lane, succeeded, now) {
      // What was counted as hanging moves again.
      if (hangingCountedAt - lane.movedAt > HANGS_AFTER_MS) hanging = Math.max(0, hanging - lane.inFlight)
      lane.inFlight -= 1
      lane.movedAt = now
      if (options.adaptive) lane.cap = succeeded ? Math.min(lane.cap + 1, options.capMax) : 1
      queueForTurn(lane)
    },
    hanging(now) {
      if (now - hangingCountedAt < HANGING_LOOK_MS) return hanging
      hangingCountedAt = now
      hanging = 0
      for (const lane of lanes.values()) if (now - lane.movedAt > HANGS_AFTER_MS) hanging += lane.inFlight
      return hanging
    },
    get nextTurnAt() {
      return slow.nextTurnAt
    },
    limit(lane, cap, perSecond) {
      lane.cap = Math.min(cap, options.capMax)
      if (lane.pace.perSecond !== perSecond) {
        lane.pace = withRate(lane.pace, perSecond)
        slow.recheck()
      }
      queueForTurn(lane)
    },
    hold(lane, until) {
      lane.pace = heldBack(lane.pace, until)
    },
    release(lane) {
      for (const item of [...lane.due.splice(0), ...lane.fresh.splice(0)]) {
        removed(item)
        lane.known.delete(item.id)
      }
      lane.behind = false
      lane.nextDueAt = Infinity
    },
    lookAfter(lane, cursor) {
      // While a poll reads, it is not yet known whether more is left in the table before that cursor.
      if (!lane.behind && !written.isReading && cursor > lane.cursor) lane.cursor = cursor
      lane.behind = true
    },
    reread(lane) {
      lane.behind = true
      lane.cursor = ''
      lane.rereads += 1
      lane.nextDueAt = -Infinity
    },
    forget: written.forget,
    pollBegan: written.pollBegan,
    pollEnded: written.pollEnded,
    closeIdle(now) {
      for (const [key, lane] of lanes) {
        const expectsNothing = !lane.behind && lane.nextDueAt === Infinity && isRested(lane.pace, now)
        if (lane.known.size === 0 && lane.inFlight === 0 && expectsNothing) lanes.delete(key)
      }
    },
    dropBuckets(lost) {
      for (const [key, lane] of lanes) {
        if (!lost(lane.bucket)) continue
        for (const item of [...lane.due.splice(0), ...lane.fresh.splice(0)]) removed(item)
        lane.closed = true
        slow.delete(lane)
        lanes.delete(key)
      }
    },
    get waiting() {
      return waiting
    },
    get ready() {
      return turn.length
    },
    get size() {
      return lanes.size
    },
  }
}
