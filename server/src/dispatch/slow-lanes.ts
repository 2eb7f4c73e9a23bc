import type { Lane } from './lane.ts'
import { nextStartAt } from './pace.ts'

/** Lanes whose turn has come before their pace lets them start. Times are ms of the monotonic clock. */
export interface SlowLanes<Item> {
  add(lane: Lane<Item>): void
  delete(lane: Lane<Item>): void
  /** One of them may start sooner than was thought. */
  recheck(): void
  /** Takes out those whose time has come. */
  takeReady(now: number): Lane<Item>[]
  /** When the next one's time comes; infinite if there is none. */
  readonly nextTurnAt: number
}

export function createSlowLanes<Item>(): SlowLanes<Item> {
  const lanes = new Set<Lane<Item>>()
  let nextTurnAt = Infinity
  return {
    add(lane) {
      lanes.add(lane)
      nextTurnAt = Math.min(nextTurnAt, nextStartAt(lane.pace))
    },
    delete: (lane) => lanes.delete(lane),
    recheck() {
      if (lanes.size > 0) nextTurnAt = -Infinity
    },
    takeReady(now) {
      if (nextTurnAt > now) return []
      const ready = [...lanes].filter((lane) => nextStartAt(lane.pace) <= now)
      for (const lane of ready) lanes.delete(lane)
      nextTurnAt = Infinity
      for (const lane of lanes) nextTurnAt = Math.min(nextTurnAt, nextStartAt(lane.pace))
      return ready
    },
    get nextTurnAt() {
      return nextTurnAt
    },
  }
}
