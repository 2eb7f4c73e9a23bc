/**
 * The cookie of a browser in which a member has signed in before. It signs no one in: it shows that the browser is the
 * member's, so that its tries are not counted with those of strangers (OWASP: device cookies).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { randomBase62 } from '../ids.ts'
import { readCookie } from './sessions/cookie.ts'

/** The longest that browsers keep a cookie, s: 400 days (RFC 6265bis). */
const AGE_SECONDS_MAX = 400 * 86_400

const ID_CHARACTERS = 22
const COOKIE_PATTERN = /^([0-9A-Za-z]{22})\.([1-9]\d{0,15})\.(\d{1,12})\.([\w-]{43})$/

export interface DeviceCookies {
  /** `Set-Cookie` for a browser in which the person with the email has just signed in. */
  issue(email: string, personId: number): string
  /** The device by its cookie among the headers (name, value, ...), if it was issued for the email; else null. */
  read(rawHeaders: readonly string[], email: string): Device | null
}

export interface Device {
  id: string
  /** Who signed in there: several people may have the email, and the device is known for this one alone. */
  personId: number
}

/** `keys`: the first one signs, each of them verifies. `secure`: browsers reach the service by TLS. */
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
      const given = Buffer.from(mac, 'base64url')
      const signed = `${id}.${person}.${issuedAt}`
      const isOurs = keys.some((key) => timingSafeEqual(signature(key, signed, email), given))
      return isOurs ? { id, personId: Number(person) } : null
    },
  }
}
