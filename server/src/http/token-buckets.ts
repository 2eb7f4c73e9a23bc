export interface TokenRate {
  /** Tokens of a full bucket: so many may be taken at once. */
  burst: number
  /** How long until a bucket gains one token, ms. */
  refillMs: number
}

export interface TokenBuckets<Key> {
  /** How long until the key has a token, ms; 0 if it has one now. */
  waitMs(key: Key): number
  /**
   * Takes one token, or as many as given. They need not be there: the key then has to wait until it has gained them. The
   * caller looks at `waitMs` before.
   */
  take(key: Key, tokens?: number): void
  giveBack(key: Key, tokens?: number): void
  /** Tokens that the key has, with the part of the next one; negative if more were taken than there were. */
  tokens(key: Key): number
}

/** Keys remembered at the most: the one that was used longest ago is then forgotten, with a full bucket. */
const KEYS_MAX = 10_000

interface Bucket {
  tokens: number
  /** monotonic ms */
  filledAt: number
}

/** A token bucket for each key, in this process. */
export function createTokenBuckets<Key>(
  { burst, refillMs }: TokenRate,
  monotonic: () => number,
  keysMax = KEYS_MAX,
): TokenBuckets<Key> {
  const buckets = new Map<Key, Bucket>()

  function fill(key: Key): Bucket {
    const now = monotonic()
    const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now }
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.filledAt) / refillMs)
    bucket.filledAt = now
    // Inserted anew, so that the map's order is that of the last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > keysMax) buckets.delete(buckets.keys().next().value!)
    return bucket
  }

  return {
    // A key that is not remembered has a full bucket: a look makes nobody remembered.
    waitMs: (key) => (buckets.has(key) ? Math.max(0, 1 - fill(key).tokens) * refillMs : 0),
    take: (key, tokens = 1) => void (fill(key).tokens -= tokens),
    giveBack: (key, tokens = 1) => void (fill(key).tokens += tokens),
    tokens: (key) => fill(key).tokens,
  }
}
