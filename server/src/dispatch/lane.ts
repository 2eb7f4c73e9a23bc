import type { QueueItem } from './queue.ts'
import { UNLIMITED } from './rate-limit.ts'
import type { RateLimit } from './rate-limit.ts'
import { StoredRows } from './stored-rows.ts'

/** Items of a lane that wait: retries whose time has come go first, else a hanging receiver never uses its attempts up. */
export type WaitingKind = 'retries' | 'fresh'

/** What is dispatched of one key, first in first out. `Lanes` assigns its fields, nobody else. */
export class Lane<Item extends QueueItem> {
  readonly key: string
  readonly bucket: number
  readonly rows = new StoredRows()
  readonly retries: Item[] = []
  readonly fresh: Item[] = []
  inFlight = 0
  /** When something of it last ended, or began to be in flight: ms of the monotonic clock. */
  movedAt = -Infinity
  /** Items in flight at the most. */
  cap: number
  rate: RateLimit = UNLIMITED
  waitsForTurn = false
  /** Its bucket belongs to another process now: nothing more goes in. */
  closed = false

  constructor(key: string, bucket: number, cap: number) {
    this.key = key
    this.bucket = bucket
    this.cap = cap
  }
}
