/** Replaces `node:tls` where the service connects to webhook endpoints (plain-transport.ts). */
import { connect as connectTcp } from 'node:net'
import type { Socket, TcpNetConnectOpts } from 'node:net'

export { createSecureContext, getCACertificates } from 'node:tls'

/** A TCP connection that reports the same facts as a TLS connection after its handshake. */
export function connect({ host, port, onread }: TcpNetConnectOpts): Socket {
  const socket = connectTcp({ host, port, onread })
  socket.once('connect', () => socket.emit('secureConnect'))
  return socket
}
