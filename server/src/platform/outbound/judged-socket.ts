/**
 * TCP connections to hosts named by users, for example mail servers. The host is resolved and checked for each
 * connection.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { resolveTarget } from './resolve.ts'
import type { HostResolver } from './resolve.ts'
import { connectError, tryAddresses } from './socket-connect.ts'
import type { ConnectError } from './socket-connect.ts'
import { checkHostText } from './url-policy.ts'
import type { ReceiverPolicy } from './url-policy.ts'

export interface SocketTarget {
  /** A name, or an address without brackets. */
  host: string
  port: number
  /** Other ports are allowed only if the operator allows the host, or all its addresses. */
  publicPorts: ReadonlySet<number>
}

export type SocketError = ConnectError | 'exhausted' | 'dns_error' | 'address_not_public' | 'port_not_allowed'

export type JudgedSocket = { ok: true; socket: Socket } | { ok: false; error: SocketError }

const RESOLVE_TIMEOUT_MS = 5_000
/** For all addresses of a host together. */
const CONNECT_TIMEOUT_MS = 10_000

/** Opens a TCP connection to the host. Never throws. The caller handles everything above TCP, for example TLS. */
export async function connectJudged(
  { policy, resolver, clock }: { policy: ReceiverPolicy; resolver: HostResolver; clock: Pick<Clock, 'monotonic'> },
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
  const limit = { clock, timeoutMs: CONNECT_TIMEOUT_MS }
  const connected = await tryAddresses(resolved.addresses, limit, (address, partMs) => connectTo(address, port, partMs))
  return connected ?? { ok: false, error: 'connect_timeout' }
}

function connectTo(address: string, port: number, timeoutMs: number): Promise<JudgedSocket> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port })
    const fail = (error: SocketError): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ok: false, error })
    }
    const onError = (error: Error): void => {
      const word = connectError(error)
      // There is no TLS here, so the error is not about TLS.
      fail(word === 'tls_error' ? 'connection_refused' : word)
    }
    // Our own timer, because a socket's timer restarts with every byte.
    const timer = setTimeout(fail, timeoutMs, 'connect_timeout')
    socket.once('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', onError)
      // Ignores errors until the caller listens.
      socket.on('error', () => {})
      resolve({ ok: true, socket })
    })
  })
}
