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
import type { Config } from '../config.ts'
import type { Pool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { Hints } from './hints.ts'
import { readShares, releaseBuckets, removeProcess, renewBuckets, takeBuckets, voidLeases } from './queries.ts'
import { decideShare } from './shares.ts'

export interface Buckets {
  readonly processId: string
  /** Whether new work may start in the bucket. */
  holds(bucket: number): boolean
  /** Begins a piece of work in the bucket and answers the epoch under which it writes, or undefined: not held. */
  enter(bucket: number): number | undefined
  /** The piece of work has ended and is written. */
  leave(bucket: number, epoch: number): void
  /** Whether the work may still have effects outside: no other process can hold the bucket before the next moments. */
  owns(bucket: number, epoch: number): boolean
  /** Whether new work may start: the last renewal is recent enough. */
  mayStart(): boolean
  /** Whether what is in flight must be aborted, since another process may soon hold its bucket. */
  mustAbort(): boolean
  held(): number[]
  /** Whether the bucket's last owner ended without releasing it. */
  wasLeft(bucket: number): boolean
  /** Called after the set of buckets in which work may start has changed. */
  onChange(listener: (taken: number[], lost: number[]) => void): void
  /** Called when everything in flight must be cut off. */
  onAbort(listener: () => void): void
  /** Renews, and takes or gives up buckets, now; resolves when it is done, well or not. */
  look(): Promise<void>
  /** Takes a share of the buckets and starts renewing. */
  start(): Promise<void>
  /** Stops renewing and releases every bucket: other processes may take them at once. */
  stop(): Promise<void>
}

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

export function createBuckets({ pool, clock, log, hints, config, voidAtStart }: BucketsOptions): Buckets {
  const processId = randomUUID()
  const leases = new Map<number, Lease>()
  const changeListeners: ((taken: number[], lost: number[]) => void)[] = []
  const abortListeners: (() => void)[] = []
  let renewedAt = -Infinity
  let lookTimer: NodeJS.Timeout | undefined
  let abortTimer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = true

  const ageMs = () => clock.monotonic() - renewedAt
  const mustAbort = () => ageMs() >= config.leaseAbortMarginMs
  const active = () => [...leases].filter(([, lease]) => !lease.leaving).map(([bucket]) => bucket)

  function changed(taken: number[], lost: number[]): void {
    if (taken.length === 0 && lost.length === 0) return
    // `left` of those taken: their owner has died, or has lost them.
    const left = taken.filter((bucket) => leases.get(bucket)?.wasLeft).length
    const counts = { taken: taken.length, left, lost: lost.length, held: active().length }
    log.info({ event: 'buckets.changed', process_id: processId, ...counts })
    for (const listener of changeListeners) listener(taken, lost)
  }

  function abort(): void {
    log.warn({ event: 'buckets.aborted', process_id: processId, renewal_age_ms: Math.round(ageMs()) })
    for (const listener of abortListeners) listener()
  }

  function watchAge(): void {
    clearTimeout(abortTimer)
    if (stopped) return
    const leftMs = Math.max(1, config.leaseAbortMarginMs - ageMs())
    abortTimer = setTimeout(() => (mustAbort() ? abort() : watchAge()), leftMs)
  }

  async function release(buckets: number[]): Promise<void> {
    if (buckets.length === 0) return
    for (const bucket of buckets) leases.delete(bucket)
    await releaseBuckets(pool, processId, buckets)
    hints.send('leases', 0, '')
  }

  const failed = (error: unknown) => log.warn({ event: 'buckets.renewal_failed', process_id: processId, err: error })

  /** Gives up what is to be given up and has nothing under way any more. A failure is mended by the next renewal. */
  const releaseDrained = () =>
    release([...leases].filter(([, l]) => l.leaving && l.uses === 0).map(([bucket]) => bucket))

  async function renew(): Promise<number> {
    const askedAt = clock.monotonic()
    const [answer] = await renewBuckets(pool, processId, config.roles, config.leaseDurationMs)
    const { buckets, others } = answer!
    renewedAt = askedAt
    watchAge()
    const renewed = new Set(buckets)
    const lost = [...leases.keys()].filter((bucket) => !renewed.has(bucket))
    for (const bucket of lost) leases.delete(bucket)
    // Another process has them: whatever is in flight there was begun under a lease that had ended.
    if (lost.length > 0) abort()
    changed([], lost)
    await release(buckets.filter((bucket) => !leases.has(bucket)))
    return others
  }

  async function share(others: number): Promise<void> {
    const { take, giveUp } = decideShare(active().length, others + 1)
    if (giveUp > 0) {
      const surplus = active().slice(-giveUp)
      for (const bucket of surplus) leases.get(bucket)!.leaving = true
      changed([], surplus)
    }
    if (take > 0) {
      // Buckets that are being given up are not kept: their lanes are gone, so that new ones would take what is under way
      // there for work that a crash cut off, and send it twice.
      const rows = await takeBuckets(pool, processId, config.leaseDurationMs, take)
      for (const row of rows)
        leases.set(row.bucket, { epoch: row.epoch, wasLeft: row.was_left, uses: 0, leaving: false })
      changed(
        rows.map((row) => row.bucket),
        [],
      )
    }
    await releaseDrained()
  }

  async function round(): Promise<void> {
    await share(await renew())
  }

  /** A renewal when it is time, else only a look at what others have left, or want. */
  async function lookOrRenew(): Promise<void> {
    if (ageMs() >= config.leaseRenewIntervalMs) return round()
    const [row] = await readShares(pool, processId, config.leaseDurationMs)
    const { take, giveUp } = decideShare(active().length, row!.others + 1)
    if (giveUp > 0 || (take > 0 && row!.free > 0)) await round()
  }

  /** One at a time. */
  function run(work: () => Promise<void>): Promise<void> {
    running = running.then(() => (stopped ? undefined : work().catch(failed)))
    return running
  }

  function lookLater(): void {
    lookTimer = setTimeout(() => {
      void run(lookOrRenew).then(() => {
        if (!stopped) lookLater()
      })
    }, config.leaseRenewIntervalMs / LOOKS_PER_RENEWAL)
  }

  hints.on('leases', () => void run(round))

  return {
    processId,
    holds: (bucket) => leases.get(bucket)?.leaving === false,
    enter(bucket) {
      const lease = leases.get(bucket)
      if (lease === undefined || lease.leaving) return undefined
      lease.uses += 1
      return lease.epoch
    },
    leave(bucket, epoch) {
      const lease = leases.get(bucket)
      if (lease?.epoch !== epoch) return
      lease.uses -= 1
      if (lease.leaving && lease.uses === 0) void run(releaseDrained)
    },
    owns: (bucket, epoch) => leases.get(bucket)?.epoch === epoch && !mustAbort(),
    mayStart: () => ageMs() < config.leaseStartMarginMs,
    mustAbort,
    held: active,
    wasLeft: (bucket) => leases.get(bucket)?.wasLeft ?? false,
    onChange: (listener) => void changeListeners.push(listener),
    onAbort: (listener) => void abortListeners.push(listener),
    look: () => run(round),
    async start() {
      stopped = false
      if (voidAtStart) await voidLeases(pool)
      await round()
      // Who holds too many gives up some at once, not at its next look.
      hints.send('leases', 0, '')
      lookLater()
    },
    async stop() {
      stopped = true
      clearTimeout(lookTimer)
      clearTimeout(abortTimer)
      await running
      try {
        await removeProcess(pool, processId)
        await release([...leases.keys()])
      } catch (error) {
        // The leases end by themselves.
        failed(error)
      }
    },
  }
}
