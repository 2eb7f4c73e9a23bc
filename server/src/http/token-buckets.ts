export interface TokenRate {
  /** Tokens of a full bucket. This many may be taken at once. */
  burst: number
  /** Time until a bucket gains one token, ms. */
  refillMs: number
}

export interface TokenBuckets<Key> {
  /** Time until the key has a token, ms. 0 if it has one now. */
  waitMs(key: Key): number
  /**
   * Takes one token or `tokens`. The bucket may become negative: the key then waits for longer. Callers check `waitMs`
   * first.
   */
  take(key: Key, tokens?: number): void
  giveBack(key: Key, tokens?: number): void
  /** The key's tokens with fractions. Negative if more were taken than available. */
  tokens(key: Key): number
}

/** Above this number, the least recently used key is forgotten: its bucket then counts as full. */
const KEYS_MAX = 10_000

interface Bucket {
  tokens: number
  /** Monotonic, ms. */
  filledAt: number
}

/** One token bucket per key, in this process. */
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
    // Inserted again, so that the map is in the order of the last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > keysMax) buckets.delete(buckets.keys().next().value!)
    return bucket
  }

  return {
    // An unknown key has a full bucket. Asking does not add it to the map.
    waitMs: (key) => (buckets.has(key) ? Math.max(0, 1 - fill(key).tokens) * refillMs : 0),
    take: (key, tokens = 1) => void (fill(key).tokens -= tokens),
    giveBack: (key, tokens = 1) => void (fill(key).tokens += tokens),
    tokens: (key) => fill(key).tokens,
  }
}
