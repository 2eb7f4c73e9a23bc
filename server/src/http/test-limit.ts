import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'

/** Decisions, conventions: tests of one object, in any stretch of so long. */
const TESTS_OF_OBJECT_MAX = 6
const WINDOW_MS = 60_000

/** Objects remembered at the most: beyond it the one that was tested longest ago is forgotten. */
const OBJECTS_MAX = 10_000

export interface TestLimit {
  /** Counts a test of the object. Throws 429 with the time to wait when there were too many; that one does not count. */
  take(id: number): void
}

/** At most 6 tests of an object (`testsMax`) in any 60 s, in this process; none is refused where `API_RATE_LIMIT` is 0. */
export function createTestLimit({
  config,
  clock,
  of,
  testsMax = TESTS_OF_OBJECT_MAX,
}: {
  config: { apiRateLimit: number }
  clock: Clock
  /** What each of the objects is: `channel`. */
  of: string
  testsMax?: number
}): TestLimit {
  const takenAt = new Map<number, number[]>()
  return {
    take(id) {
      if (config.apiRateLimit === 0) return
      const now = clock.monotonic()
      const recent = (takenAt.get(id) ?? []).filter((at) => at > now - WINDOW_MS)
      const allowed = recent.length < testsMax
      if (allowed) recent.push(now)
      // Inserted anew, so that the map's order is that of the last use.
      takenAt.delete(id)
      takenAt.set(id, recent)
      if (takenAt.size > OBJECTS_MAX) takenAt.delete(takenAt.keys().next().value!)
      if (allowed) return
      const retryAfterSeconds = Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - now) / 1000))
      const sentence = `A ${of} may be tested ${testsMax} times a minute: wait ${retryAfterSeconds} seconds`
      throw new ApiError('rate_limited', { sentence, headers: { 'retry-after': String(retryAfterSeconds) } })
    },
  }
}
