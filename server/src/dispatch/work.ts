/**
 * Items under way. An item ends, which makes room for the next, before its outcome is written; its id is forgotten and the
 * lease of its bucket left after: a bucket is given up, and a row read again, only when all is written.
 */
import type { Clock } from '../clock.ts'
import { isOutage } from '../db/database-error.ts'
import type { Buckets } from './buckets.ts'
import type { Lane } from './lane.ts'
import type { Lanes } from './lanes.ts'
import type { Poll } from './poll.ts'
import type { Performed, QueueDefinition, QueueItem } from './queue.ts'

export interface WorkOptions<Item extends QueueItem, Outcome> {
  definition: QueueDefinition<Item, Outcome>
  lanes: Lanes<Item>
  poll: Poll<Item>
  buckets: Buckets
  clock: Clock
  /** An item has ended, or its outcome is written. */
  onProgress(): void
}

export class Work<Item extends QueueItem, Outcome> {
  readonly #options: WorkOptions<Item, Outcome>
  #inFlight = 0
  #unwritten = 0

  constructor(options: WorkOptions<Item, Outcome>) {
    this.#options = options
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** Items that have ended and whose outcome is not written yet. */
  get unwritten(): number {
    return this.#unwritten
  }

  start(lane: Lane<Item>, item: Item): void {
    this.#inFlight += 1
    void this.#perform(lane, item)
  }

  async #perform(lane: Lane<Item>, item: Item): Promise<void> {
    const { definition, poll, buckets } = this.#options
    const { id, bucket } = item
    const epoch = buckets.enter(bucket)
    let isToSettle = false
    try {
      if (epoch === undefined) return poll.forget(lane, id)
      const performed = await definition.perform(item, { epoch, isOwned: () => buckets.owns(bucket, epoch) })
      if (performed.kind === 'ended') {
        isToSettle = true
        this.#end(lane, performed.succeeded)
        // Not awaited here, where the item is: until the outcome is written it alone is kept.
        void this.#settle(lane, id, epoch, performed.outcome)
        return
      }
      poll.forget(lane, id)
      this.#follow(lane, performed)
    } catch (error) {
      poll.forget(lane, id)
      this.#fail(lane, id, error)
    } finally {
      if (!isToSettle) {
        if (epoch !== undefined) buckets.leave(bucket, epoch)
        this.#end(lane, false)
      }
    }
  }

  #end(lane: Lane<Item>, succeeded: boolean): void {
    this.#inFlight -= 1
    this.#options.lanes.ended(lane, succeeded, this.#options.clock.monotonic())
    this.#options.onProgress()
  }

  #follow(lane: Lane<Item>, performed: Exclude<Performed<Outcome>, { kind: 'ended' }>): void {
    const { lanes, poll } = this.#options
    switch (performed.kind) {
      case 'nothing':
        return
      case 'waits':
        return lane.rows.expect(performed.dueAt)
      case 'cut_off':
        return poll.reread(lane)
      case 'held':
        return lanes.release(lane)
      case 'removed':
        lanes.release(lane)
        return poll.reread(lane)
    }
  }

  /**
   * The row is as it was: it is read and performed again, at once if it is the database that is away, else by the next
   * sweep: what cannot be written must not become a storm of work.
   */
  #fail(lane: Lane<Item>, id: string, error: unknown): void {
    this.#options.definition.logFailure(lane.key, id, error)
    if (isOutage(error)) this.#options.poll.reread(lane)
  }

  async #settle(lane: Lane<Item>, id: string, epoch: number, outcome: Outcome): Promise<void> {
    try {
      await this.#write(lane, id, outcome)
    } catch (error) {
      this.#fail(lane, id, error)
    } finally {
      this.#options.buckets.leave(lane.bucket, epoch)
    }
  }

  async #write(lane: Lane<Item>, id: string, outcome: Outcome): Promise<void> {
    const { definition, poll, onProgress } = this.#options
    this.#unwritten += 1
    try {
      const dueAt = await definition.settle(outcome)
      if (dueAt !== null) lane.rows.expect(dueAt)
    } finally {
      this.#unwritten -= 1
      poll.forget(lane, id)
      onProgress()
    }
  }

  /** Settles work of a bucket that has no outcome and that this process does not know. */
  async settleCutOff(bucket: number, epoch: number): Promise<void> {
    const { definition, lanes } = this.#options
    const settling: Promise<void>[] = []
    for (const { key, id, outcome } of (await definition.readCutOff?.(bucket, epoch)) ?? []) {
      const lane = lanes.open(key, bucket)
      if (lane.rows.isKnown(id)) continue
      lane.rows.add(id, '')
      settling.push(this.#write(lane, id, outcome))
    }
    for (const result of await Promise.allSettled(settling)) if (result.status === 'rejected') throw result.reason
  }
}
