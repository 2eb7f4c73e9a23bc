import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isOwnOrigin } from '../../../platform/http/own-address.ts'

/** The session's cookie, and checks against forged requests. All functions are pure. */

/** Whether browsers reach the service by TLS. The cookie is then sent by TLS only. */
export function isSecure({ publicUrl }: { publicUrl: string | null }): boolean {
  return publicUrl?.startsWith('https:') === true
}

/** With TLS, the name begins with `__Host-`: browsers then accept it from this host only, and send it by TLS only. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-tidings_session' : 'tidings_session'
}

/** The session's token in the headers (name, value, name, value, ...). Null without the cookie. */
export function readSessionCookie(rawHeaders: readonly string[], secure: boolean): string | null {
  return readCookie(rawHeaders, sessionCookieName(secure))
}

/**
 * A cookie's value, null without it. Two cookies with the name give `''`, because a neighbouring site may have set one.
 */
export function readCookie(rawHeaders: readonly string[], cookie: string): string | null {
  let found: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() !== 'cookie') continue
    for (const pair of rawHeaders[index + 1]!.split(';')) {
      const [name = '', value = ''] = pair.split(/=(.*)/s, 2)
      if (name.trim() !== cookie) continue
      if (found !== null) return ''
      found = value.trim()
    }
  }
  return found
}

/** The `Set-Cookie` value for a token. Scripts cannot read it, and forms of other sites do not send it. */
export function sessionCookie(token: string, maxAgeSeconds: number, secure: boolean): string {
  const cookie = `${sessionCookieName(secure)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
  return secure ? `${cookie}; Secure` : cookie
}

/** The `Set-Cookie` value that removes the cookie. */
export function endedCookie(secure: boolean): string {
  return sessionCookie('', 0, secure)
}

/** The value for `X-CSRF-Token`. It is derived from the session's token, which other sites cannot know. */
export function csrfTokenOf(token: string): string {
  return hash('sha256', `csrf:${token}`, 'base64url')
}

export function isCsrfToken(given: string, token: string): boolean {
  const expected = Buffer.from(csrfTokenOf(token))
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * The origin of a request, as the browser reports it. `unknown`: not reported, as by programs and very old browsers.
 */
export type RequestSite = 'same' | 'other' | 'unknown'

/**
 * `Sec-Fetch-Site` decides if it is present: scripts cannot set it, and browsers send it only to hosts that DNS rebinding cannot
 * take. Otherwise `Origin` decides.
 */
export function siteOf(headers: IncomingHttpHeaders, host: string, publicUrl: string | null): RequestSite {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'same' : 'other'
  const { origin } = headers
  if (origin === undefined) return 'unknown'
  return isOwnOrigin(origin, host, publicUrl) ? 'same' : 'other'
}
