/** Accounts whose requests are counted at the most: the one that was idle longest is then forgotten, with a full bucket. */
const KEYS_MAX = 10_000

export interface RateLimitAnswer {
  allowed: boolean
  /** For `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers), and `Retry-After` on a refusal. */
  headers: Record<string, string>
}

export interface RateLimiter {
  /** Takes one request of the key's. */
  take(key: number): RateLimitAnswer
}

interface Bucket {
  tokens: number
  /** monotonic ms */
  filledAt: number
}

/** A bucket is full again after this long without a request, s: the burst is so many times the rate. */
const BURST_SECONDS = 2

/**
 * A token bucket per key, in this process: `perSecond` requests a second (an integer of 1 or more) with a burst of twice as many. In terms of
 * the headers that is a quota of `2 * perSecond` in a window of 2 s.
 */
export function createRateLimiter(perSecond: number, monotonic: () => number): RateLimiter {
  const burst = perSecond * BURST_SECONDS
  const buckets = new Map<number, Bucket>()
  const policy = `"default";q=${burst};w=${BURST_SECONDS}`

  function fill(key: number): Bucket {
    const now = monotonic()
    const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * perSecond)
    bucket.filledAt = now
    // Inserted anew, so that the map's order is that of the last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > KEYS_MAX) buckets.delete(buckets.keys().next().value!)
    return bucket
  }

  return {
    take(key) {
      const bucket = fill(key)
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      const secondsToFull = Math.ceil((burst - bucket.tokens) / perSecond)
      const headers: Record<string, string> = {
        'ratelimit-policy': policy,
        ratelimit: `"default";r=${Math.floor(bucket.tokens)};t=${secondsToFull}`,
      }
      // At one request a second or more, the next is never further away than that.
      if (!allowed) headers['retry-after'] = '1'
      return { allowed, headers }
    },
  }
}
