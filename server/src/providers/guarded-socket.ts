/** Connections to servers that users name by a host, as mail servers: resolved, judged, and made to an address just judged. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { errorCode } from '../db/database-error.ts'
import { resolveTarget } from '../outbound/resolve.ts'
import type { HostResolver } from '../outbound/resolve.ts'
import { checkHostText } from '../outbound/url-policy.ts'
import type { ReceiverPolicy } from '../outbound/url-policy.ts'
import { cause } from './causes.ts'
import { connectionCause } from './connection-cause.ts'

export interface SocketTarget {
  /** A name, or an address without brackets. */
  host: string
  port: number
  /** Any other port needs the operator's leave for the host, or for each of its addresses. */
  publicPorts: ReadonlySet<number>
}

export type GuardedSocket =
  | { ok: true; socket: Socket }
  /** `cause` as in a `SendResult`: a fixed word, and for what the operator can allow the names of the variables. */
  | { ok: false; cause: string }

/** What opens the way to a host inside the operator's own network. */
export const PROVIDER_ALLOWANCE = 'PROVIDER_ALLOW_CIDRS or PROVIDER_ALLOW_HOSTS'

export const RESOLVE_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 10_000
/** Addresses of one host that are tried in turn. */
export const ADDRESSES_TRIED_MAX = 3

const refused = (word: 'address_not_public' | 'port_not_allowed'): GuardedSocket => ({
  ok: false,
  cause: cause(word, `${PROVIDER_ALLOWANCE} can allow it`),
})

/** A TCP connection to the host; it never throws. What is sent over it, TLS included, is the caller's to do. */
export async function connectGuarded(
  { policy, resolver }: { policy: ReceiverPolicy; resolver: HostResolver },
  { host, port, publicPorts }: SocketTarget,
): Promise<GuardedSocket> {
  const checked = checkHostText(host, policy)
  if (!checked.ok) return refused('address_not_public')
  const resolved = await resolveTarget(checked.host, resolver, policy, RESOLVE_TIMEOUT_MS)
  if (!resolved.ok)
    return resolved.error === 'dns_error' ? { ok: false, cause: cause('dns_error') } : refused('address_not_public')
  const isAllowed =
    policy.allowsHost(checked.host.hostname) ||
    resolved.addresses.every((address) => policy.address(address) === 'allowed')
  if (!publicPorts.has(port) && !isAllowed) return refused('port_not_allowed')
  let result: GuardedSocket = { ok: false, cause: cause('connection_refused') }
  for (const address of resolved.addresses.slice(0, ADDRESSES_TRIED_MAX)) {
    result = await connectTo(address, port)
    if (result.ok) break
  }
  return result
}

function connectTo(address: string, port: number): Promise<GuardedSocket> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port })
    const fail = (text: string): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ok: false, cause: text })
    }
    const onError = (error: Error): void => fail(cause(connectionCause(errorCode(error) ?? '') ?? 'connection_refused'))
    // Our own timer: a socket's would start anew with every byte.
    const timer = setTimeout(() => fail(cause('timeout')), CONNECT_TIMEOUT_MS)
    socket.once('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', onError)
      // Until the caller listens itself.
      socket.on('error', () => {})
      resolve({ ok: true, socket })
    })
  })
}
