/** Decides how many buckets a process should hold. Pure functions. */
/** Buckets to take or to give up. At most one of the two is above 0. */
export interface ShareDecision {
  take: number
  giveUp: number
}

/**
 * A process holds at most an equal share of a server's buckets, rounded up so that no bucket stays free (3 processes and
 * 64 buckets: 22, 22 and 20). `processes` includes this one.
 */
export function decideShare(held: number, processes: number, buckets: number): ShareDecision {
  const share = Math.ceil(buckets / Math.max(1, processes))
  return { take: Math.max(0, share - held), giveUp: Math.max(0, held - share) }
}
