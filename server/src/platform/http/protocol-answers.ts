/** Error bodies for requests that Node's HTTP server would refuse without one. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError } from '../errors.ts'
import type { ErrorBodies } from './error-body.ts'
import { CLOSE } from './close-connections.ts'
import { newRequestId, requestIdOf } from './request-id.ts'
import type { App } from './route.ts'
import { endReading, SMALL_CHUNKS } from '../admission/turns.ts'

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
function answerSocket(socket: Duplex, error: ApiError, bodyOf: ErrorBodies): void {
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
const lastAnswers = new WeakMap<Duplex, ServerResponse>()

/**
 * Whether the error belongs to a request that already has its own response. Another response would be read as part of
 * it, or as the answer to an earlier request.
 */
function isItsAnswerDue({ headersSent, writableFinished, req }: ServerResponse): boolean {
  return headersSent ? !req.complete || !writableFinished : req.complete
}

function protocolError(code = ''): ApiError {
  if (code !== SMALL_CHUNKS) return new ApiError(PARSER_ERRORS[code] ?? 'malformed_request')
  return new ApiError('malformed_body', {
    sentence: 'The chunks of the body are too small: send chunks of 64 bytes or more',
  })
}

/** Answers invalid or slow HTTP requests, and closes the connection. */
export function answerProtocolErrors(bodyOf: ErrorBodies) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return
    const last = lastAnswers.get(socket)
    if (last !== undefined && isItsAnswerDue(last)) return socket.destroySoon()
    answerSocket(socket, protocolError(error.code), bodyOf)
  }
}

/** A name or an address, and a port (RFC 9110, section 7.2). */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

const VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1'])

/**
 * The error if Node's parser has accepted a request that this service does not understand as its sender does, otherwise null:
 * another version of HTTP, a coding of the body beside `chunked` (RFC 9112, section 6.1), or Host headers that are not valid.
 */
export function requestMistake(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>,
): ApiError | null {
  const { httpVersion, headers } = request
  if (!VERSIONS.has(httpVersion)) return new ApiError('unsupported_http_version', { headers: CLOSE })
  const coding = headers['transfer-encoding']
  if (coding === undefined) return hostMistake(request)
  const codings = coding.split(',').map((one) => one.trim().toLowerCase())
  if (httpVersion === '1.0' || codings.at(-1) !== 'chunked')
    return malformed('The end of the body is not known: send Transfer-Encoding: chunked in HTTP/1.1')
  if (codings.length > 1) return new ApiError('unsupported_transfer_encoding', { headers: CLOSE })
  return hostMistake(request)
}

/**
 * The error if the Host headers are not valid (RFC 9112, section 3.2), otherwise null. With two of them, a proxy and this
 * service might use different ones.
 */
function hostMistake({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): ApiError | null {
  const hosts: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1]!)
  }
  const [host] = hosts
  if (host === undefined && httpVersion === '1.0') return null
  if (host === undefined) return malformed('The request has no Host header')
  if (hosts.length > 1) return malformed('The request has more than one Host header')
  return HOST.test(host) ? null : malformed('The Host header is not valid')
}

/** A caller without a valid Host header is not the proxy or client that the connection is kept for. */
function malformed(sentence: string): ApiError {
  return new ApiError('malformed_request', { sentence, headers: CLOSE })
}

/** `headers`: the headers of every response. */
export function answerForNode({ server }: App, headers: Readonly<Record<string, string>>, bodyOf: ErrorBodies): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    lastAnswers.set(request.socket, response)
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
    answerSocket(socket, new ApiError('method_not_allowed', { headers: { Allow: '' } }), bodyOf)
  })
}
