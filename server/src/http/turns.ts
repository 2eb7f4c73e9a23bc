import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './route.ts'

/**
 * Bounds the work that one connection brings into one turn of the event loop, and in all.
 *
 * Node's parser takes up to 64 KiB of a connection at once: 2,000 small requests, or 10,000 chunks of a body. Here it gets
 * small pieces. After a piece with the head of a request, the rest waits in a line. In each turn one connection of the line
 * goes on, so the others are served in between: a request needs many turns, and twenty bursts would make each of them long.
 * Clients and proxies that send one request after the other notice nothing.
 */

/** Requests of a connection without a complete response. The last of them closes the connection. */
const UNANSWERED_MAX = 16
/** Every piece but the last of a read has at least this many bytes, and ends after an empty line if there is one. */
const PIECE_BYTES = 256
/** Many small chunks cost the parser more than one large one. */
const CHUNKED_PIECE_BYTES = 4 * 1024
/** libuv reads this many bytes at most, and reads on in the same turn if it got all of them. */
const READ_BYTES_MAX = 64 * 1024
/** A body may have this many chunks of any size. After them, its chunks must have `CHUNK_BYTES_MIN` on average. */
const SMALL_CHUNKS_MAX = 1_000
/** Half of what the error asks for, because a chunk at the end of a piece counts as two. */
const CHUNK_BYTES_MIN = 32
/**
 * Input that is discarded after the response, because a reset would often arrive before it: of a body of announced length,
 * and of other input. The service then reads nothing more and waits for the caller to hang up.
 */
const ANNOUNCED_BYTES_MAX = 8 * 1024 * 1024
const UNANNOUNCED_BYTES_MAX = 256 * 1024
/** Time for the caller to hang up after the last response, ms. */
const HANG_UP_TIMEOUT_MS = 2_000

/** The error code for a body whose chunks are too small. `protocol-answers` has its response. */
export const SMALL_CHUNKS = 'TIDINGS_SMALL_CHUNKS'

const END_OF_HEAD = Buffer.from('\r\n\r\n')

interface Reading {
  unanswered: number
  /** The newest request. */
  request: IncomingMessage | null
  /** No further request begins. */
  isLast: boolean
  /** Nothing more is read, not even the rest of a body. */
  isEnded: boolean
  discardedBytes: number
}

const readings = new WeakMap<Socket, Reading>()
const chunks = new WeakMap<IncomingMessage, number>()

/** The number of chunks in which a body of unannounced length has arrived. 0 for other bodies. */
export function chunksOf(request: IncomingMessage): number {
  return chunks.get(request) ?? 0
}

/**
 * Reads nothing more from the connection and closes it after the response in progress. The caller has some time to read the
 * response: what it sends in this time is discarded, without parsing.
 */
function endReading(socket: Socket): void {
  const reading = readings.get(socket)
  if (reading === undefined || reading.isEnded) return
  reading.isEnded = true
  // Node calls it after the last response.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), HANG_UP_TIMEOUT_MS)
    socket.once('end', () => socket.destroy())
    socket.once('close', () => clearTimeout(timer))
    socket.resume()
  }
}

/** True if the request has a body that has not arrived completely. */
function isArriving({ headers, complete }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
}

/** Splits what arrives, and bounds the requests of each connection. Call it before routes are registered. */
export function boundTurns(app: App): void {
  const { server } = app
  const [handle] = server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  server.off('request', handle)
  server.on('request', (request, response) => {
    const reading = readings.get(request.socket)
    if (reading === undefined || begin(reading, request, response)) handle(request, response)
  })
  const line = createLine()
  server.on('connection', (socket) => readInTurns(socket, line))
  server.on('connect', (_request, socket) => endReading(socket as Socket))
  app.addHook('onSend', ({ raw, failure }, reply, _payload, done) => {
    const isUnwanted = isArriving(raw)
    // If the response does not wait for the body, nothing needs the body.
    if (isUnwanted) void reply.header('connection', 'close')
    // The parser still reads behind a stream, so that an invalid request ends it.
    const isRefused = failure !== null && reply.getHeader('connection') === 'close'
    if (isUnwanted || isRefused) endReading(raw.socket)
    done()
  })
}

/** Paused connections. The first one goes on in the next turn of the event loop. */
function createLine() {
  const waiting = new Set<Socket>()
  let isTurnDue = false

  function goOn(): void {
    for (const socket of waiting) {
      waiting.delete(socket)
      if (socket.destroyed) continue
      socket.resume()
      break
    }
    isTurnDue = waiting.size > 0
    if (isTurnDue) setImmediate(goOn)
  }

  return {
    wait(socket: Socket): void {
      socket.pause()
      waiting.add(socket)
      if (!isTurnDue) setImmediate(goOn)
      isTurnDue = true
    },
    leave: (socket: Socket): void => void waiting.delete(socket),
  }
}

/** Counts the request. False: the connection was to close before it, so it gets no response. */
function begin(reading: Reading, request: IncomingMessage, response: ServerResponse): boolean {
  if (reading.isLast || reading.isEnded) return false
  reading.request = request
  reading.unanswered += 1
  response.once('close', () => (reading.unanswered -= 1))
  if (reading.unanswered >= UNANSWERED_MAX) {
    reading.isLast = true
    response.setHeader('connection', 'close')
  }
  if (request.headers['transfer-encoding'] !== undefined) boundChunks(request)
  return true
}

/** Counts the chunks of a body. If they are too small, the connection gets an error and closes. */
function boundChunks(request: IncomingMessage): void {
  const { socket } = request
  const push = request.push.bind(request)
  let count = 0
  let bytes = 0
  request.push = (chunk: Buffer | null) => {
    if (chunk === null) return push(chunk)
    count += 1
    bytes += chunk.length
    chunks.set(request, count)
    if (count <= SMALL_CHUNKS_MAX || bytes >= count * CHUNK_BYTES_MIN) return push(chunk)
    const reading = readings.get(socket)!
    if (!reading.isEnded) {
      reading.isEnded = true
      // @ts-expect-error Node's own listeners get these arguments. The types of `emit` do not know the event.
      socket.server.emit('clientError', Object.assign(new Error('Small chunks'), { code: SMALL_CHUNKS }), socket)
    }
    return false
  }
}

function readInTurns(socket: Socket, line: ReturnType<typeof createLine>): void {
  const reading: Reading = { unanswered: 0, request: null, isLast: false, isEnded: false, discardedBytes: 0 }
  readings.set(socket, reading)
  // Node's own listener, which parses. Without this step, Node parses in native code and calls no listener.
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]
  socket.off('data', parse)

  socket.on('data', (bytes: Buffer) => {
    // If Node has resumed it, it waits no longer.
    line.leave(socket)
    for (let rest = bytes; rest.length > 0;) {
      if (isOver(reading, socket)) return discard(reading, socket, rest)
      const before = reading.request
      const size = pieceBytes(rest, before)
      parse(rest.subarray(0, size))
      rest = rest.subarray(size)
      if (rest.length === 0 || isOver(reading, socket)) continue
      const isPaused = socket.isPaused()
      const mayBeginAnother = reading.request !== before && reading.request!.complete
      if (!isPaused && !mayBeginAnother) continue
      // If Node has paused it, Node also resumes it.
      if (!isPaused) line.wait(socket)
      return socket.unshift(rest)
    }
    if (bytes.length >= READ_BYTES_MAX && !socket.isPaused()) line.wait(socket)
  })
}

function isOver({ isEnded, isLast, request }: Reading, socket: Socket): boolean {
  return isEnded || socket.destroyed || (isLast && request!.complete)
}

function discard(reading: Reading, socket: Socket, { length }: Buffer): void {
  reading.discardedBytes += length
  const isAnnounced = reading.request?.headers['content-length'] !== undefined
  if (reading.discardedBytes > (isAnnounced ? ANNOUNCED_BYTES_MAX : UNANNOUNCED_BYTES_MAX)) socket.pause()
}

/** The number of bytes for the parser. A head ends with an empty line, so few heads are in one piece. */
function pieceBytes(rest: Buffer, request: IncomingMessage | null): number {
  if (rest.length <= PIECE_BYTES) return rest.length
  const isChunked = request !== null && !request.complete && request.headers['transfer-encoding'] !== undefined
  const most = isChunked ? Math.min(rest.length, CHUNKED_PIECE_BYTES) : rest.length
  const end = rest.indexOf(END_OF_HEAD, PIECE_BYTES - END_OF_HEAD.length)
  return end === -1 ? most : Math.min(most, end + END_OF_HEAD.length)
}
