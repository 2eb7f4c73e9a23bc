import { BlockList, isIPv6 } from 'node:net'

/** What links to the service begin with, or null if no address is known that they may lead to. */
export type LinkBase = () => string | null

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine reaches what listens on the host. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

/** The address of a service that listens there. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * What links in mails and invitations begin with: PUBLIC_URL, or where only this machine reaches the service, the address
 * that it listens on. Else there are no links: the header Host says what the caller likes, and a link that leads to an
 * attacker brings the secret along. `boundPort`: the one taken if PORT is 0.
 */
export function linkBaseOf(
  { publicUrl, host, port }: { publicUrl: string | null; host: string; port: number },
  boundPort = port,
): string | null {
  if (publicUrl !== null) return publicUrl.replace(/\/$/, '')
  return isLoopback(host) ? urlOf(host, boundPort) : null
}
