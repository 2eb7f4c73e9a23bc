/** How many of the buckets a process should hold, beside others. Pure. */
import { BUCKET_COUNT } from '../ids.ts'

/** Buckets to take from those that are free, or to give up; at most one of the two is above 0. */
export interface ShareDecision {
  take: number
  giveUp: number
}

/**
 * Every process holds at most an equal share of the buckets, rounded up: so that all are held although the shares of
 * 64 do not come out even (3 processes: 22, 22 and 20). `processes` counts this one too.
 */
export function decideShare(held: number, processes: number): ShareDecision {
  const share = Math.ceil(BUCKET_COUNT / Math.max(1, processes))
  return { take: Math.max(0, share - held), giveUp: Math.max(0, held - share) }
}
