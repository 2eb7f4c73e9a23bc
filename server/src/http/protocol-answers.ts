/** Answers that Node's own HTTP server would give without a body: here they are errors as all others are. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ApiError } from '../errors.ts'
import { errorBody } from './error-handler.ts'
import { newRequestId, requestIdOf } from './request-id.ts'
import type { App } from './route.ts'

/** What Node's parser says of a request that it does not take, by its codes; all else is malformed. */
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

/** Writes an answer to a socket for which there is no request, and closes it. */
function answerSocket(socket: Duplex, error: ApiError): void {
  if (socket.destroyed) return
  if (!socket.writable) return void socket.destroy()
  const requestId = newRequestId()
  const body = JSON.stringify(errorBody(error, requestId))
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

/** The answer to the last request of each connection, begun or not. */
const lastAnswers = new WeakMap<Duplex, ServerResponse>()

/** Whether an error would be taken for the answer to a request before, or stand within it. */
function isItsAnswerDue({ headersSent, writableFinished, req }: ServerResponse): boolean {
  return headersSent ? !req.complete || !writableFinished : req.complete
}

/** Answers what is not even HTTP, or came too slowly, and closes the connection. */
export function answerProtocolError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') return
  const last = lastAnswers.get(socket)
  if (last !== undefined && isItsAnswerDue(last)) return socket.destroySoon()
  answerSocket(socket, new ApiError(PARSER_ERRORS[error.code ?? ''] ?? 'malformed_request'))
}

/**
 * What a request's Host headers are, if they are not as HTTP wants them (RFC 9112, section 3.2): two may be read as two hosts,
 * by a proxy and by us.
 */
export function hostMistake({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): ApiError | null {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return null
  const sentence = hosts === 0 ? 'The request has no Host header' : 'The request has more than one Host header'
  return new ApiError('malformed_request', { sentence })
}

/** `headers` are those of every answer. */
export function answerForNode({ server }: App, headers: Readonly<Record<string, string>>): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    lastAnswers.set(request.socket, response)
  })
  // Any expectation but 100-continue.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const requestId = requestIdOf(request)
    const error = new ApiError('expectation_failed')
    // The body may come or not: no further request can be told from it.
    const body = JSON.stringify(errorBody(error, requestId))
    response.writeHead(error.status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      connection: 'close',
    })
    response.end(body)
  })
  // Without a listener the connection is closed without a word.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    answerSocket(socket, new ApiError('method_not_allowed', { headers: { Allow: '' } }))
  })
}
