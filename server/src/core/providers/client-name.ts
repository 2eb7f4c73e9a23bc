import { isIP } from 'node:net'

/** The host of `PUBLIC_URL`, if others can know it by name: no address, no `localhost`, no single label. */
function publicHost(publicUrl: string): string | null {
  const host = new URL(publicUrl).hostname.replace(/\.$/, '')
  const isName = host.includes('.') && isIP(host) === 0 && !host.startsWith('[') && !/\.localhost$/i.test(host)
  return isName ? host : null
}

/**
 * The name by which the service greets mail servers (EHLO, RFC 5321 section 4.1.1.1): the host of `PUBLIC_URL`, else the
 * name of the machine if it has a dot, else the domain of the sender. Some servers refuse a client that gives a loopback
 * address, which is the mail library's choice in a container. `sender`: an address in ASCII.
 */
export function clientName(publicUrl: string | null, machine: string, sender: string): string {
  const ofUrl = publicUrl === null ? null : publicHost(publicUrl)
  if (ofUrl !== null) return ofUrl
  return machine.includes('.') ? machine : sender.slice(sender.lastIndexOf('@') + 1)
}
