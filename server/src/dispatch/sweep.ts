import type { Clock } from '../clock.ts'
import type { Buckets } from './buckets.ts'
import type { Lanes } from './lanes.ts'
import type { Poll } from './poll.ts'
import type { QueueDefinition, QueueItem } from './queue.ts'
import type { Work } from './work.ts'

export interface SweepOptions<Item extends QueueItem, Outcome> {
  definition: QueueDefinition<Item, Outcome>
  lanes: Lanes<Item>
  poll: Poll<Item>
  work: Work<Item, Outcome>
  buckets: Buckets
  clock: Clock
  intervalMs: number
  /** A bucket could not be swept. What it throws ends the run. */
  onFailure(error: unknown): void
}

/** The guarantee: now and then all keys of a bucket that have rows are read, whatever memory knows of them. */
export class Sweep<Item extends QueueItem, Outcome> {
  readonly #options: SweepOptions<Item, Outcome>
  readonly #sweptAt = new Map<number, number>()

  constructor(options: SweepOptions<Item, Outcome>) {
    this.#options = options
  }

  /** Has these buckets swept by the next run; absent: all. */
  ask(buckets: Iterable<number> = this.#sweptAt.keys()): void {
    for (const bucket of buckets) this.#sweptAt.delete(bucket)
  }

  /** Sweeps the buckets whose time has come. Before a poll, never during one. */
  async run(isStopped: () => boolean): Promise<void> {
    const { buckets, lanes, clock, intervalMs, onFailure } = this.#options
    for (const bucket of buckets.held()) {
      if (isStopped()) return
      if (clock.monotonic() - (this.#sweptAt.get(bucket) ?? -Infinity) < intervalMs) continue
      const askedAt = clock.monotonic()
      await this.#sweep(bucket).catch(onFailure)
      this.#sweptAt.set(bucket, askedAt)
      // Lost meanwhile: the lanes that the sweep has opened are nobody's.
      if (!buckets.held().includes(bucket)) lanes.dropBuckets((one) => one === bucket)
    }
  }

  async #sweep(bucket: number): Promise<void> {
    const { definition, lanes, poll, work, buckets } = this.#options
    const epoch = buckets.enter(bucket)
    if (epoch === undefined) return
    try {
      await work.settleCutOff(bucket, epoch)
      for (const key of await definition.sweep(bucket)) poll.reread(lanes.open(key, bucket))
    } finally {
      buckets.leave(bucket, epoch)
    }
  }
}
