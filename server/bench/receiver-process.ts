/**
 * The receiver's process. It responds to every POST with an empty 200, except hanging requests, as cheaply as Node can. It
 * reports certain numbers of POSTs to its parent. It is written by hand on sockets, to keep CPU time for the measured
 * processes.
 */
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { readEpochMs } from './epoch.ts'
import type { FromReceiver, ToReceiver } from './receiver.ts'

const RESPONSE = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
const LAST_RESPONSE = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
const EVENT_ID = /\r\nx-service-event-id: (\S+)/i
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i
const NOTHING = Buffer.alloc(0)

/** `POST /hang...` gets no response and is not counted. `POST /slow...` gets a late one. */
const KIND_INDEX = 'POST /'.length
const HANGING_BYTE = 'h'.charCodeAt(0)
const SLOW_BYTE = 's'.charCodeAt(0)
const SLOW_RESPONSE_MS = 100

let posts = 0
let connections = 0
let marks: readonly number[] = []
let closeShare = 0
/** Connections still to be closed: each response adds the share, and at 1 a connection is closed. */
let closesOwed = 0
/** By event. Null: arrivals are not kept. */
let arrivals: Map<string, number> | null = null
/** Difference between the monotonic time and ms since the epoch. */
let epochMs = 0

function tell(message: FromReceiver): void {
  process.send!(message)
}

function counted(): void {
  posts += 1
  if (marks.includes(posts)) tell({ kind: 'mark', posts, connections, atMs: performance.now() })
}

function arrived(request: Buffer, firstByteMs: number): void {
  const eventId = EVENT_ID.exec(request.toString('latin1'))?.[1]
  if (eventId !== undefined && !arrivals!.has(eventId)) arrivals!.set(eventId, epochMs + firstByteMs)
}

function respond(socket: Socket): void {
  closesOwed += closeShare
  if (closesOwed < 1) {
    socket.write(RESPONSE)
    return
  }
  closesOwed -= 1
  socket.end(LAST_RESPONSE)
}

/** Bytes of the first request in `bytes`, or 0 while it is incomplete. */
function requestBytes(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return 0
  const length = CONTENT_LENGTH.exec(bytes.toString('latin1', 0, headEnd))?.[1]
  const wanted = headEnd + 4 + Number(length ?? 0)
  return bytes.length < wanted ? 0 : wanted
}

function serve(socket: Socket): void {
  let held: Buffer = NOTHING
  let firstByteMs = 0
  connections += 1
  socket.setNoDelay(true)
  // A stopped sender may close its connections at any time.
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    if (held.length === 0) firstByteMs = performance.now()
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let bytes = requestBytes(held); bytes > 0; bytes = requestBytes(held)) {
      const kind = held[KIND_INDEX]
      if (arrivals !== null && kind !== HANGING_BYTE) arrived(held.subarray(0, bytes), firstByteMs)
      held = held.length === bytes ? NOTHING : held.subarray(bytes)
      if (kind === HANGING_BYTE) continue
      counted()
      if (kind === SLOW_BYTE) setTimeout(respond, SLOW_RESPONSE_MS, socket)
      else respond(socket)
    }
  })
}

function start({ certificate, place }: ToReceiver & { kind: 'start' }): void {
  const server: Server =
    certificate === null
      ? createTcpServer(serve)
      : createTlsServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, serve)
  server.listen(place.port, place.address, () =>
    tell({ kind: 'listening', port: (server.address() as AddressInfo).port }),
  )
}

process.on('message', (message: ToReceiver) => {
  switch (message.kind) {
    case 'start':
      return start(message)
    case 'expect':
      posts = 0
      connections = 0
      marks = message.marks
      return tell({ kind: 'expecting' })
    case 'close':
      closesOwed = 0
      closeShare = message.share
      return
    case 'keep':
      if (message.arrivals) epochMs = readEpochMs()
      arrivals = message.arrivals ? new Map() : null
      return
    case 'tell':
      return tell({ kind: 'arrivals', arrivals: [...(arrivals ?? [])] })
  }
})
// The parent has ended.
process.on('disconnect', () => process.exit(0))
