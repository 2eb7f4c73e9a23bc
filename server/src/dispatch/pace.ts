/** How fast a lane may go: a rate, and a time during which it holds back since it was told to. Pure. */

export interface Pace {
  /** Starts per second at the most; null: as fast as may be. */
  perSecond: number | null
  /** When the starts so far would be over, one after the other at the rate: ms of the monotonic clock. */
  spentUntil: number
  /** Nothing starts before, ms of the monotonic clock. */
  heldUntil: number
}

/** So much of a second's starts may come at once, ms: a timer wakes up a few ms late, and a rate is still reached. */
const BURST_MS = 100

export const UNPACED: Pace = { perSecond: null, spentUntil: -Infinity, heldUntil: -Infinity }

const intervalMs = (perSecond: number | null) => (perSecond === null ? 0 : 1000 / perSecond)

/** When the next item may start, ms of the monotonic clock: never more than a tenth above the rate in any second. */
export function nextStartAt({ perSecond, spentUntil, heldUntil }: Pace): number {
  if (perSecond === null) return heldUntil
  return Math.max(heldUntil, spentUntil - Math.max(0, BURST_MS - intervalMs(perSecond)))
}

/** The pace after a start. */
export function afterStart(pace: Pace, now: number): Pace {
  const { perSecond, spentUntil, heldUntil } = pace
  return { perSecond, spentUntil: Math.max(now, spentUntil) + intervalMs(perSecond), heldUntil }
}

/** The pace with another rate; the last start counts by the new one. */
export function withRate(pace: Pace, perSecond: number | null): Pace {
  const spentUntil = pace.spentUntil + intervalMs(perSecond) - intervalMs(pace.perSecond)
  return { ...pace, perSecond, spentUntil }
}

/** The pace of a lane that holds back until then, if not longer already. */
export function heldBack(pace: Pace, until: number): Pace {
  return { ...pace, heldUntil: Math.max(pace.heldUntil, until) }
}

/** Whether nothing is left of what was: a lane made anew would go as this one does. */
export function isRested({ spentUntil, heldUntil }: Pace, now: number): boolean {
  return spentUntil <= now && heldUntil <= now
}
