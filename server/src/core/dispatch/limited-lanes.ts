import type { Lane } from './lane.ts'
import type { QueueItem } from './queue.ts'
import { nextStartAt } from './rate-limit.ts'

/** Lanes with items to start, waiting for their rate limit. Times are ms of the monotonic clock. */
export class LimitedLanes<Item extends QueueItem> {
  readonly #lanes = new Set<Lane<Item>>()
  #nextTurnAt = Infinity

  /** When the next lane may start an item. Infinity if there is none. */
  get nextTurnAt(): number {
    return this.#nextTurnAt
  }

  add(lane: Lane<Item>): void {
    this.#lanes.add(lane)
    this.#nextTurnAt = Math.min(this.#nextTurnAt, nextStartAt(lane.rate))
  }

  delete(lane: Lane<Item>): void {
    this.#lanes.delete(lane)
  }

  /** Checks all lanes at the next `takeReady`, because one may start earlier now. */
  recheck(): void {
    if (this.#lanes.size > 0) this.#nextTurnAt = -Infinity
  }

  /** Removes and returns the lanes that may start now. */
  takeReady(now: number): Lane<Item>[] {
    if (this.#nextTurnAt > now) return []
    const ready = [...this.#lanes].filter((lane) => nextStartAt(lane.rate) <= now)
    for (const lane of ready) this.#lanes.delete(lane)
    this.#nextTurnAt = Infinity
    for (const lane of this.#lanes) this.#nextTurnAt = Math.min(this.#nextTurnAt, nextStartAt(lane.rate))
    return ready
  }
}
