import { isIPv6 } from 'node:net'

/** Sign-ins that may fail at once for one email, and how long until one more may, ms. */
const EMAIL_BURST = 10
const EMAIL_REFILL_MS = 60_000

/** The same for one address, behind which there may be a whole office. */
const ADDRESS_BURST = 30
const ADDRESS_REFILL_MS = 6000

/** Keys remembered at the most, of each kind; the one that was used longest ago is forgotten first. */
const KEYS_MAX = 10_000

interface Bucket {
  tokens: number
  /** monotonic ms */
  filledAt: number
}

/** Buckets of `burst` tokens that gain one every `refillMs`, by key. */
function createBuckets(burst: number, refillMs: number, monotonic: () => number) {
  const buckets = new Map<string, Bucket>()
  function fill(key: string): Bucket {
    const now = monotonic()
    const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now }
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.filledAt) / refillMs)
    bucket.filledAt = now
    // Inserted anew, so that the map's order is that of the last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > KEYS_MAX) buckets.delete(buckets.keys().next().value!)
    return bucket
  }
  return {
    /** How long until the key has a token, ms; 0 if it has one now. */
    waitMs: (key: string) => Math.max(0, 1 - fill(key).tokens) * refillMs,
    take: (key: string) => void (fill(key).tokens -= 1),
    giveBack: (key: string) => void (fill(key).tokens += 1),
  }
}

/** An IPv6 address by its network: whoever has one address has 2^64. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  // The URL parser writes every form of an address alike.
  const [left = '', right] = new URL(`http://[${address.split('%')[0]!}]`).hostname.slice(1, -1).split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...(right === undefined ? [] : zeros), ...after].slice(0, 4).join(':')
}

export type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number }

export interface SignInThrottle {
  /** Takes one try, which counts until it is known to have succeeded. An email that nobody has counts as any other. */
  take(address: string, email: string): Admission
  /** The try succeeded: only failures count. */
  giveBack(address: string, email: string): void
}

/** Limits the guessing of passwords, by email and by address, in this process. */
export function createSignInThrottle(monotonic: () => number): SignInThrottle {
  const emails = createBuckets(EMAIL_BURST, EMAIL_REFILL_MS, monotonic)
  const addresses = createBuckets(ADDRESS_BURST, ADDRESS_REFILL_MS, monotonic)
  return {
    take(address, email) {
      const waitMs = Math.max(addresses.waitMs(addressKey(address)), emails.waitMs(email))
      if (waitMs > 0) return { admitted: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
      addresses.take(addressKey(address))
      emails.take(email)
      return { admitted: true }
    },
    giveBack(address, email) {
      addresses.giveBack(addressKey(address))
      emails.giveBack(email)
    },
  }
}
