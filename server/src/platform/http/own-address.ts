import { BlockList, isIPv6, isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { errorCode } from '../db/database-error.ts'
import { StartError } from '../db/servers/start-error.ts'
import type { App } from './route.ts'

/** Returns the start of links to the service, or null if no reachable address is known. */
export type LinkBase = () => string | null

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether the host is this machine's loopback. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

/** The URL of a service that listens on the host and port. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * The start of links in mails and invitations: PUBLIC_URL. Without it, the address that the service listens on, if that
 * is loopback. Otherwise null: the Host header is the caller's choice, and a forged one would send the link's secret to
 * an attacker. `boundPort`: the actual port if PORT is 0.
 */
export function linkBaseOf(
  { publicUrl, host, port }: { publicUrl: string | null; host: string; port: number },
  boundPort = port,
): string | null {
  return publicBaseOf({ publicUrl }) ?? (isLoopback(host) ? urlOf(host, boundPort) : null)
}

/** PUBLIC_URL without a slash at its end, or null. A command knows no other address: PORT of the service may differ. */
export const publicBaseOf = ({ publicUrl }: { publicUrl: string | null }): string | null =>
  publicUrl?.replace(/\/$/, '') ?? null

export interface ListenAddress {
  host: string
  port: number
  /** The variable to change if the port cannot be used. */
  variable: string
  /** What else the operator may do if the port is taken. */
  otherwise?: string
}

/**
 * Listens, and returns the port.
 * @throws {StartError} if the port or the address cannot be used.
 */
export async function listen(app: App, { host, port, variable, otherwise = '' }: ListenAddress): Promise<number> {
  try {
    // For `localhost`, Fastify would open a second server for the other family, without this one's limits.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} of ${host} is already in use: set ${variable} to another port${otherwise}`, {
        cause: error,
      })
    if (code === 'EACCES')
      throw new StartError(
        `Port ${port} of ${host} is not allowed for this user: set ${variable} to a port above 1023`,
        { cause: error },
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is not an address of this machine`, { cause: error })
    throw error
  }
  return (app.server.address() as AddressInfo).port
}

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
