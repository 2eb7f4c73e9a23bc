import { TokenBuckets } from './token-buckets.ts'

export interface RateLimitAnswer {
  allowed: boolean
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers), and `Retry-After` if refused. */
  headers: Record<string, string>
}

export interface RateLimiter {
  /** Takes one request for the key. */
  take(key: number): RateLimitAnswer
  /** Takes further requests, even more than are left: the key's next request then waits. */
  charge(key: number, requests: number): void
}

/** Time until an empty bucket is full again, s. The burst is the rate times this. */
const BURST_SECONDS = 2

/**
 * A token bucket per key, in this process. `perSecond`: requests a second, an integer from 1. The burst is twice as
 * many. In the headers, this is a quota of `2 * perSecond` in a window of 2 s.
 */
export function createRateLimiter(perSecond: number, monotonic: () => number): RateLimiter {
  const burst = perSecond * BURST_SECONDS
  const refillMs = 1000 / perSecond
  const buckets = new TokenBuckets<number>({ burst, refillMs }, monotonic)
  const policy = `"default";q=${burst};w=${BURST_SECONDS}`

  return {
    take(key) {
      const before = buckets.tokens(key)
      const allowed = before >= 1
      if (allowed) buckets.take(key)
      const left = allowed ? before - 1 : before
      const secondsToFull = Math.ceil((burst - left) / perSecond)
      const headers: Record<string, string> = {
        'ratelimit-policy': policy,
        ratelimit: `"default";r=${Math.max(0, Math.floor(left))};t=${secondsToFull}`,
      }
      if (!allowed) headers['retry-after'] = String(Math.ceil((1 - left) / perSecond))
      return { allowed, headers }
    },
    charge: (key, requests) => buckets.take(key, requests),
  }
}
