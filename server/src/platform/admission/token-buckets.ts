import { BoundedMap } from './bounded-map.ts'
import { LIMITS } from './limits.ts'
import type { TokenRate } from './limits.ts'

interface Bucket {
  tokens: number
  /** Monotonic, ms. */
  filledAt: number
}

/** One token bucket per key, in this process. */
export class TokenBuckets<Key> {
  readonly #rate: TokenRate
  readonly #monotonic: () => number
  readonly #buckets = new BoundedMap<Key, Bucket>(LIMITS.rates.max)

  constructor(rate: TokenRate, monotonic: () => number) {
    this.#rate = rate
    this.#monotonic = monotonic
  }

  /** Time until the key has a token, ms. 0 if it has one now. */
  waitMs(key: Key): number {
    // An unknown key has a full bucket. Asking does not add it to the map.
    return this.#buckets.get(key) === undefined ? 0 : Math.max(0, 1 - this.#fill(key).tokens) * this.#rate.refillMs
  }

  /** Takes a token and returns 0. Returns the time until the key has one, ms, and takes none if it has none now. */
  takeNow(key: Key): number {
    const bucket = this.#fill(key)
    if (bucket.tokens < 1) return (1 - bucket.tokens) * this.#rate.refillMs
    bucket.tokens -= 1
    return 0
  }

  /** Takes one token or `tokens`. The bucket may become negative: the key then waits for longer. */
  take(key: Key, tokens = 1): void {
    this.#fill(key).tokens -= tokens
  }

  giveBack(key: Key, tokens = 1): void {
    this.#fill(key).tokens += tokens
  }

  /** The key's tokens with fractions. Negative if more were taken than available. */
  tokens(key: Key): number {
    return this.#fill(key).tokens
  }

  #fill(key: Key): Bucket {
    const { burst, refillMs } = this.#rate
    const now = this.#monotonic()
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filledAt: now }
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.filledAt) / refillMs)
    bucket.filledAt = now
    this.#buckets.set(key, bucket)
    return bucket
  }
}
