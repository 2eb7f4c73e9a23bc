import { BlockList, isIPv6 } from 'node:net'

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
  if (publicUrl !== null) return publicUrl.replace(/\/$/, '')
  return isLoopback(host) ? urlOf(host, boundPort) : null
}
