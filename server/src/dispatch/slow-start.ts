/**
 * How fast what is in flight may grow. What is called may stand still for a moment, the processor may be elsewhere: what
 * is started meanwhile waits too, each item with a connection that had to be opened for it and is not needed afterwards.
 */

/** Items in flight that may be added in a ms. */
const GROWTH_PER_MS = 1
/** In a pause between two rounds it grows for no longer, ms. */
const PAUSE_MAX_MS = 10

export interface SlowStart {
  /** How many more may be started at `now` (of the monotonic clock); 0 or less: none. */
  room(inFlight: number, now: number): number
  /** So many are in flight after a round. */
  started(inFlight: number): void
}

/** Up to `free` items may be in flight at any time; what has ended may be replaced at once. */
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
      // Unused room goes as slowly as it came: after a moment in which nothing was to be started it is needed again.
      if (inFlight < Math.floor(ceiling)) ceiling = Math.max(free, inFlight, ceiling - shrinkable)
    },
  }
}
