/** Connections to servers that users name by a host, as mail servers: resolved, judged, and made to an address just judged. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { resolveTarget } from './resolve.ts'
import type { HostResolver } from './resolve.ts'
import { connectError } from './socket-connect.ts'
import type { ConnectError } from './socket-connect.ts'
import { checkHostText } from './url-policy.ts'
import type { ReceiverPolicy } from './url-policy.ts'

export interface SocketTarget {
  /** A name, or an address without brackets. */
  host: string
  port: number
  /** Any other port needs the operator's leave for the host, or for each of its addresses. */
  publicPorts: ReadonlySet<number>
}

export type SocketError = ConnectError | 'exhausted' | 'dns_error' | 'address_not_public' | 'port_not_allowed'

export type JudgedSocket = { ok: true; socket: Socket } | { ok: false; error: SocketError }

const RESOLVE_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 10_000
/** Addresses of one host that are tried in turn. */
const ADDRESSES_TRIED_MAX = 3

/** A TCP connection to the host; it never throws. What is sent over it, TLS included, is the caller's to do. */
export async function connectJudged(
  { policy, resolver }: { policy: ReceiverPolicy; resolver: HostResolver },
  { host, port, publicPorts }: SocketTarget,
): Promise<JudgedSocket> {
  const checked = checkHostText(host, policy)
  if (!checked.ok) return { ok: false, error: 'address_not_public' }
  const resolved = await resolveTarget(checked.host, resolver, policy, RESOLVE_TIMEOUT_MS)
  if (!resolved.ok) return resolved
  const isAllowed =
    policy.allowsHost(checked.host.hostname) ||
    resolved.addresses.every((address) => policy.address(address) === 'allowed')
  if (!publicPorts.has(port) && !isAllowed) return { ok: false, error: 'port_not_allowed' }
  let result: JudgedSocket = { ok: false, error: 'connection_refused' }
  for (const address of resolved.addresses.slice(0, ADDRESSES_TRIED_MAX)) {
    result = await connectTo(address, port)
    if (result.ok) break
  }
  return result
}

function connectTo(address: string, port: number): Promise<JudgedSocket> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port })
    const fail = (error: SocketError): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ok: false, error })
    }
    const onError = (error: Error): void => {
      const word = connectError(error)
      // Without TLS there is none that could go wrong.
      fail(word === 'tls_error' ? 'connection_refused' : word)
    }
    // Our own timer: a socket's would start anew with every byte.
    const timer = setTimeout(fail, CONNECT_TIMEOUT_MS, 'connect_timeout')
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
