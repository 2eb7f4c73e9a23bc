import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'

/** Tests of one object within the window. */
const TESTS_OF_OBJECT_MAX = 6
/** Tests of all channels of an account. It prevents port scans by other settings in each test. */
const TESTS_OF_ACCOUNT_MAX = 30
const WINDOW_MS = 60_000

/** Above this number, the least recently tested object is forgotten. */
const OBJECTS_MAX = 10_000

export interface TestLimit {
  /**
   * Counts a test of the object. Throws 429 with the time to wait if there were too many. A refused test does not
   * count.
   */
  take(id: number | string): void
}

/** The limit for all tests of channels of an account. */
export function createAccountTestLimit({
  config,
  clock,
}: {
  config: { apiRateLimit: number }
  clock: Clock
}): TestLimit {
  return createTestLimit({ config, clock, of: 'An account', testsMax: TESTS_OF_ACCOUNT_MAX })
}

/** Limits tests to `testsMax` per object in any 60 s, in this process. If API_RATE_LIMIT is 0, there is no limit. */
export function createTestLimit({
  config,
  clock,
  of,
  testsMax = TESTS_OF_OBJECT_MAX,
}: {
  config: { apiRateLimit: number }
  clock: Clock
  /** The kind of object, for the error: `A channel`. */
  of: string
  testsMax?: number
}): TestLimit {
  const takenAt = new Map<number | string, number[]>()
  return {
    take(id) {
      if (config.apiRateLimit === 0) return
      const now = clock.monotonic()
      const recent = (takenAt.get(id) ?? []).filter((at) => at > now - WINDOW_MS)
      const allowed = recent.length < testsMax
      if (allowed) recent.push(now)
      // Inserted again, so that the map is in the order of the last use.
      takenAt.delete(id)
      takenAt.set(id, recent)
      if (takenAt.size > OBJECTS_MAX) takenAt.delete(takenAt.keys().next().value!)
      if (allowed) return
      const retryAfterSeconds = Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - now) / 1000))
      const sentence = `${of} may be tested ${testsMax} times a minute: wait ${retryAfterSeconds} seconds`
      throw new ApiError('rate_limited', { sentence, headers: { 'retry-after': String(retryAfterSeconds) } })
    },
  }
}
