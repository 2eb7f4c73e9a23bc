/**
 * The cookie of a browser in which a member has signed in before. It does not authenticate. It only separates the
 * member's attempts from those of strangers (OWASP: device cookies).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fromBase64url } from '../../platform/id-tokens.ts'
import type { Clock } from '../../platform/clock.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { readCookie } from './sessions/cookie.ts'

/** The maximum age of cookies in browsers, s: 400 days (RFC 6265bis). */
const AGE_SECONDS_MAX = 400 * 86_400

const ID_CHARACTERS = 22
const COOKIE_PATTERN = /^([0-9A-Za-z]{22})\.([1-9]\d{0,15})\.(\d{1,12})\.([\w-]{43})$/

export interface DeviceCookies {
  /** The `Set-Cookie` value, after a person has signed in with the email. */
  issue(email: string, personId: number): string
  /** The device of the cookie in the headers (name, value, ...). Null if it was not issued for the email. */
  read(rawHeaders: readonly string[], email: string): Device | null
}

export interface Device {
  id: string
  /** The person who signed in there. Several people may have the email, but the device only counts for this person. */
  personId: number
}

/** `keys`: the first one signs, all of them verify. `secure`: browsers reach the service by TLS. */
export function createDeviceCookies({
  keys,
  clock,
  secure,
}: {
  keys: readonly Buffer[]
  clock: Clock
  secure: boolean
}): DeviceCookies {
  const name = secure ? '__Host-tidings_device' : 'tidings_device'

  function signature(key: Buffer, signed: string, email: string): Buffer {
    return createHmac('sha256', key).update(`${signed}.${email}`).digest()
  }

  return {
    issue(email, personId) {
      const id = randomBase62(ID_CHARACTERS)
      const issuedAt = String(Math.floor(clock.now() / 1000))
      const signed = `${id}.${personId}.${issuedAt}`
      const value = `${signed}.${signature(keys[0]!, signed, email).toString('base64url')}`
      const cookie = `${name}=${value}; Path=/; Max-Age=${AGE_SECONDS_MAX}; HttpOnly; SameSite=Strict`
      return secure ? `${cookie}; Secure` : cookie
    },
    read(rawHeaders, email) {
      const [, id, person, issuedAt, mac] = COOKIE_PATTERN.exec(readCookie(rawHeaders, name) ?? '') ?? []
      if (id === undefined || issuedAt === undefined || mac === undefined) return null
      if (Number(issuedAt) + AGE_SECONDS_MAX < clock.now() / 1000) return null
      const given = fromBase64url(mac)
      if (given === null) return null
      const signed = `${id}.${person}.${issuedAt}`
      const isOurs = keys.some((key) => timingSafeEqual(signature(key, signed, email), given))
      return isOurs ? { id, personId: Number(person) } : null
    },
  }
}
