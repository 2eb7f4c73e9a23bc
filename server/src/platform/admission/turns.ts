import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { monotonicMs } from '../clock.ts'
import { networksOf, proxies, unmapped } from './networks.ts'
import type { App } from '../http/route.ts'
import { LIMITS } from './limits.ts'
import { boundChunks, SMALL_CHUNKS } from './chunked-bodies.ts'
import type { ChunkedBody } from './chunked-bodies.ts'
import { TokenBuckets } from './token-buckets.ts'

/**
 * Bounds the work that one connection brings into one turn of the event loop, and in all.
 *
 * Node's parser takes up to 64 KiB of a connection at once: 2,000 small requests, or 10,000 chunks of a body. Here it gets
 * small pieces. After a request, the rest waits for the response, then in a line. In each turn one connection of the line
 * goes on. So a connection has one request at a time, as if its caller had waited for each response. Clients and proxies
 * that do so notice nothing.
 */

/** A piece of a body has at least this many bytes, and ends after an empty line if there is one. */
const PIECE_BYTES = 256
/** Many small chunks cost the parser more than one large one. After a piece with more than these, a body waits for a turn. */
const CHUNKED_PIECE_BYTES = 1024
const CHUNKS_OF_PIECE_MAX = 64
/** libuv reads this many bytes at most, and reads on in the same turn if it got all of them. */
const READ_BYTES_MAX = 64 * 1024
/**
 * The rest of a body of announced length is discarded after the response, up to this many bytes, because many callers read
 * no response before they have sent all. Of other input nothing more is read: Node takes 64 KiB of memory for each read.
 */
const DISCARDED_BYTES_MAX = 8 * 1024 * 1024
/** Time for the caller to hang up after the last response, ms. */
const HANG_UP_TIMEOUT_MS = 2_000

/**
 * The service ends the reading of a connection that misbehaves. Its caller can connect anew at once, and Node reads the first
 * 64 KiB of each new connection. So an address has a number of such ends (`LIMITS.endedReadings`), and new connections of an
 * address without any are read later. Others behind the same address wait no longer than this, ms.
 */
const READ_LATER_MS_MAX = 1_000

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const CARRIAGE_RETURN = 13
const LINE_FEED = 10

interface Reading {
  /** The newest request. */
  request: IncomingMessage | null
  /** Its body, if the length is not announced. */
  chunked: ChunkedBody | null
  /** Requests without a complete response. More than one only if a piece of a body had further requests behind it. */
  withoutResponse: number
  /** A response in progress closes the connection, so no further request begins. */
  isLast: boolean
  /** Input waits for the response or for a turn. */
  isHeld: boolean
  /** Nothing more is read, not even the rest of a body. */
  isEnded: boolean
  discardedBytes: number
  /** Charges the address of the connection. Null if it is charged already, or a trusted proxy. */
  charge: (() => void) | null
}

const readings = new WeakMap<Socket, Reading>()

/**
 * Parses nothing more from the connection and closes it after the response in progress. The caller has some time to read the
 * response. In this time the rest of a body of announced length is discarded, and nothing else is read.
 */
export function endReading(socket: Socket): void {
  const reading = readings.get(socket)
  if (reading === undefined || reading.isEnded) return
  reading.isEnded = true
  charge(reading)
  // Node calls it after the last response.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), HANG_UP_TIMEOUT_MS)
    socket.once('end', () => socket.destroy())
    socket.once('close', () => clearTimeout(timer))
    socket.resume()
  }
}

/** Charges a connection once. */
function charge(reading: Reading): void {
  reading.charge?.()
  reading.charge = null
}

/** True if the head of the request announces a body. */
function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Splits what arrives, and gives each connection one request at a time. Addresses in `trustProxy` connect for many callers,
 * so nothing of theirs is read later. Call it before routes are registered.
 */
export function boundTurns(app: App, trustProxy: readonly string[]): void {
  const { server } = app
  const [handle] = server.listeners('request') as [(request: IncomingMessage, response: ServerResponse) => void]
  server.off('request', handle)
  const goOnInTurn = createLine()
  server.on('request', (request, response) => {
    const { socket } = request
    const reading = readings.get(socket)!
    if (reading.isLast || reading.isEnded) return endReading(socket)
    reading.request = request
    reading.withoutResponse += 1
    response.once('close', () => {
      reading.withoutResponse -= 1
      if (reading.isHeld && reading.withoutResponse === 0) goOnInTurn(socket)
    })
    const isChunked = request.headers['transfer-encoding'] !== undefined
    reading.chunked = isChunked ? boundChunks(request, () => refuseChunks(server, socket, reading)) : null
    handle(request, response)
  })
  const isProxy = proxies(trustProxy)
  const ends = new TokenBuckets<string>(LIMITS.endedReadings.max, monotonicMs)
  server.on('connection', (socket) => {
    const address = unmapped(socket.remoteAddress ?? '')
    const reading = readInTurns(socket, goOnInTurn)
    if (isProxy(address)) return
    const { address: key } = networksOf(address)
    reading.charge = () => ends.take(key)
    const waitMs = Math.min(ends.waitMs(key), READ_LATER_MS_MAX)
    if (waitMs > 0) readLater(socket, reading, goOnInTurn, waitMs)
  })
  server.on('clientError', (_error, socket) => {
    const reading = readings.get(socket as Socket)
    if (reading !== undefined) charge(reading)
  })
  server.on('connect', (_request, socket) => endReading(socket as Socket))
  app.addHook('onSend', ({ raw: { socket }, raw, failure }, reply, _payload, done) => {
    const reading = readings.get(socket)
    const isUnwanted = !raw.complete && announcesBody(raw)
    // If the response does not wait for the body, nothing needs the body.
    if (isUnwanted) void reply.header('connection', 'close')
    const isLast = reply.getHeader('connection') === 'close'
    if (isUnwanted || (isLast && failure !== null)) endReading(socket)
    else if (isLast && reading !== undefined) {
      // The parser still reads behind a stream, so that an invalid request ends it.
      reading.isLast = true
      if (reading.isHeld) goOnInTurn(socket)
    }
    done()
  })
}

/** Returns a function for connections with input that waits. In each turn of the event loop, the first of them goes on. */
function createLine(): (socket: Socket) => void {
  const waiting = new Set<Socket>()
  let isTurnDue = false

  function goOn(): void {
    for (const socket of waiting) {
      waiting.delete(socket)
      const reading = readings.get(socket)!
      if (!reading.isHeld || socket.destroyed) continue
      reading.isHeld = false
      socket.resume()
      break
    }
    isTurnDue = waiting.size > 0
    if (isTurnDue) setImmediate(goOn)
  }

  return (socket) => {
    waiting.add(socket)
    if (!isTurnDue) setImmediate(goOn)
    isTurnDue = true
  }
}

function refuseChunks(server: App['server'], socket: Socket, reading: Reading): void {
  if (reading.isEnded) return
  reading.isEnded = true
  // Node's own listeners get these arguments.
  server.emit('clientError', Object.assign(new Error('Small chunks'), { code: SMALL_CHUNKS }), socket)
}

function hold(socket: Socket, reading: Reading): void {
  reading.isHeld = true
  socket.pause()
}

function readLater(socket: Socket, reading: Reading, goOnInTurn: (socket: Socket) => void, waitMs: number): void {
  hold(socket, reading)
  const timer = setTimeout(goOnInTurn, waitMs, socket)
  socket.once('close', () => clearTimeout(timer))
}

function readInTurns(socket: Socket, goOnInTurn: (socket: Socket) => void): Reading {
  const reading: Reading = {
    request: null,
    chunked: null,
    withoutResponse: 0,
    isLast: false,
    isHeld: false,
    isEnded: false,
    discardedBytes: 0,
    charge: null,
  }
  readings.set(socket, reading)
  // Node's own listener, which parses. Without this step, Node parses in native code and calls no listener.
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void]
  socket.off('data', parse)

  function waitForTurn(): void {
    // If Node has paused it, Node also resumes it.
    if (socket.isPaused() || reading.isEnded) return
    hold(socket, reading)
    goOnInTurn(socket)
  }

  socket.on('data', (bytes: Buffer) => {
    for (let rest = bytes; rest.length > 0;) {
      if (reading.isEnded || socket.destroyed) return discard(reading, socket, rest)
      const { request } = reading
      const isBody = request !== null && !request.complete
      // Node may have resumed it, but not for its turn.
      const mustWait = reading.isHeld || (!isBody && reading.withoutResponse > 0 && !reading.isLast)
      // If Node has paused it, Node also resumes it.
      if (mustWait && !socket.isPaused()) hold(socket, reading)
      if (socket.isPaused()) return socket.unshift(rest)
      const size = isBody ? bodyBytes(rest, request) : headBytes(rest)
      const chunked = isBody ? reading.chunked : null
      const chunksBefore = chunked?.count ?? 0
      parse(rest.subarray(0, size))
      rest = rest.subarray(size)
      reading.chunked?.flush()
      if (chunked !== null && chunked.count - chunksBefore > CHUNKS_OF_PIECE_MAX) waitForTurn()
    }
    if (bytes.length >= READ_BYTES_MAX) waitForTurn()
  })
  return reading
}

function discard(reading: Reading, socket: Socket, { length }: Buffer): void {
  reading.discardedBytes += length
  const isAnnounced = reading.request?.headers['content-length'] !== undefined
  if (!isAnnounced || reading.discardedBytes > DISCARDED_BYTES_MAX) socket.pause()
}

/** The number of bytes up to the end of the first head, which may follow empty lines. */
function headBytes(rest: Buffer): number {
  let start = 0
  while (rest[start] === CARRIAGE_RETURN || rest[start] === LINE_FEED) start += 1
  const end = rest.indexOf(END_OF_HEAD, start)
  return end === -1 ? rest.length : end + END_OF_HEAD.length
}

/** The number of bytes of a body for the parser. Requests may follow the body, so few heads are in one piece. */
function bodyBytes(rest: Buffer, { headers }: IncomingMessage): number {
  if (rest.length <= PIECE_BYTES) return rest.length
  const isChunked = headers['transfer-encoding'] !== undefined
  const most = isChunked ? Math.min(rest.length, CHUNKED_PIECE_BYTES) : rest.length
  const end = rest.indexOf(END_OF_HEAD, PIECE_BYTES - END_OF_HEAD.length)
  return end === -1 ? most : Math.min(most, end + END_OF_HEAD.length)
}
