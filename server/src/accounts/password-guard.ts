/** What stands before every verification of a password: how often one may be tried, and how many are under way at a time. */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { SecretsCipher } from '../secrets.ts'
import { createDeviceCookies } from './device-cookie.ts'
import type { DeviceCookies } from './device-cookie.ts'
import type { RequestSession } from './sessions/authentication.ts'
import { networksOf } from '../http/client-address.ts'
import { createSignInThrottle } from './sign-in/throttle.ts'
import type { Guesser } from './sign-in/throttle.ts'
import type { TryScope } from './sign-in/sign-in.ts'
import { createTurns } from './turns.ts'

/** Tries under way at a time, of strangers and of members: as many as passwords are hashed at a time. */
const TRIES_AT_ONCE_MAX = 2
/** More are refused with 503: at about 30 ms each the last one waits for about a second. */
const TRIES_WAITING_MAX = 50

/** What a try of a password ends with. */
interface Tried {
  ok: boolean
}

export interface PasswordGuard {
  devices: DeviceCookies
  /**
   * Runs `work`, which verifies a password given for an email, as one try. Throws 429 before `work` if too many tries have
   * failed, 503 if too many wait. Who comes with the cookie of a device has tries of its own for the person who signed in
   * there; for everybody else of the email the try counts as a stranger's, and without one left nobody else is compared.
   */
  trySignIn<Result extends Tried>(
    request: FastifyRequest,
    email: string,
    work: (scope: TryScope) => Promise<Result>,
  ): Promise<Result>
  /** The same for a password that is given with an invitation: it may be a guess of that of anybody with the email. */
  tryAccept<Result extends Tried>(request: FastifyRequest, email: string, work: () => Promise<Result>): Promise<Result>
  /** The same for the password that a member gives again: what others guess does not count. */
  tryAgain<Result extends Tried>(session: RequestSession, work: () => Promise<Result>): Promise<Result>
}

const tooManyTries = (seconds: number) =>
  new ApiError('rate_limited', {
    sentence: `Too many wrong passwords: try again in ${seconds} s`,
    headers: { 'retry-after': String(seconds) },
  })

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
  const devices = createDeviceCookies({ keys: cipher.deriveKeys('device cookies'), clock, secure })
  const bounds = { atOnceMax: TRIES_AT_ONCE_MAX, waitingMax: TRIES_WAITING_MAX }
  // Apart, so that strangers, however many networks they have, never take the place of a member.
  const [strangers, known] = [createTurns(bounds), createTurns(bounds)]

  function inTurn<Result>(guesser: Guesser, work: () => Promise<Result>): Promise<Result> {
    if (guesser.by === 'address') return strangers.run(networksOf(guesser.address).network, work)
    // By person: one may have many devices and sessions.
    return known.run(String(guesser.personId), work)
  }

  async function tried<Result extends Tried>(guesser: Guesser, work: () => Promise<Result>): Promise<Result> {
    const admission = throttle.take(guesser)
    if (!admission.admitted) throw tooManyTries(admission.retryAfterSeconds)
    let failed = false
    try {
      const result = await inTurn(guesser, work)
      failed = !result.ok
      return result
    } finally {
      // Also where nothing was verified: the database was away, or too many waited.
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
    tryAgain({ personId, row }, work) {
      // By the session that the password began: going to another account gives no further tries.
      return tried({ by: 'session', id: String(row.first_id), personId }, work)
    },
  }
}
