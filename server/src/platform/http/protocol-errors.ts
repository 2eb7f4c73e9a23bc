/** Error bodies for requests that Node's HTTP server would refuse without one. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError } from '../errors.ts'
import type { ErrorBodies } from './responses.ts'
import { newRequestId, requestIdOf } from './request-head.ts'
import type { App } from './route.ts'
import { SMALL_CHUNKS } from '../admission/chunked-bodies.ts'
import { endReading } from '../admission/turns.ts'

/** Codes of Node's parser. All others mean `malformed_request`. */
const PARSER_ERRORS: Record<string, ApiError['code']> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

/** Writes a response to a socket without a request, then closes it. */
function respondOnSocket(socket: Duplex, error: ApiError, bodyOf: ErrorBodies): void {
  if (socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const requestId = newRequestId()
  const body = JSON.stringify(bodyOf(error, requestId))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    ...error.headers,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${error.status} ${REASONS[error.status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}

/** The response to the last request of each connection, finished or not. */
const lastResponses = new WeakMap<Duplex, ServerResponse>()

/**
 * Whether the error belongs to a request that already has its own response. Another response would be read as part of
 * it, or as the response to an earlier request.
 */
function hasOwnResponse({ headersSent, writableFinished, req }: ServerResponse): boolean {
  return headersSent ? !req.complete || !writableFinished : req.complete
}

function protocolError(code = ''): ApiError {
  if (code !== SMALL_CHUNKS) return new ApiError(PARSER_ERRORS[code] ?? 'malformed_request')
  return new ApiError('malformed_body', {
    sentence: 'The chunks of the body are too small: send chunks of 64 bytes or more',
  })
}

/** Responds to invalid or slow HTTP requests, and closes the connection. */
export function respondToProtocolErrors(bodyOf: ErrorBodies) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return
    const last = lastResponses.get(socket)
    if (last !== undefined && hasOwnResponse(last)) return socket.destroySoon()
    respondOnSocket(socket, protocolError(error.code), bodyOf)
  }
}

/** `headers`: the headers of every response. */
export function respondForNode({ server }: App, headers: Readonly<Record<string, string>>, bodyOf: ErrorBodies): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    lastResponses.set(request.socket, response)
  })
  // Called for each expectation except 100-continue.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const requestId = requestIdOf(request)
    const error = new ApiError('expectation_failed')
    // The connection closes, because it is unknown whether the body follows. So the next request could not be recognized.
    const body = JSON.stringify(bodyOf(error, requestId))
    response.writeHead(error.status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      connection: 'close',
    })
    endReading(request.socket)
    response.end(body)
  })
  // Without a listener, Node closes the connection silently.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    respondOnSocket(socket, new ApiError('method_not_allowed', { headers: { Allow: '' } }), bodyOf)
  })
}
