/** A server that misbehaves on purpose, as broken or hostile receivers do. */
import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'

/** Handles one connection. `number` counts connections from 1, `reset` ends it with a TCP reset. */
export type Behaviour = (socket: Socket, number: number, reset: () => void) => void

export interface MisbehavingServer {
  port: number
  /** The number of connections so far. With TLS, of completed handshakes. */
  readonly connections: number
  /** The bytes received on each connection, decrypted. */
  received: Buffer[][]
  close(): Promise<void>
}

const DRIP_INTERVAL_MS = 5

/** With `tls` the behaviour starts after the handshake, otherwise with the TCP connection. */
export async function startMisbehavingServer(options: {
  behaviour: Behaviour
  tls?: TlsOptions
  host?: string
}): Promise<MisbehavingServer> {
  /** TCP connections by the peer's port. */
  const sockets = new Map<number, Socket>()
  const received: Buffer[][] = []
  const onConnection = (socket: Socket): void => {
    const chunks: Buffer[] = []
    received.push(chunks)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    const tcp = sockets.get(socket.remotePort ?? 0)
    options.behaviour(socket, received.length, () => void tcp?.resetAndDestroy())
  }
  const track = (socket: Socket): void => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
    socket.on('error', () => {})
  }
  const server: Server =
    options.tls === undefined
      ? createTcpServer({ allowHalfOpen: true })
      : createTlsServer({ allowHalfOpen: true, ...options.tls }, (socket) => {
          socket.on('error', () => {})
          onConnection(socket)
        })
  server.on('connection', (socket: Socket) => {
    track(socket)
    if (options.tls === undefined) onConnection(socket)
  })
  server.listen(0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return received.length
    },
    received,
    async close() {
      server.close()
      for (const socket of sockets.values()) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Runs `then` when the first bytes of the request arrive. */
function afterRequest(socket: Socket, then: () => void): void {
  socket.once('data', then)
}

/** Writes a piece every `DRIP_INTERVAL_MS` until the connection closes. */
function drip(socket: Socket, piece: (index: number) => string): void {
  let index = 0
  const timer = setInterval(() => socket.write(piece(index++)), DRIP_INTERVAL_MS)
  socket.on('close', () => clearInterval(timer))
}

/** Writes the same bytes endlessly, as fast as the peer reads. */
function flood(socket: Socket, bytes: Buffer | string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', write)
  write()
}

const GZIP_BOMB = gzipSync(Buffer.alloc(10_000_000))

const OK = 'HTTP/1.1 200 OK\r\n'

/** Responds to all data on a connection with this text. */
export const responding =
  (text: string): Behaviour =>
  (socket) =>
    socket.on('data', () => socket.write(text))

export const behaviours = {
  silent: () => {},
  closesAtOnce: (socket) => socket.destroy(),
  resetsAtOnce: (_socket, _number, reset) => reset(),
  resetsAfterRequest: (socket, _number, reset) => afterRequest(socket, reset),
  halfCloses: (socket) => afterRequest(socket, () => socket.end()),
  resetsInHeaders: (socket, _number, reset) => afterRequest(socket, () => socket.write(`${OK}X-A: b\r\n`, reset)),
  resetsInBody: (socket, _number, reset) =>
    afterRequest(socket, () => socket.write(`${OK}Content-Length: 10\r\n\r\nabc`, reset)),
  garbage: (socket) => afterRequest(socket, () => socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  garbageAtOnce: (socket) => void socket.write('220 mail.example.com ESMTP\r\n'),
  dripsHeaders: (socket) =>
    afterRequest(socket, () => drip(socket, (index) => (index === 0 ? OK : `X-${index}: a\r\n`))),
  dripsBody: (socket) =>
    afterRequest(socket, () => {
      socket.write(`${OK}Content-Length: 100000\r\n\r\n`)
      drip(socket, () => 'x')
    }),
  interimFlood: (socket) => afterRequest(socket, () => flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100))),
  endlessHeaders: (socket) =>
    afterRequest(socket, () => {
      socket.write(OK)
      flood(socket, `X-Header: ${'a'.repeat(8000)}\r\n`)
    }),
  endlessHeaderLine: (socket) =>
    afterRequest(socket, () => {
      socket.write(`${OK}X-Header: `)
      flood(socket, 'a'.repeat(16_000))
    }),
  hugeBody: (socket) =>
    afterRequest(socket, () => {
      socket.write(`${OK}Content-Length: 100000000000\r\n\r\n`)
      flood(socket, 'b'.repeat(64_000))
    }),
  endlessChunks: (socket) =>
    afterRequest(socket, () => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`)
      flood(socket, '1\r\nc\r\n'.repeat(1000))
    }),
  gzipBomb: (socket) =>
    afterRequest(socket, () => {
      socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${GZIP_BOMB.length}\r\n\r\n`)
      socket.write(GZIP_BOMB)
    }),
  twoResponses: responding(`${OK}Content-Length: 0\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n`),
  unaskedContinue: responding(`HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`),
} satisfies Record<string, Behaviour>
