/** How fast a lane may go: a rate, and a time during which it holds back since it was told to. Pure. */

export interface RateLimit {
  /** Starts per second at the most; null: as fast as may be. */
  perSecond: number | null
  /** When the starts so far would be over, one after the other at the rate: ms of the monotonic clock. */
  spentUntil: number
  /** Nothing starts before, ms of the monotonic clock. */
  heldUntil: number
}

/** So much of a second's starts may come at once, ms: a timer wakes up a few ms late, and a rate is still reached. */
const BURST_MS = 100

export const UNLIMITED: RateLimit = { perSecond: null, spentUntil: -Infinity, heldUntil: -Infinity }

const intervalMs = (perSecond: number | null) => (perSecond === null ? 0 : 1000 / perSecond)

/** When the next item may start, ms of the monotonic clock: never more than a tenth above the rate in any second. */
export function nextStartAt({ perSecond, spentUntil, heldUntil }: RateLimit): number {
  if (perSecond === null) return heldUntil
  return Math.max(heldUntil, spentUntil - Math.max(0, BURST_MS - intervalMs(perSecond)))
}

/** The limit after a start. */
export function afterStart(limit: RateLimit, now: number): RateLimit {
  const { perSecond, spentUntil, heldUntil } = limit
  return { perSecond, spentUntil: Math.max(now, spentUntil) + intervalMs(perSecond), heldUntil }
}

/** The limit with another rate; the last start counts by the new one. */
export function withRate(limit: RateLimit, perSecond: number | null): RateLimit {
  const spentUntil = limit.spentUntil + intervalMs(perSecond) - intervalMs(limit.perSecond)
  return { ...limit, perSecond, spentUntil }
}

/** The limit of a lane that holds back until then, if not longer already. */
export function heldBack(limit: RateLimit, until: number): RateLimit {
  return { ...limit, heldUntil: Math.max(limit.heldUntil, until) }
}

/** Whether nothing is left of what was: a lane made anew would go as this one does. */
export function isRested({ spentUntil, heldUntil }: RateLimit, now: number): boolean {
  return spentUntil <= now && heldUntil <= now
}
