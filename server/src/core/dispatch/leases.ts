/**
 * Leases on buckets. The database's clock decides when a lease ends. This process counts from before it sent the renewal,
 * on the monotonic clock. So it never believes in a lease for longer than the database does.
 *
 * The dispatching processes share the buckets evenly. A process with too many starts no more work in its surplus, waits
 * until the running work there is written, and then gives the buckets up. So a move sends nothing twice.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Logger } from '../../platform/log.ts'
import { Buckets } from './buckets.ts'
import type { Hints } from './hints.ts'
import { readBalance, releaseBuckets, removeProcess, renewBuckets, takeBuckets, voidLeases } from './queries.ts'

interface LeasesOptions {
  pool: ServicePool
  /** The buckets whose rows are in the pool's database. No other leases are taken or kept. */
  placed(): readonly number[]
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

/** Checks per renewal interval for buckets left by other processes. */
const LOOKS_PER_RENEWAL = 5

/** Takes, renews and gives up the leases of this process on one server. */
export class Leases {
  readonly buckets: Buckets
  readonly #options: LeasesOptions
  #lookTimer: NodeJS.Timeout | undefined
  #abortTimer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = true

  constructor(options: LeasesOptions) {
    const onDrained = () => void this.#run(() => this.#releaseDrained())
    this.buckets = new Buckets({ ...options, onDrained })
    this.#options = options
    options.hints.on('leases', () => void this.look())
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
      await removeProcess(this.#options.pool, this.buckets.processId)
      await this.#release(this.buckets.leased())
    } catch (error) {
      this.#failed(error) // The leases expire anyway.
    }
  }

  #watchAge(): void {
    clearTimeout(this.#abortTimer)
    if (this.#isStopped) return
    const { buckets } = this
    const leftMs = Math.max(1, this.#options.config.leaseAbortMarginMs - buckets.ageMs())
    this.#abortTimer = setTimeout(() => (buckets.mustAbort() ? buckets.abort() : this.#watchAge()), leftMs)
  }

  async #release(released: number[]): Promise<void> {
    if (released.length === 0) return
    this.buckets.remove(released)
    await releaseBuckets(this.#options.pool, this.buckets.processId, released)
    this.#options.hints.send('leases', 0, '')
  }

  readonly #failed = (error: unknown): void => {
    const { processId } = this.buckets
    logFailure(this.#options.log, 'tasks', { event: 'buckets.renewal_failed', process_id: processId }, error)
  }

  /** If this fails, the next renewal repeats it. */
  #releaseDrained(): Promise<void> {
    return this.#release(this.buckets.drained())
  }

  async #renew(): Promise<{ others: number; leaving: number[] }> {
    const { pool, clock, config } = this.#options
    const askedAt = clock.monotonic()
    const [response] = await renewBuckets(pool, this.buckets.processId, config.roles, config.leaseDurationMs)
    const { buckets, leaving, others } = response!
    this.buckets.renewed(buckets, askedAt)
    this.#watchAge()
    const leased = this.buckets.leased()
    await this.#release(buckets.filter((bucket) => !leased.includes(bucket)))
    return { others, leaving }
  }

  async #renewAndBalance(): Promise<void> {
    const { pool, config } = this.#options
    const { buckets } = this
    const { others, leaving } = await this.#renew()
    const placed = this.#options.placed()
    buckets.giveUp(buckets.held().filter((bucket) => !placed.includes(bucket) || leaving.includes(bucket)))
    const { take, giveUp } = decideBalance(buckets.held().length, others + 1, placed.length)
    if (giveUp > 0) buckets.giveUp(buckets.held().slice(-giveUp))
    // Leaving buckets are not taken back. Their lanes are gone, so new lanes would mistake running work for work cut off
    // by a crash, and send it twice.
    if (take > 0) buckets.take(await takeBuckets(pool, buckets.processId, config.leaseDurationMs, take, placed))
    await this.#releaseDrained()
  }

  /** Renews if it is time. Otherwise only checks for free buckets and for processes that want some. */
  async #lookOrRenew(): Promise<void> {
    const { pool, config } = this.#options
    if (this.buckets.ageMs() >= config.leaseRenewIntervalMs) return this.#renewAndBalance()
    const placed = this.#options.placed()
    const [row] = await readBalance(pool, this.buckets.processId, config.leaseDurationMs, placed)
    const { take, giveUp } = decideBalance(this.buckets.held().length, row!.others + 1, placed.length)
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
