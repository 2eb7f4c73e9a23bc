import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Tests of one object in a minute. */
const OF_OBJECT_PER_MINUTE = 6
/** Tests of all channels of an account. It prevents port scans by other settings in each test. */
const OF_ACCOUNT_PER_MINUTE = 30

export interface TestLimit {
  /** Counts a test of the object. Throws 429 with the time to wait if there were too many. A refused test does not count. */
  take(id: number | string): void
}

interface TestLimitContext {
  config: { apiRateLimit: number }
  clock: Clock
}

/** The limit for all tests of channels of an account. */
export function createAccountTestLimit({ config, clock }: TestLimitContext): TestLimit {
  return createTestLimit({ config, clock, of: 'An account', perMinute: OF_ACCOUNT_PER_MINUTE })
}

/**
 * Limits the tests of each object, in this process. If API_RATE_LIMIT is 0, there is no limit. `of`: the kind of object,
 * for the error: `A channel`.
 */
export function createTestLimit({
  config,
  clock,
  of,
  perMinute = OF_OBJECT_PER_MINUTE,
}: TestLimitContext & { of: string; perMinute?: number }): TestLimit {
  const rate = { burst: perMinute, refillMs: 60_000 / perMinute }
  const buckets = new TokenBuckets<number | string>(rate, () => clock.monotonic())
  return {
    take(id) {
      if (config.apiRateLimit === 0) return
      const waitMs = buckets.waitMs(id)
      if (waitMs === 0) return buckets.take(id)
      const seconds = Math.ceil(waitMs / 1000)
      const sentence = `${of} may be tested ${perMinute} times a minute: wait ${seconds} seconds`
      throw new ApiError('rate_limited', { sentence, headers: { 'retry-after': String(seconds) } })
    },
  }
}
