import type { Lane } from './lane.ts'
import type { QueueItem } from './queue.ts'
import { nextStartAt } from './rate-limit.ts'

/** Lanes whose turn has come before their rate limit lets them start. Times are ms of the monotonic clock. */
export class LimitedLanes<Item extends QueueItem> {
  readonly #lanes = new Set<Lane<Item>>()
  #nextTurnAt = Infinity

  /** When the next one's time comes; infinite if there is none. */
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

  /** One of them may start sooner than was thought. */
  recheck(): void {
    if (this.#lanes.size > 0) this.#nextTurnAt = -Infinity
  }

  /** Takes out those whose time has come. */
  takeReady(now: number): Lane<Item>[] {
    if (this.#nextTurnAt > now) return []
    const ready = [...this.#lanes].filter((lane) => nextStartAt(lane.rate) <= now)
    for (const lane of ready) this.#lanes.delete(lane)
    this.#nextTurnAt = Infinity
    for (const lane of this.#lanes) this.#nextTurnAt = Math.min(this.#nextTurnAt, nextStartAt(lane.rate))
    return ready
  }
}
