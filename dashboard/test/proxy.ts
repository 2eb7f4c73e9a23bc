/** A proxy of TCP connections to a service, for tests that take the service away from a page. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export interface Proxy {
  url: string
  /** Ends all connections, and refuses new ones. */
  goAway(): Promise<void>
  /** Accepts connections again, on the same port. */
  comeBack(): Promise<void>
}

export async function startProxy(target: string): Promise<Proxy> {
  const port = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  function serve(socket: Socket): void {
    const onward = connect(port, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward)
    onward.pipe(socket)
  }
  let server: Server
  async function listen(at: number): Promise<void> {
    server = createServer(serve)
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port: own } = server!.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    async goAway() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    comeBack: () => listen(own),
  }
}
