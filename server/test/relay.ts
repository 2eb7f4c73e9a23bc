/** A relay in front of a receiver. It can pass a connection's TLS handshake and hold back all later bytes. */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface Relay {
  port: number
  /** For new connections only the handshake passes. Resolves when the first of them has more bytes to send. */
  hold(): Promise<void>
  /** New connections pass completely. */
  open(): void
  close(): Promise<void>
}

/** Starts a relay from a loopback port to another one. */
export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let holding: (() => void) | null = null

  const listener = createServer((client) => {
    const server = createConnection(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    const held = holding
    server.on('data', (chunk) => client.write(chunk))
    let chunks = 0
    client.on('data', (chunk) => {
      chunks += 1
      // The first chunk is the client's TLS greeting. The second one ends the handshake, so it is held.
      if (held === null || chunks === 1) server.write(chunk)
      else held()
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    hold: () => new Promise((resolve) => (holding = resolve)),
    open() {
      holding = null
    },
    async close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}
