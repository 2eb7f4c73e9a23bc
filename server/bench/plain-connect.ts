/** In the place of `node:tls` where the service connects to webhook endpoints: see plain-transport.ts. */
import { connect as connectTcp } from 'node:net'
import type { Socket, TcpNetConnectOpts } from 'node:net'

export { createSecureContext, getCACertificates } from 'node:tls'

/** A TCP connection that says of itself what a TLS connection says when its handshake is done. */
export function connect({ host, port, onread }: TcpNetConnectOpts): Socket {
  const socket = connectTcp({ host, port, onread })
  socket.once('connect', () => socket.emit('secureConnect'))
  return socket
}
