/**
 * Limits how fast the number of items in flight grows. If receivers or the CPU stall for a moment, new items would only
 * wait too, each on a new connection that is not needed later.
 */

/** Items in flight added per ms. */
const GROWTH_PER_MS = 1
/** The longest pause between two rounds that counts as growth, ms. */
const PAUSE_MAX_MS = 10

export interface SlowStart {
  /** The number of items that may start at `now` (monotonic clock). 0 or less: none. */
  room(inFlight: number, now: number): number
  /** Records the number in flight after a round. */
  started(inFlight: number): void
}

/** Up to `free` items may be in flight at any time. Ended items may be replaced at once. */
export function createSlowStart(free: number): SlowStart {
  let ceiling = free
  let lastRoundAt = -Infinity
  let shrinkable = 0
  return {
    room(inFlight, now) {
      const pausedMs = now - lastRoundAt
      const grown = Math.min(pausedMs, PAUSE_MAX_MS) * GROWTH_PER_MS
      shrinkable = grown + pausedMs * GROWTH_PER_MS
      lastRoundAt = now
      ceiling += grown
      return Math.floor(ceiling) - inFlight
    },
    started(inFlight) {
      // Unused room shrinks slowly, because after a short pause it may be needed again.
      if (inFlight < Math.floor(ceiling)) ceiling = Math.max(free, inFlight, ceiling - shrinkable)
    },
  }
}
