/**
 * The buckets leased by this process. Only the process with a bucket's lease dispatches for the accounts in it, so rows
 * need no claims. `Leases` takes, renews and gives up the leases.
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { distinctBuckets } from '../../platform/ids.ts'
import type { Logger } from '../../platform/log.ts'
import { holdLeases } from './queries.ts'

interface Lease {
  epoch: number
  wasLeft: boolean
  /** The number of running pieces of work. */
  uses: number
  /** True if the bucket is given up when no work is running in it. */
  leaving: boolean
}

/**
 * The items in buckets that the process still holds under the items' epochs. The transaction locks these leases, so that
 * no other process takes them before its end.
 */
export async function underLease<Item extends { bucket: number; epoch: number }>(
  tx: Transaction,
  processId: string,
  items: readonly Item[],
): Promise<Item[]> {
  const leases = await holdLeases(tx, processId, distinctBuckets(items))
  const epochs = new Map(leases.map(({ bucket, epoch }) => [bucket, epoch]))
  return items.filter(({ bucket, epoch }) => epochs.get(bucket) === epoch)
}

interface BucketsOptions {
  clock: Clock
  log: Logger
  config: Pick<Config, 'leaseStartMarginMs' | 'leaseAbortMarginMs'>
  /** Called when the last work in a bucket to give up has ended. */
  onDrained(): void
}

export class Buckets {
  readonly processId = randomUUID()
  /** Buckets that another process has taken since the start. Buckets given up in order do not count. */
  lost = 0
  readonly #options: BucketsOptions
  readonly #leases = new Map<number, Lease>()
  readonly #changeListeners: ((taken: number[], lost: number[]) => void)[] = []
  readonly #abortListeners: (() => void)[] = []
  #renewedAt = -Infinity
  #endsSoon = false

  constructor(options: BucketsOptions) {
    this.#options = options
  }

  /** True if new work may start in the bucket. */
  holds(bucket: number): boolean {
    return this.#leases.get(bucket)?.leaving === false
  }

  held(): number[] {
    return [...this.#leases].filter(([, lease]) => !lease.leaving).map(([bucket]) => bucket)
  }

  /** True if the bucket's last owner ended without releasing it. */
  wasLeft(bucket: number): boolean {
    return this.#leases.get(bucket)?.wasLeft ?? false
  }

  /** Begins a piece of work in the bucket. Returns the epoch for its writes, or undefined if the bucket is not held. */
  enter(bucket: number): number | undefined {
    const lease = this.#leases.get(bucket)
    if (lease === undefined || lease.leaving) return undefined
    lease.uses += 1
    return lease.epoch
  }

  /** Ends a piece of work whose end is written. */
  leave(bucket: number, epoch: number): void {
    const lease = this.#leases.get(bucket)
    if (lease?.epoch !== epoch) return
    lease.uses -= 1
    if (lease.leaving && lease.uses === 0) this.#options.onDrained()
  }

  /** True while the work may have effects outside: no other process can hold the bucket yet. */
  owns(bucket: number, epoch: number): boolean {
    return this.#leases.get(bucket)?.epoch === epoch && !this.mustAbort()
  }

  /** The time since the last renewal, ms. */
  ageMs(): number {
    return this.#options.clock.monotonic() - this.#renewedAt
  }

  /** True if the last renewal is recent enough to start new work. */
  mayStart(): boolean {
    return this.ageMs() < this.#options.config.leaseStartMarginMs
  }

  /** True if work in flight must stop, because another process may soon hold the bucket. */
  mustAbort(): boolean {
    return this.ageMs() >= this.#options.config.leaseAbortMarginMs
  }

  /** The process will end: give up writes when other processes may own the buckets. */
  endSoon(): void {
    this.#endsSoon = true
  }

  /** True if ends that cannot be written must be given up. The buckets' next owner finds their work. */
  get mustGiveUp(): boolean {
    return this.#endsSoon && this.mustAbort()
  }

  /** The listener is called after the set of buckets that may start work has changed. */
  onChange(listener: (taken: number[], lost: number[]) => void): void {
    this.#changeListeners.push(listener)
  }

  /** The listener is called if all work in flight must be cut off. */
  onAbort(listener: () => void): void {
    this.#abortListeners.push(listener)
  }

  /** All leased buckets, also those to give up. */
  leased(): number[] {
    return [...this.#leases.keys()]
  }

  /** The buckets to give up without running work. */
  drained(): number[] {
    return [...this.#leases].filter(([, lease]) => lease.leaving && lease.uses === 0).map(([bucket]) => bucket)
  }

  take(rows: readonly { bucket: number; epoch: number; wasLeft: boolean }[]): void {
    for (const { bucket, epoch, wasLeft } of rows) this.#leases.set(bucket, { epoch, wasLeft, uses: 0, leaving: false })
    const taken = rows.map(({ bucket }) => bucket)
    this.#changed(taken, [])
  }

  /** Starts no more work in the buckets. They are drained when their work has ended. */
  giveUp(buckets: readonly number[]): void {
    for (const bucket of buckets) this.#leases.get(bucket)!.leaving = true
    this.#changed([], [...buckets])
  }

  remove(buckets: readonly number[]): void {
    for (const bucket of buckets) this.#leases.delete(bucket)
  }

  /** The leases on these buckets were renewed by a statement sent at `askedAt` (monotonic clock). Others are lost. */
  renewed(buckets: readonly number[], askedAt: number): void {
    this.#renewedAt = askedAt
    const lost = this.leased().filter((bucket) => !buckets.includes(bucket))
    this.remove(lost)
    this.lost += lost.length
    // Another process owns these buckets, so our work in flight there began under an ended lease.
    if (lost.length > 0) this.abort()
    this.#changed([], lost)
  }

  /** Cuts off all work in flight. */
  abort(): void {
    const renewalAgeMs = Math.round(this.ageMs())
    this.#options.log.warn({ event: 'buckets.aborted', process_id: this.processId, renewal_age_ms: renewalAgeMs })
    for (const listener of this.#abortListeners) listener()
  }

  #changed(taken: number[], lost: number[]): void {
    if (taken.length === 0 && lost.length === 0) return
    // `left` counts taken buckets with a dead owner, or one that lost its lease.
    const left = taken.filter((bucket) => this.wasLeft(bucket)).length
    const counts = { taken: taken.length, left, lost: lost.length, held: this.held().length }
    this.#options.log.info({ event: 'buckets.changed', process_id: this.processId, ...counts })
    for (const listener of this.#changeListeners) listener(taken, lost)
  }
}
