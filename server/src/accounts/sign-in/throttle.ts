/**
 * Limits the guessing of passwords, in this process. Only failures count. Guesses do not keep a member out: they count
 * against the networks that they come from, and a browser that the member signed in with before, or a session, has a
 * bucket of its own (OWASP Authentication Cheat Sheet: device cookies).
 */
import { networksOf } from '../../http/client-address.ts'
import { createTokenBuckets } from '../../http/token-buckets.ts'
import type { TokenBuckets, TokenRate } from '../../http/token-buckets.ts'

/** For one email from one address, and from the network around that. */
const EMAIL_AT_ADDRESS: TokenRate = { burst: 10, refillMs: 60_000 }
const EMAIL_AT_NETWORK: TokenRate = { burst: 20, refillMs: 60_000 }

/** For all emails from one address, behind which there may be a whole office, and from the network around that. */
const ADDRESS: TokenRate = { burst: 30, refillMs: 6000 }
const NETWORK: TokenRate = { burst: 120, refillMs: 1500 }

/** For one email from everywhere. A few networks that guess together can use it up. */
const EMAIL: TokenRate = { burst: 200, refillMs: 10_000 }

/**
 * The reserve, for when the bucket above is empty: for one email from one network, and from everywhere. So few from each
 * network that 200 of them at once, and 1,200 all day, cannot use up the reserve of the email: its owner, who comes from
 * another network, always finds a try in it.
 */
const RESERVE_AT_NETWORK: TokenRate = { burst: 3, refillMs: 20 * 60_000 }
const RESERVE_OF_EMAIL: TokenRate = { burst: 600, refillMs: 1000 }

/** For a browser that the member has signed in with before, and for a session that wants the password again. */
const DEVICE: TokenRate = { burst: 10, refillMs: 60_000 }
const SESSION: TokenRate = { burst: 10, refillMs: 60_000 }

type Buckets = TokenBuckets<string>

/** Who tries a password: an unknown browser for an email, one that signed in with that email before, or a session. */
export type Guesser =
  | { by: 'address'; address: string; email: string }
  | { by: 'device'; id: string; personId: number }
  | { by: 'session'; id: string; personId: number }

export type Admission = AdmittedTry | { admitted: false; retryAfterSeconds: number }

export interface AdmittedTry {
  admitted: true
  /** The try did not fail: only failures count. Called once at the most. */
  giveBack: () => void
}

export interface SignInThrottle {
  /** Takes one try, which counts until it is known not to have failed. An unknown email counts as any other. */
  take(guesser: Guesser): Admission
}

export function createSignInThrottle(monotonic: () => number): SignInThrottle {
  const emailsAtAddresses = createTokenBuckets<string>(EMAIL_AT_ADDRESS, monotonic)
  const emailsAtNetworks = createTokenBuckets<string>(EMAIL_AT_NETWORK, monotonic)
  const addresses = createTokenBuckets<string>(ADDRESS, monotonic)
  const networks = createTokenBuckets<string>(NETWORK, monotonic)
  const emails = createTokenBuckets<string>(EMAIL, monotonic)
  const reservesAtNetworks = createTokenBuckets<string>(RESERVE_AT_NETWORK, monotonic)
  const reservesOfEmails = createTokenBuckets<string>(RESERVE_OF_EMAIL, monotonic)
  const devices = createTokenBuckets<string>(DEVICE, monotonic)
  const sessions = createTokenBuckets<string>(SESSION, monotonic)

  /** The ways to a try, in the order that they are tried: of each, every bucket that the try has to find a token in. */
  function waysOf(guesser: Guesser): [Buckets, key: string][][] {
    if (guesser.by === 'device') return [[[devices, guesser.id]]]
    if (guesser.by === 'session') return [[[sessions, guesser.id]]]
    const { email } = guesser
    const { address, network } = networksOf(guesser.address)
    const own: [Buckets, string][] = [
      [emailsAtAddresses, `${address} ${email}`],
      [emailsAtNetworks, `${network} ${email}`],
      [addresses, address],
      [networks, network],
    ]
    return [
      [...own, [emails, email]],
      [...own, [reservesAtNetworks, `${network} ${email}`], [reservesOfEmails, email]],
    ]
  }

  return {
    take(guesser) {
      let waitMs = Infinity
      for (const way of waysOf(guesser)) {
        const wayMs = Math.max(...way.map(([buckets, key]) => buckets.waitMs(key)))
        waitMs = Math.min(waitMs, wayMs)
        if (wayMs > 0) continue
        for (const [buckets, key] of way) buckets.take(key)
        return {
          admitted: true,
          giveBack: () => {
            for (const [buckets, key] of way) buckets.giveBack(key)
          },
        }
      }
      return { admitted: false, retryAfterSeconds: Math.ceil(waitMs / 1000) }
    },
  }
}
