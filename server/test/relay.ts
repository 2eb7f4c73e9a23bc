/** A relay of bytes before a receiver, which can let a connection be made and its handshake end, and nothing else pass. */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface Relay {
  port: number
  /** Of the connections made from now on only the handshake passes; resolves once the first of them holds more. */
  hold(): Promise<void>
  /** Connections made from now on pass whole. */
  open(): void
  close(): Promise<void>
}

/** A relay at a port of loopback to another one. */
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
      // The first is the client's greeting. With the second it has all that it needs of the handshake.
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
