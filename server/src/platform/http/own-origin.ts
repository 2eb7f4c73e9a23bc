import { isIP } from 'node:net'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether the host of a URL is this machine's loopback. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname)

/**
 * Whether a page of this service sent the request with this `Origin`: that of PUBLIC_URL. Without PUBLIC_URL, the origin must
 * have the host of the request, and the host must be an address or `localhost`. A name proves nothing: in DNS rebinding, both
 * are the name of the other site. `host`: the header of the request.
 */
export function isOwnOrigin(origin: string, host: string, publicUrl: string | null): boolean {
  if (publicUrl !== null) return origin === new URL(publicUrl).origin
  if (!URL.canParse(origin)) return false
  const { host: ofOrigin, hostname } = new URL(origin)
  const isName = !isLoopbackHost(hostname) && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  return ofOrigin === host && !isName
}
