import { createTokenBuckets } from './token-buckets.ts'

export interface RateLimitAnswer {
  allowed: boolean
  /** For `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers), and `Retry-After` on a refusal. */
  headers: Record<string, string>
}

export interface RateLimiter {
  /** Takes one request of the key's. */
  take(key: number): RateLimitAnswer
  /** Takes as many requests more, also if they are not there yet: the key waits for them before its next request. */
  charge(key: number, requests: number): void
}

/** A bucket is full again after this long without a request, s: the burst is so many times the rate. */
const BURST_SECONDS = 2

/**
 * A token bucket per key, in this process: `perSecond` requests a second (an integer of 1 or more) with a burst of twice as many. In terms of
 * the headers that is a quota of `2 * perSecond` in a window of 2 s.
 */
export function createRateLimiter(perSecond: number, monotonic: () => number): RateLimiter {
  const burst = perSecond * BURST_SECONDS
  const refillMs = 1000 / perSecond
  const buckets = createTokenBuckets<number>({ burst, refillMs }, monotonic)
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
