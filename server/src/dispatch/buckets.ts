/**
 * Leases on buckets. A process that holds a bucket's lease is the only one to dispatch for the accounts in it, so no
 * row is ever claimed. A lease is judged by the database's clock; this side counts from before each renewal was sent,
 * on the monotonic clock, and so never believes in a lease for longer than the database does.
 *
 * The processes that dispatch share the buckets evenly. One that holds too many starts nothing more in the surplus,
 * lets what is under way there end and be written, and only then gives it up: nothing is sent twice by a move.
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Pool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { Hints } from './hints.ts'
import { readShares, releaseBuckets, removeProcess, renewBuckets, takeBuckets, voidLeases } from './queries.ts'
import { decideShare } from './shares.ts'

export interface BucketsOptions {
  pool: Pool
  clock: Clock
  log: Logger
  hints: Pick<Hints, 'send' | 'on'>
  config: Pick<
    Config,
    'roles' | 'leaseDurationMs' | 'leaseRenewIntervalMs' | 'leaseStartMarginMs' | 'leaseAbortMarginMs'
  >
  /** With the embedded database nobody else can be alive: whatever leases are stored are void at the start. */
  voidAtStart: boolean
}

interface Lease {
  epoch: number
  wasLeft: boolean
  /** Pieces of work under way. */
  uses: number
  /** To be given up as soon as none is under way. */
  leaving: boolean
}

/** Looks for buckets that others left, in the time between two renewals. */
const LOOKS_PER_RENEWAL = 5

export class Buckets {
  readonly processId = randomUUID()
  readonly #options: BucketsOptions
  readonly #leases = new Map<number, Lease>()
  readonly #changeListeners: ((taken: number[], lost: number[]) => void)[] = []
  readonly #abortListeners: (() => void)[] = []
  #renewedAt = -Infinity
  #lookTimer: NodeJS.Timeout | undefined
  #abortTimer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = true

  constructor(options: BucketsOptions) {
    this.#options = options
    options.hints.on('leases', () => void this.look())
  }

  /** Whether new work may start in the bucket. */
  holds(bucket: number): boolean {
    return this.#leases.get(bucket)?.leaving === false
  }

  held(): number[] {
    return [...this.#leases].filter(([, lease]) => !lease.leaving).map(([bucket]) => bucket)
  }

  /** Whether the bucket's last owner ended without releasing it. */
  wasLeft(bucket: number): boolean {
    return this.#leases.get(bucket)?.wasLeft ?? false
  }

  /** Begins a piece of work in the bucket and answers the epoch under which it writes, or undefined: not held. */
  enter(bucket: number): number | undefined {
    const lease = this.#leases.get(bucket)
    if (lease === undefined || lease.leaving) return undefined
    lease.uses += 1
    return lease.epoch
  }

  /** The piece of work has ended and is written. */
  leave(bucket: number, epoch: number): void {
    const lease = this.#leases.get(bucket)
    if (lease?.epoch !== epoch) return
    lease.uses -= 1
    if (lease.leaving && lease.uses === 0) void this.#run(() => this.#releaseDrained())
  }

  /** Whether the work may still have effects outside: no other process can hold the bucket before the next moments. */
  owns(bucket: number, epoch: number): boolean {
    return this.#leases.get(bucket)?.epoch === epoch && !this.mustAbort()
  }

  /** Whether new work may start: the last renewal is recent enough. */
  mayStart(): boolean {
    return this.#ageMs() < this.#options.config.leaseStartMarginMs
  }

  /** Whether what is in flight must be aborted, since another process may soon hold its bucket. */
  mustAbort(): boolean {
    return this.#ageMs() >= this.#options.config.leaseAbortMarginMs
  }

  /** Called after the set of buckets in which work may start has changed. */
  onChange(listener: (taken: number[], lost: number[]) => void): void {
    this.#changeListeners.push(listener)
  }

  /** Called when everything in flight must be cut off. */
  onAbort(listener: () => void): void {
    this.#abortListeners.push(listener)
  }

  /** Takes a share of the buckets and starts renewing. */
  async start(): Promise<void> {
    const { pool, hints, voidAtStart } = this.#options
    this.#isStopped = false
    if (voidAtStart) await voidLeases(pool)
    await this.#renewAndShare()
    // Who holds too many gives up some at once, not at its next look.
    hints.send('leases', 0, '')
    this.#lookLater()
  }

  /** Renews, and takes or gives up buckets, now; resolves when it is done, well or not. */
  look(): Promise<void> {
    return this.#run(() => this.#renewAndShare())
  }

  /** Stops renewing and releases every bucket: other processes may take them at once. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#lookTimer)
    clearTimeout(this.#abortTimer)
    await this.#running
    try {
      await removeProcess(this.#options.pool, this.processId)
      await this.#release([...this.#leases.keys()])
    } catch (error) {
      // The leases end by themselves.
      this.#failed(error)
    }
  }

  #ageMs(): number {
    return this.#options.clock.monotonic() - this.#renewedAt
  }

  #changed(taken: number[], lost: number[]): void {
    if (taken.length === 0 && lost.length === 0) return
    // `left` of those taken: their owner has died, or has lost them.
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
    this.#options.log.warn({ event: 'buckets.renewal_failed', process_id: this.processId, err: error })

  /** Gives up what is to be given up and has nothing under way any more. A failure is mended by the next renewal. */
  #releaseDrained(): Promise<void> {
    return this.#release([...this.#leases].filter(([, l]) => l.leaving && l.uses === 0).map(([bucket]) => bucket))
  }

  async #renew(): Promise<number> {
    const { pool, clock, config } = this.#options
    const askedAt = clock.monotonic()
    const [answer] = await renewBuckets(pool, this.processId, config.roles, config.leaseDurationMs)
    const { buckets, others } = answer!
    this.#renewedAt = askedAt
    this.#watchAge()
    const renewed = new Set(buckets)
    const lost = [...this.#leases.keys()].filter((bucket) => !renewed.has(bucket))
    for (const bucket of lost) this.#leases.delete(bucket)
    // Another process has them: whatever is in flight there was begun under a lease that had ended.
    if (lost.length > 0) this.#abort()
    this.#changed([], lost)
    await this.#release(buckets.filter((bucket) => !this.#leases.has(bucket)))
    return others
  }

  async #renewAndShare(): Promise<void> {
    const { pool, config } = this.#options
    const others = await this.#renew()
    const { take, giveUp } = decideShare(this.held().length, others + 1)
    if (giveUp > 0) {
      const surplus = this.held().slice(-giveUp)
      for (const bucket of surplus) this.#leases.get(bucket)!.leaving = true
      this.#changed([], surplus)
    }
    if (take > 0) {
      // Buckets that are being given up are not kept: their lanes are gone, so that new ones would take what is under way
      // there for work that a crash cut off, and send it twice.
      const rows = await takeBuckets(pool, this.processId, config.leaseDurationMs, take)
      for (const { bucket, epoch, was_left: wasLeft } of rows)
        this.#leases.set(bucket, { epoch, wasLeft, uses: 0, leaving: false })
      const taken = rows.map(({ bucket }) => bucket)
      this.#changed(taken, [])
    }
    await this.#releaseDrained()
  }

  /** A renewal when it is time, else only a look at what others have left, or want. */
  async #lookOrRenew(): Promise<void> {
    const { pool, config } = this.#options
    if (this.#ageMs() >= config.leaseRenewIntervalMs) return this.#renewAndShare()
    const [row] = await readShares(pool, this.processId, config.leaseDurationMs)
    const { take, giveUp } = decideShare(this.held().length, row!.others + 1)
    if (giveUp > 0 || (take > 0 && row!.free > 0)) await this.#renewAndShare()
  }

  /** One at a time. */
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
