/**
 * Limits password guessing, in this process. Only failures count. Guesses cannot lock a member out: they count for the
 * networks of the guesser, and a known browser or session has its own bucket (OWASP Authentication Cheat Sheet: device
 * cookies).
 */
import { networksOf } from '../../platform/admission/networks.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import type { TokenRate } from '../../platform/admission/limits.ts'

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
  const bucketsOf = ({ max }: { max: TokenRate }) => new TokenBuckets<string>(max, monotonic)
  const sources = bucketsOf(LIMITS.passwordOfSource)
  // Apart, so that many strangers do not make the map forget a session.
  const strangers = bucketsOf(LIMITS.passwordOfSource)
  const emailsAtNetworks = bucketsOf(LIMITS.passwordOfNetwork)
  const addresses = bucketsOf(LIMITS.passwordsOfAddress)
  const networks = bucketsOf(LIMITS.passwordsOfNetwork)
  const emails = bucketsOf(LIMITS.passwordOfEmail)
  const reservesAtNetworks = bucketsOf(LIMITS.reserveOfNetwork)
  const reservesOfEmails = bucketsOf(LIMITS.reserveOfEmail)

  /**
   * The combinations of buckets in their order. An attempt is admitted if each bucket of one combination has a token.
   * The second is the reserve of the email: its owner, who comes from another network, always has an attempt.
   */
  function waysOf(guesser: Guesser): [Buckets, key: string][][] {
    if (guesser.by !== 'address') return [[[sources, `${guesser.by} ${guesser.id}`]]]
    const { email } = guesser
    const { address, network } = networksOf(guesser.address)
    const own: [Buckets, string][] = [
      [strangers, `${address} ${email}`],
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
