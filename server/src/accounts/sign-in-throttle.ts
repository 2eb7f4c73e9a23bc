/**
 * Limits the guessing of passwords, in this process. Only failures count. Guesses do not keep a member out: they count
 * against the networks that they come from, and a browser that the member signed in with before, or a session, has a
 * bucket of its own (OWASP Authentication Cheat Sheet: device cookies).
 */
import { networksOf } from '../http/client-address.ts'
import { createTokenBuckets } from '../http/token-buckets.ts'
import type { TokenBuckets, TokenRate } from '../http/token-buckets.ts'

/** For one email from one address, and from the network around that. */
const EMAIL_AT_ADDRESS: TokenRate = { burst: 10, refillMs: 60_000 }
const EMAIL_AT_NETWORK: TokenRate = { burst: 20, refillMs: 60_000 }

/** For all emails from one address, behind which there may be a whole office, and from the network around that. */
const ADDRESS: TokenRate = { burst: 30, refillMs: 6000 }
const NETWORK: TokenRate = { burst: 120, refillMs: 1500 }

/** For one email from everywhere: above what five networks may guess together, so that few of them cannot use it up. */
const EMAIL: TokenRate = { burst: 200, refillMs: 10_000 }

/** For a browser that the member has signed in with before, and for a session that wants the password again. */
const DEVICE: TokenRate = { burst: 10, refillMs: 60_000 }
const SESSION: TokenRate = { burst: 10, refillMs: 60_000 }

type Buckets = TokenBuckets<string>

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
  const emailsAtAddresses = createTokenBuckets<string>(EMAIL_AT_ADDRESS, monotonic)
  const emailsAtNetworks = createTokenBuckets<string>(EMAIL_AT_NETWORK, monotonic)
  const addresses = createTokenBuckets<string>(ADDRESS, monotonic)
  const networks = createTokenBuckets<string>(NETWORK, monotonic)
  const emails = createTokenBuckets<string>(EMAIL, monotonic)
  const devices = createTokenBuckets<string>(DEVICE, monotonic)
  const sessions = createTokenBuckets<string>(SESSION, monotonic)

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
