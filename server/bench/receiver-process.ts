/**
 * The receiver's process: answers every POST, but those that are to hang, with an empty 200, as cheaply as Node can, and
 * tells its parent when certain numbers of them have come. Hand-written on TLS sockets so that it has room to spare beside what is measured.
 */
import { createServer } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import type { FromReceiver, ToReceiver } from './receiver.ts'

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i
const NOTHING = Buffer.alloc(0)

/** `POST /hang...` is neither answered nor counted, `POST /slow...` is answered late. */
const KIND_INDEX = 'POST /'.length
const HANGING_BYTE = 'h'.charCodeAt(0)
const SLOW_BYTE = 's'.charCodeAt(0)
const SLOW_ANSWER_MS = 100

let posts = 0
let connections = 0
let marks: readonly number[] = []

function tell(message: FromReceiver): void {
  process.send!(message)
}

function counted(): void {
  posts += 1
  if (marks.includes(posts)) tell({ kind: 'mark', posts, connections, atMs: performance.now() })
}

/** Bytes of the first request in `bytes`, or 0 while it is incomplete. */
function requestBytes(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return 0
  const length = CONTENT_LENGTH.exec(bytes.toString('latin1', 0, headEnd))?.[1]
  const wanted = headEnd + 4 + Number(length ?? 0)
  return bytes.length < wanted ? 0 : wanted
}

function serve(socket: TLSSocket): void {
  let held: Buffer = NOTHING
  connections += 1
  socket.setNoDelay(true)
  // A sender that is stopped closes its connections as it likes.
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let bytes = requestBytes(held); bytes > 0; bytes = requestBytes(held)) {
      const kind = held[KIND_INDEX]
      held = held.length === bytes ? NOTHING : held.subarray(bytes)
      if (kind === HANGING_BYTE) continue
      counted()
      if (kind === SLOW_BYTE) setTimeout(() => socket.write(ANSWER), SLOW_ANSWER_MS)
      else socket.write(ANSWER)
    }
  })
}

process.on('message', (message: ToReceiver) => {
  if (message.kind === 'expect') {
    posts = 0
    connections = 0
    marks = message.marks
    tell({ kind: 'expecting' })
    return
  }
  const server = createServer({ key: message.key, cert: message.cert, ALPNProtocols: ['http/1.1'] }, serve)
  server.listen(0, '127.0.0.1', () => tell({ kind: 'listening', port: (server.address() as AddressInfo).port }))
})
// The parent has gone.
process.on('disconnect', () => process.exit(0))
