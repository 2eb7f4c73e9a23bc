/**
 * Leases on buckets. Only the process with a bucket's lease dispatches for the accounts in it, so rows need no claims.
 * The database's clock decides when a lease ends. This process counts from before it sent the renewal, on the monotonic
 * clock. So it never believes in a lease for longer than the database does.
 *
 * The dispatching processes share the buckets evenly. A process with too many starts no more work in its surplus, waits
 * until the running work there is written, and then gives the buckets up. So a move sends nothing twice.
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { distinctBuckets } from '../../platform/ids.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Logger } from '../../platform/log.ts'
import type { Hints } from './hints.ts'
import {
  holdLeases,
  readBalance,
  releaseBuckets,
  removeProcess,
  renewBuckets,
  takeBuckets,
  voidLeases,
} from './queries.ts'

interface BucketsOptions {
  pool: Pool
  /** The buckets whose rows are in the pool's database. No other leases are taken or kept. */
  buckets(): readonly number[]
  clock: Clock
  log: Logger
  hints: Pick<Hints, 'send' | 'on'>
  config: Pick<
    Config,
    'roles' | 'leaseDurationMs' | 'leaseRenewIntervalMs' | 'leaseStartMarginMs' | 'leaseAbortMarginMs'
  >
  /** True with the embedded database: no other process can be alive, so stored leases end at the start. */
  voidAtStart: boolean
}

interface Lease {
  epoch: number
  wasLeft: boolean
  /** The number of running pieces of work. */
  uses: number
  /** True if the bucket is given up when no work is running in it. */
  leaving: boolean
}

/** Buckets to take or to give up. At most one of the two is above 0. */
interface BalanceDecision {
  take: number
  giveUp: number
}

/**
 * A process holds at most an equal share of a server's buckets, rounded up so that no bucket stays free (3 processes and
 * 64 buckets: 22, 22 and 20). `processes` includes this one.
 */
export function decideBalance(held: number, processes: number, buckets: number): BalanceDecision {
  const equal = Math.ceil(buckets / Math.max(1, processes))
  return { take: Math.max(0, equal - held), giveUp: Math.max(0, held - equal) }
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

/** Checks per renewal interval for buckets left by other processes. */
const LOOKS_PER_RENEWAL = 5

export class Buckets {
  readonly processId = randomUUID()
  /** Buckets that another process has taken since the start. Buckets given up in order do not count. */
  lost = 0
  readonly #options: BucketsOptions
  readonly #leases = new Map<number, Lease>()
  readonly #changeListeners: ((taken: number[], lost: number[]) => void)[] = []
  readonly #abortListeners: (() => void)[] = []
  #renewedAt = -Infinity
  #lookTimer: NodeJS.Timeout | undefined
  #abortTimer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #endsSoon = false
  #isStopped = true

  constructor(options: BucketsOptions) {
    this.#options = options
    options.hints.on('leases', () => void this.look())
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
    if (lease.leaving && lease.uses === 0) void this.#run(() => this.#releaseDrained())
  }

  /** True while the work may have effects outside: no other process can hold the bucket yet. */
  owns(bucket: number, epoch: number): boolean {
    return this.#leases.get(bucket)?.epoch === epoch && !this.mustAbort()
  }

  /** True if the last renewal is recent enough to start new work. */
  mayStart(): boolean {
    return this.#ageMs() < this.#options.config.leaseStartMarginMs
  }

  /** True if work in flight must stop, because another process may soon hold the bucket. */
  mustAbort(): boolean {
    return this.#ageMs() >= this.#options.config.leaseAbortMarginMs
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

  /** Takes a share of the buckets and starts renewing. */
  async start(): Promise<void> {
    const { pool, hints, voidAtStart } = this.#options
    this.#isStopped = false
    if (voidAtStart) await voidLeases(pool)
    await this.#renewAndBalance()
    // Processes with too many buckets then give some up at once, not at their next check.
    hints.send('leases', 0, '')
    this.#lookLater()
  }

  /** Renews, and takes or gives up buckets, now. Resolves when done, also after a failure. */
  look(): Promise<void> {
    return this.#run(() => this.#renewAndBalance())
  }

  /** Stops renewing and releases all buckets, so that other processes may take them at once. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#lookTimer)
    clearTimeout(this.#abortTimer)
    await this.#running
    try {
      await removeProcess(this.#options.pool, this.processId)
      await this.#release([...this.#leases.keys()])
    } catch (error) {
      this.#failed(error) // The leases expire anyway.
    }
  }

  #ageMs(): number {
    return this.#options.clock.monotonic() - this.#renewedAt
  }

  #changed(taken: number[], lost: number[]): void {
    if (taken.length === 0 && lost.length === 0) return
    // `left` counts taken buckets with a dead owner, or one that lost its lease.
    const left = taken.filter((bucket) => this.wasLeft(bucket)).length
    const counts = { taken: taken.length, left, lost: lost.length, held: this.held().length }
    this.#options.log.info({ event: 'buckets.changed', process_id: this.processId, ...counts })
    for (const listener of this.#changeListeners) listener(taken, lost)
  }

  #abort(): void {
    const renewalAgeMs = Math.round(this.#ageMs())
    this.#options.log.warn({ event: 'buckets.aborted', process_id: this.processId, renewal_age_ms: renewalAgeMs })
    for (const listener of this.#abortListeners) listener()
  }

  #watchAge(): void {
    clearTimeout(this.#abortTimer)
    if (this.#isStopped) return
    const leftMs = Math.max(1, this.#options.config.leaseAbortMarginMs - this.#ageMs())
    this.#abortTimer = setTimeout(() => (this.mustAbort() ? this.#abort() : this.#watchAge()), leftMs)
  }

  async #release(buckets: number[]): Promise<void> {
    if (buckets.length === 0) return
    for (const bucket of buckets) this.#leases.delete(bucket)
    await releaseBuckets(this.#options.pool, this.processId, buckets)
    this.#options.hints.send('leases', 0, '')
  }

  readonly #failed = (error: unknown): void =>
    logFailure(this.#options.log, 'tasks', { event: 'buckets.renewal_failed', process_id: this.processId }, error)

  /** Releases leaving buckets without running work. If this fails, the next renewal repeats it. */
  #releaseDrained(): Promise<void> {
    return this.#release([...this.#leases].filter(([, l]) => l.leaving && l.uses === 0).map(([bucket]) => bucket))
  }

  /** Starts no more work in the buckets, and releases them when their work has ended. */
  #giveUp(buckets: readonly number[]): void {
    for (const bucket of buckets) this.#leases.get(bucket)!.leaving = true
    this.#changed([], [...buckets])
  }

  async #renew(): Promise<{ others: number; leaving: number[] }> {
    const { pool, clock, config } = this.#options
    const askedAt = clock.monotonic()
    const [response] = await renewBuckets(pool, this.processId, config.roles, config.leaseDurationMs)
    const { buckets, leaving, others } = response!
    this.#renewedAt = askedAt
    this.#watchAge()
    const lost = [...this.#leases.keys()].filter((bucket) => !buckets.includes(bucket))
    for (const bucket of lost) this.#leases.delete(bucket)
    this.lost += lost.length
    // Another process owns these buckets, so our work in flight there began under an ended lease.
    if (lost.length > 0) this.#abort()
    this.#changed([], lost)
    await this.#release(buckets.filter((bucket) => !this.#leases.has(bucket)))
    return { others, leaving }
  }

  async #renewAndBalance(): Promise<void> {
    const { pool, config } = this.#options
    const { others, leaving } = await this.#renew()
    const here = this.#options.buckets()
    this.#giveUp(this.held().filter((bucket) => !here.includes(bucket) || leaving.includes(bucket)))
    const { take, giveUp } = decideBalance(this.held().length, others + 1, here.length)
    if (giveUp > 0) this.#giveUp(this.held().slice(-giveUp))
    if (take > 0) {
      // Leaving buckets are not taken back. Their lanes are gone, so new lanes would mistake running work for work cut
      // off by a crash, and send it twice.
      const rows = await takeBuckets(pool, this.processId, config.leaseDurationMs, take, here)
      for (const { bucket, epoch, wasLeft } of rows)
        this.#leases.set(bucket, { epoch, wasLeft, uses: 0, leaving: false })
      const taken = rows.map(({ bucket }) => bucket)
      this.#changed(taken, [])
    }
    await this.#releaseDrained()
  }

  /** Renews if it is time. Otherwise only checks for free buckets and for processes that want some. */
  async #lookOrRenew(): Promise<void> {
    const { pool, config } = this.#options
    if (this.#ageMs() >= config.leaseRenewIntervalMs) return this.#renewAndBalance()
    const here = this.#options.buckets()
    const [row] = await readBalance(pool, this.processId, config.leaseDurationMs, here)
    const { take, giveUp } = decideBalance(this.held().length, row!.others + 1, here.length)
    if (giveUp > 0 || (take > 0 && row!.free > 0)) await this.#renewAndBalance()
  }

  /** Runs one piece of lease work at a time. */
  #run(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(() => (this.#isStopped ? undefined : work().catch(this.#failed)))
    return this.#running
  }

  #lookLater(): void {
    const waitMs = this.#options.config.leaseRenewIntervalMs / LOOKS_PER_RENEWAL
    this.#lookTimer = setTimeout(() => {
      void this.#run(() => this.#lookOrRenew()).then(() => {
        if (!this.#isStopped) this.#lookLater()
      })
    }, waitMs)
  }
}
