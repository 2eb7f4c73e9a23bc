/** Checks before each password verification: the limit of attempts, and the number running at the same time. */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { rateLimited } from '../../platform/errors.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { createDeviceCookies } from './device-cookie.ts'
import type { DeviceCookies } from './device-cookie.ts'
import type { RequestSession } from './sessions/authentication.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { networksOf } from '../../platform/admission/networks.ts'
import { createSignInThrottle } from './guesses.ts'
import type { Guesser } from './guesses.ts'
import type { TryScope } from './sign-in.ts'

/** The result of an attempt. */
interface Tried {
  ok: boolean
}

export interface PasswordGuard {
  devices: DeviceCookies
  /**
   * Runs `work`, which verifies the password for the email, as one attempt. Throws 429 before `work` after too many
   * failures, and 503 if too many wait. With a device cookie, the person of that cookie has separate attempts.
   * Comparing with other people of the email then also counts as a stranger's attempt, and is skipped if none is left.
   */
  trySignIn<Result extends Tried>(
    request: FastifyRequest,
    email: string,
    work: (scope: TryScope) => Promise<Result>,
  ): Promise<Result>
  /**
   * The same for the password of an invitation, because it may be a guess at the password of anyone with this email.
   */
  tryAccept<Result extends Tried>(request: FastifyRequest, email: string, work: () => Promise<Result>): Promise<Result>
  /**
   * The same for the new password of a signed-in member, which may be such a guess too. It has attempts and a queue apart
   * from strangers, so their guesses do not stop it.
   */
  tryNew<Result extends Tried>(
    request: FastifyRequest,
    session: RequestSession,
    work: () => Promise<Result>,
  ): Promise<Result>
  /** The same for a repeated password. Guesses by others do not count. */
  tryAgain<Result extends Tried>(session: RequestSession, work: () => Promise<Result>): Promise<Result>
}

const tooManyTries = (seconds: number) =>
  rateLimited(seconds * 1000, { sentence: `Too many wrong passwords: try again in ${seconds} s` })

/** By the first session of a sign-in: switching to another account gives no new attempts. */
const guesserOf = ({ personId, row }: RequestSession): Guesser => {
  return { by: 'session', id: String(row.firstId), personId }
}

export function createPasswordGuard({
  clock,
  cipher,
  secure,
}: {
  clock: Clock
  cipher: SecretsCipher
  secure: boolean
}): PasswordGuard {
  const throttle = createSignInThrottle(() => clock.monotonic())
  const newPasswords = createSignInThrottle(() => clock.monotonic())
  const devices = createDeviceCookies({ keys: cipher.deriveKeys('device cookies'), clock, secure })
  const bounds = { placesMax: LIMITS.passwordChecks.max, waitingMax: LIMITS.passwordChecksWaiting.max }
  // Separate queues, so strangers from many networks cannot push out members.
  const [strangers, known] = [new FairGate(bounds), new FairGate(bounds)]

  function inTurn<Result>(guesser: Guesser, work: () => Promise<Result>): Promise<Result> {
    if (guesser.by === 'address') return strangers.run(networksOf(guesser.address).network, work)
    // One queue per person, because a person may have many devices and sessions.
    return known.run(guesser.personId, work)
  }

  async function tried<Result extends Tried>(
    guesser: Guesser,
    work: () => Promise<Result>,
    admission = throttle.take(guesser),
  ): Promise<Result> {
    if (!admission.admitted) throw tooManyTries(admission.retryAfterSeconds)
    let failed = false
    try {
      const result = await inTurn(guesser, work)
      failed = !result.ok
      return result
    } finally {
      // The attempt is also given back if nothing was verified, for example without the database.
      if (!failed) admission.giveBack()
    }
  }

  return {
    devices,
    async trySignIn(request, email, work) {
      const device = devices.read(request.raw.rawHeaders, email)
      const stranger: Guesser = { by: 'address', address: request.ip, email }
      if (device === null) return tried(stranger, () => work({ personId: null, mayTryOthers: () => true }))
      const { id, personId } = device
      let giveBackOthers = () => {}
      const mayTryOthers = () => {
        const admission = throttle.take(stranger)
        if (admission.admitted) giveBackOthers = admission.giveBack
        return admission.admitted
      }
      const result = await tried({ by: 'device', id, personId }, () => work({ personId, mayTryOthers }))
      if (result.ok) giveBackOthers()
      return result
    },
    tryAccept: (request, email, work) => tried({ by: 'address', address: request.ip, email }, work),
    tryNew: (request, session, work) => {
      const guess = newPasswords.take({ by: 'address', address: request.ip, email: session.row.email })
      return tried(guesserOf(session), work, guess)
    },
    tryAgain: (session, work) => tried(guesserOf(session), work),
  }
}
