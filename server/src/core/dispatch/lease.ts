/** The shape of leases on buckets, and the tools that they need. */
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Logger } from '../../platform/log.ts'
import type { Hints } from './hints.ts'

export interface BucketsOptions {
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

export interface Lease {
  epoch: number
  wasLeft: boolean
  /** The number of running pieces of work. */
  uses: number
  /** True if the bucket is given up when no work is running in it. */
  leaving: boolean
}
