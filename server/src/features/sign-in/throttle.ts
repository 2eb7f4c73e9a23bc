/**
 * Limits password guessing, in this process. Only failures count. Guesses cannot lock a member out: they count for the
 * networks of the guesser, and a known browser or session has its own bucket (OWASP Authentication Cheat Sheet: device
 * cookies).
 */
import { networksOf } from '../../platform/admission/networks.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import type { TokenRate } from '../../platform/admission/token-buckets.ts'

/** For one email from one address, and from its network. */
const EMAIL_AT_ADDRESS: TokenRate = { burst: 10, refillMs: 60_000 }
const EMAIL_AT_NETWORK: TokenRate = { burst: 20, refillMs: 60_000 }

/** For all emails from one address, perhaps a whole office, and from its network. */
const ADDRESS: TokenRate = { burst: 30, refillMs: 6000 }
const NETWORK: TokenRate = { burst: 120, refillMs: 1500 }

/** For one email from everywhere. A few networks together can use it up. */
const EMAIL: TokenRate = { burst: 200, refillMs: 10_000 }

/**
 * The reserve, used if EMAIL is empty: for one email from one network, and from everywhere. Each network gets few
 * attempts, so 200 networks at once, or 1,200 over a day, cannot use up an email's reserve. Its owner, who comes from
 * another network, always has an attempt.
 */
const RESERVE_AT_NETWORK: TokenRate = { burst: 3, refillMs: 20 * 60_000 }
const RESERVE_OF_EMAIL: TokenRate = { burst: 600, refillMs: 1000 }

/** For a browser in which the member has signed in before, and for a session that must repeat the password. */
const KNOWN: TokenRate = { burst: 10, refillMs: 60_000 }

type Buckets = TokenBuckets<string>

/** The source of an attempt: an unknown browser, a browser that has signed in with the email before, or a session. */
export type Guesser =
  | { by: 'address'; address: string; email: string }
  | { by: 'device'; id: string; personId: number }
  | { by: 'session'; id: string; personId: number }

export type Admission = AdmittedTry | { admitted: false; retryAfterSeconds: number }

export interface AdmittedTry {
  admitted: true
  /** Call it at most once, if the attempt did not fail: only failures count. */
  giveBack: () => void
}

export interface SignInThrottle {
  /** Takes one attempt. It counts until `giveBack` is called. Unknown emails count like others. */
  take(guesser: Guesser): Admission
}

export function createSignInThrottle(monotonic: () => number): SignInThrottle {
  const emailsAtAddresses = new TokenBuckets<string>(EMAIL_AT_ADDRESS, monotonic)
  const emailsAtNetworks = new TokenBuckets<string>(EMAIL_AT_NETWORK, monotonic)
  const addresses = new TokenBuckets<string>(ADDRESS, monotonic)
  const networks = new TokenBuckets<string>(NETWORK, monotonic)
  const emails = new TokenBuckets<string>(EMAIL, monotonic)
  const reservesAtNetworks = new TokenBuckets<string>(RESERVE_AT_NETWORK, monotonic)
  const reservesOfEmails = new TokenBuckets<string>(RESERVE_OF_EMAIL, monotonic)
  const known = new TokenBuckets<string>(KNOWN, monotonic)

  /**
   * The combinations of buckets in their order. An attempt is admitted if each bucket of one combination has a token.
   */
  function waysOf(guesser: Guesser): [Buckets, key: string][][] {
    if (guesser.by !== 'address') return [[[known, `${guesser.by} ${guesser.id}`]]]
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
