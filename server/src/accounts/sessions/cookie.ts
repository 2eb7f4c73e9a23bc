import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The cookie of a session, and what a request that is sent with it must show. All of it is pure. */

/** Whether browsers reach the service by TLS, so that the cookie may travel by nothing else. */
export function isSecure({ publicUrl }: { publicUrl: string | null }): boolean {
  return publicUrl?.startsWith('https:') === true
}

/** By TLS the name begins with `__Host-`: browsers then take it from this very host alone, and send it by TLS alone. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-tidings_session' : 'tidings_session'
}

/** The session's token in the headers (name, value, name, value, ...), null without the cookie. */
export function readSessionCookie(rawHeaders: readonly string[], secure: boolean): string | null {
  return readCookie(rawHeaders, sessionCookieName(secure))
}

/** The value of a cookie, null without it. Two of them have none (`''`): a neighbouring site may have set one. */
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

/** `Set-Cookie` for a token that scripts cannot read and other sites' forms do not send. */
export function sessionCookie(token: string, maxAgeSeconds: number, secure: boolean): string {
  const cookie = `${sessionCookieName(secure)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
  return secure ? `${cookie}; Secure` : cookie
}

/** `Set-Cookie` that removes it. */
export function endedCookie(secure: boolean): string {
  return sessionCookie('', 0, secure)
}

/** What a page of ours sends in `X-CSRF-Token`: it follows from the token, which no other site can know. */
export function csrfTokenOf(token: string): string {
  return hash('sha256', `csrf:${token}`, 'base64url')
}

export function isCsrfToken(given: string, token: string): boolean {
  const expected = Buffer.from(csrfTokenOf(token))
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** From where a browser says that a request comes; `unknown` if it does not say: then it is a program, or very old. */
export type RequestSite = 'same' | 'other' | 'unknown'

/**
 * `Sec-Fetch-Site` decides where it is sent: no script can set it, and a proxy that rewrites the host does not change
 * it. Else `Origin` does: it must name the host of this request, or be that of PUBLIC_URL.
 */
export function siteOf(headers: IncomingHttpHeaders, host: string, publicUrl: string | null): RequestSite {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'same' : 'other'
  const { origin } = headers
  if (origin === undefined) return 'unknown'
  if (!URL.canParse(origin)) return 'other'
  const isOurs = new URL(origin).host === host || (publicUrl !== null && origin === new URL(publicUrl).origin)
  return isOurs ? 'same' : 'other'
}
