import type { Clock } from '../clock.ts'
import { runAs } from '../loop-meter.ts'
import type { Buckets } from './buckets.ts'
import type { Lanes } from './lanes.ts'
import type { Poll } from './poll.ts'
import type { QueueDefinition, QueueItem } from './queue.ts'
import { createSlowStart } from './slow-start.ts'
import type { SlowStart } from './slow-start.ts'
import type { Work } from './work.ts'

export interface RoundsOptions<Item extends QueueItem, Outcome> {
  definition: QueueDefinition<Item, Outcome>
  lanes: Lanes<Item>
  poll: Poll<Item>
  work: Work<Item, Outcome>
  buckets: Buckets
  clock: Clock
  /** Lanes run low, and the table holds more of them. */
  onLow(): void
}

/** Starts what lanes have ready, in rounds: between two, what came in is read, so that connections become free again. */
export class Rounds<Item extends QueueItem, Outcome> {
  readonly #options: RoundsOptions<Item, Outcome>
  readonly #slowStart: SlowStart
  #isStopped = true
  #isScheduled = false
  #pausedUntil = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(options: RoundsOptions<Item, Outcome>) {
    this.#options = options
    this.#slowStart = createSlowStart(options.definition.limits.inFlightFree)
  }

  start(): void {
    this.#isStopped = false
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Every tick wakes: so does the first one after the pause. */
  pause(forMs: number): boolean {
    const now = this.#options.clock.monotonic()
    if (now < this.#pausedUntil) return false
    this.#pausedUntil = now + forMs
    return true
  }

  /** Has a round begin at the end of this turn of the event loop. */
  wake(): void {
    if (this.#isScheduled || this.#isStopped) return
    this.#isScheduled = true
    setImmediate(runAs, { task: this.#options.definition.name }, () => this.#begin())
  }

  /** Wakes up when a lane that goes slowly may start its next item, ms of the monotonic clock. */
  #wakeAt(at: number): void {
    clearTimeout(this.#timer)
    const waitMs = Math.max(1, at - this.#options.clock.monotonic())
    if (at < Infinity) this.#timer = setTimeout(() => this.wake(), waitMs)
  }

  #mayStart(now: number): boolean {
    const { definition, buckets, work } = this.#options
    if (this.#isStopped || now < this.#pausedUntil || !buckets.mayStart()) return false
    return work.unwritten < definition.limits.unwrittenMax && definition.mayStart()
  }

  #begin(): void {
    this.#isScheduled = false
    const { definition, lanes, poll, work, clock, onLow } = this.#options
    const { inFlightMax, roundMax, readyEnough } = definition.limits
    const now = clock.monotonic()
    if (!this.#mayStart(now)) return
    const moving = work.inFlight - lanes.hanging(now)
    const room = this.#slowStart.room(moving, now)
    const itemsMax = roundMax(moving)
    const taken = lanes.take(Math.min(itemsMax, inFlightMax - work.inFlight, room), now)
    this.#slowStart.started(moving + taken.length)
    // At the limit there is more room in a moment, whether anything ends or not.
    this.#wakeAt(taken.length < room ? lanes.nextTurnAt : now)
    for (const { lane, item } of taken) work.start(lane, item)
    // A lane that runs low with more in the table is read again at once, not at the next tick, unless others are ready.
    const isWanting = poll.endedEarly || taken.some(({ lane }) => poll.wantsFresh(lane))
    if (isWanting && lanes.ready < readyEnough) onLow()
    if (taken.length === itemsMax) this.wake()
  }
}
