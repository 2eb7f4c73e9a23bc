/**
 * Limits the guessing of passwords, in this process. Only failures count. Guesses do not keep a member out: they count
 * against the networks that they come from, and a browser that the member signed in with before, or a session, has a
 * bucket of its own (OWASP Authentication Cheat Sheet: device cookies).
 */
import { isIPv6 } from 'node:net'

interface Rate {
  /** Tries that may fail at once. */
  burst: number
  /** How long until one more may fail, ms. */
  refillMs: number
}

/** For one email from one address, and from the network around that. */
const EMAIL_AT_ADDRESS: Rate = { burst: 10, refillMs: 60_000 }
const EMAIL_AT_NETWORK: Rate = { burst: 20, refillMs: 60_000 }

/** For all emails from one address, behind which there may be a whole office, and from the network around that. */
const ADDRESS: Rate = { burst: 30, refillMs: 6000 }
const NETWORK: Rate = { burst: 120, refillMs: 1500 }

/** For one email from everywhere: above what five networks may guess together, so that few of them cannot use it up. */
const EMAIL: Rate = { burst: 200, refillMs: 10_000 }

/** For a browser that the member has signed in with before, and for a session that wants the password again. */
const DEVICE: Rate = { burst: 10, refillMs: 60_000 }
const SESSION: Rate = { burst: 10, refillMs: 60_000 }

/** Keys remembered at the most, of each kind; the one that was used longest ago is forgotten first. */
const KEYS_MAX = 10_000

interface Bucket {
  tokens: number
  /** monotonic ms */
  filledAt: number
}

type Buckets = ReturnType<typeof createBuckets>

/** Buckets of `burst` tokens that gain one every `refillMs`, by key. */
function createBuckets({ burst, refillMs }: Rate, monotonic: () => number) {
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

/** What an address stands for: who has one of IPv6 has 2^64, and may have 2^80. */
export interface Networks {
  /** An IPv4 address itself, the /64 of an IPv6 one. */
  address: string
  /** The /24 of an IPv4 address, the /48 of an IPv6 one. */
  network: string
}

export function networksOf(address: string): Networks {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) {
    const v4 = mapped ?? address
    return { address: v4, network: v4.split('.').slice(0, 3).join('.') }
  }
  // The URL parser writes every form of an address alike.
  const [left = '', right] = new URL(`http://[${address.split('%')[0]!}]`).hostname.slice(1, -1).split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  const all = [...groups, ...(right === undefined ? [] : zeros), ...after]
  return { address: all.slice(0, 4).join(':'), network: all.slice(0, 3).join(':') }
}

/** Who tries a password: an unknown browser for an email, one that signed in with that email before, or a session. */
export type Guesser =
  | { by: 'address'; address: string; email: string }
  | { by: 'device'; id: string; personId: number }
  | { by: 'session'; id: string; personId: number }

export type Admission = { admitted: true } | { admitted: false; retryAfterSeconds: number }

export interface SignInThrottle {
  /** Takes one try, which counts until it is known not to have failed. An unknown email counts as any other. */
  take(guesser: Guesser): Admission
  /** The try did not fail: only failures count. */
  giveBack(guesser: Guesser): void
}

export function createSignInThrottle(monotonic: () => number): SignInThrottle {
  const emailsAtAddresses = createBuckets(EMAIL_AT_ADDRESS, monotonic)
  const emailsAtNetworks = createBuckets(EMAIL_AT_NETWORK, monotonic)
  const addresses = createBuckets(ADDRESS, monotonic)
  const networks = createBuckets(NETWORK, monotonic)
  const emails = createBuckets(EMAIL, monotonic)
  const devices = createBuckets(DEVICE, monotonic)
  const sessions = createBuckets(SESSION, monotonic)

  /** Every bucket that the try has to find a token in. */
  function bucketsOf(guesser: Guesser): [Buckets, key: string][] {
    if (guesser.by === 'device') return [[devices, guesser.id]]
    if (guesser.by === 'session') return [[sessions, guesser.id]]
    const { address, network } = networksOf(guesser.address)
    return [
      [emailsAtAddresses, `${address} ${guesser.email}`],
      [emailsAtNetworks, `${network} ${guesser.email}`],
      [addresses, address],
      [networks, network],
      [emails, guesser.email],
    ]
  }

  return {
    take(guesser) {
      const wanted = bucketsOf(guesser)
      const waitMs = Math.max(...wanted.map(([buckets, key]) => buckets.waitMs(key)))
      if (waitMs > 0) return { admitted: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
      for (const [buckets, key] of wanted) buckets.take(key)
      return { admitted: true }
    },
    giveBack(guesser) {
      for (const [buckets, key] of bucketsOf(guesser)) buckets.giveBack(key)
    },
  }
}
