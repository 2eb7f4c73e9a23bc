/**
 * The breaker of a channel. After FAILURES_MAX sends in a row that the provider did not take, the channel is passed over:
 * its fallbacks send. One send each PROBE_MS tries the channel, and the first success restores it. The process with the
 * bucket's lease keeps the breaker in memory, and the row of the channel says if it is failing. Pure functions.
 */
import { causeWord } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import { rateLimitWaitMs } from './decision.ts'
import { verdictOf } from './failover.ts'

export interface Breaker {
  /** Failed sends in a row, at most FAILURES_MAX. Then the channel is failing. */
  failures: number
  /** Until then the channel is passed over, ms since the epoch. */
  passedUntil: number
}

const FAILURES_MAX = 5
const PROBE_MS = 60_000

export const isFailing = (breaker: Breaker | undefined) => breaker?.failures === FAILURES_MAX

/** The breaker of a channel that failed in an earlier process. The next send tries it. */
export const restoredBreaker = (now: number): Breaker => ({ failures: FAILURES_MAX, passedUntil: now })

/** The breaker after the begin of a send. If the channel is failing and not passed over, this send tries it. */
export function afterBegin(breaker: Breaker, now: number): Breaker {
  return isFailing(breaker) && breaker.passedUntil <= now ? { ...breaker, passedUntil: now + PROBE_MS } : breaker
}

/** The breaker after the end of a send. Null: the provider works, and there is nothing to remember. */
export function afterEnd(breaker: Breaker | undefined, result: SendResult, now: number): Breaker | null {
  if (result.result === 'accepted') return null
  const verdict = verdictOf(result)
  // The service itself cut it off, or the provider only asks for a short wait.
  if (causeWord(result.cause) === 'aborted' || (result.result === 'rate_limited' && verdict === 'same'))
    return breaker ?? null
  // The provider has responded about the recipient, so it works. Only a success proves that it takes messages again.
  if (verdict === 'same') return isFailing(breaker) ? breaker! : null
  const failures = Math.min(FAILURES_MAX, (breaker?.failures ?? 0) + 1)
  const opens = failures === FAILURES_MAX && !isFailing(breaker)
  const passMs = result.result === 'rate_limited' ? rateLimitWaitMs(result.retryAfterMs) : opens ? PROBE_MS : 0
  return { failures, passedUntil: Math.max(breaker?.passedUntil ?? -Infinity, now + passMs) }
}
