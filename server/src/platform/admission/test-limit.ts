import type { Clock } from '../clock.ts'
import { rateLimited } from '../errors.ts'
import { TokenBuckets } from './token-buckets.ts'
import type { TokenRate } from './limits.ts'

export interface TestLimit {
  /** Counts a test of the object. Throws 429 with the time to wait if there were too many. A refused test does not count. */
  take(id: number | string): void
}

/**
 * Limits the tests of each object, in this process. If API_RATE_LIMIT is 0, there is no limit. `of`: the kind of object,
 * for the error: `A channel`.
 */
export function createTestLimit(
  rate: TokenRate,
  of: string,
  { config, clock }: { config: { apiRateLimit: number }; clock: Clock },
): TestLimit {
  const buckets = new TokenBuckets<number | string>(rate, () => clock.monotonic())
  return {
    take(id) {
      const waitMs = config.apiRateLimit === 0 ? 0 : buckets.takeNow(id)
      if (waitMs === 0) return
      const wait = `wait ${Math.ceil(waitMs / 1000)} seconds`
      throw rateLimited(waitMs, { sentence: `${of} may be tested ${rate.burst} times a minute: ${wait}` })
    },
  }
}
