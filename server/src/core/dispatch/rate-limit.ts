/** The speed limit of a lane: a rate, and a time until which it must wait. Pure functions. */

export interface RateLimit {
  /** The largest number of starts per second. Infinity: no limit. */
  perSecond: number
  /** When the starts so far would end if spaced evenly at the rate, ms of the monotonic clock. */
  spentUntil: number
  /** No item starts before this time, ms of the monotonic clock. */
  heldUntil: number
}

/**
 * This part of a second's starts may come at once, ms. Timers fire a few ms late, and the rate must still be reached.
 */
const BURST_MS = 100

export const UNLIMITED: RateLimit = { perSecond: Infinity, spentUntil: -Infinity, heldUntil: -Infinity }

/** When the next item may start, ms of the monotonic clock. The rate is exceeded by at most a tenth in any second. */
export function nextStartAt({ perSecond, spentUntil, heldUntil }: RateLimit): number {
  return Math.max(heldUntil, spentUntil - Math.max(0, BURST_MS - 1000 / perSecond))
}

/** The limit after a start. */
export function afterStart({ perSecond, spentUntil, heldUntil }: RateLimit, now: number): RateLimit {
  return { perSecond, spentUntil: Math.max(now, spentUntil) + 1000 / perSecond, heldUntil }
}

/** The limit with another rate. The last start counts at the new rate. */
export function withRate(limit: RateLimit, perSecond: number): RateLimit {
  return { ...limit, perSecond, spentUntil: limit.spentUntil + 1000 / perSecond - 1000 / limit.perSecond }
}

/** The limit with a wait until at least `until`. */
export function heldBack(limit: RateLimit, until: number): RateLimit {
  return { ...limit, heldUntil: Math.max(limit.heldUntil, until) }
}

/** True if the limit has no effect any more, so that a new lane would behave the same. */
export function isRested({ spentUntil, heldUntil }: RateLimit, now: number): boolean {
  return spentUntil <= now && heldUntil <= now
}
