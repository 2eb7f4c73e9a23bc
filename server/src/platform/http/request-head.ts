/** The head of a request: its id, its mistakes, its idempotency key. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../errors.ts'
import { randomBase62 } from '../ids.ts'
import { rawBody } from './body.ts'
import { CLOSE } from './responses.ts'

const REQUEST_ID_PATTERN = /^[A-Za-z0-9._-]{1,64}$/

export function newRequestId(): string {
  return `req_${randomBase62(20)}`
}

/** The caller's `X-Request-Id` if it is safe for logs and headers, otherwise a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : newRequestId()
}

/** A name or an address, and a port (RFC 9110, section 7.2). */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

const VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1'])

/**
 * The error if Node's parser has accepted a request that this service does not understand as its sender does, otherwise null:
 * another version of HTTP, a coding of the body beside `chunked` (RFC 9112, section 6.1), or Host headers that are not valid
 * (section 3.2).
 */
export function requestMistake(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>,
): ApiError | null {
  const { httpVersion, headers, rawHeaders } = request
  if (!VERSIONS.has(httpVersion)) return new ApiError('unsupported_http_version', { headers: CLOSE })
  const codings = headers['transfer-encoding']?.split(',').map((one) => one.trim().toLowerCase())
  if (codings !== undefined && (httpVersion === '1.0' || codings.at(-1) !== 'chunked'))
    return malformed('The end of the body is not known: send Transfer-Encoding: chunked in HTTP/1.1')
  if (codings !== undefined && codings.length > 1)
    return new ApiError('unsupported_transfer_encoding', { headers: CLOSE })
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'host')
  const [host] = hosts
  if (host === undefined && httpVersion === '1.0') return null
  if (host === undefined) return malformed('The request has no Host header')
  // A proxy and this service might use different ones.
  if (hosts.length > 1) return malformed('The request has more than one Host header')
  return HOST.test(host) ? null : malformed('The Host header is not valid')
}

/** A caller without a valid Host header is not the proxy or client that the connection is kept for. */
function malformed(sentence: string): ApiError {
  return new ApiError('malformed_request', { sentence, headers: CLOSE })
}

const IDEMPOTENCY_KEY = /^[\u0021-\u007e]{1,255}$/

export interface IdempotencyKey {
  bucket: number
  accountId: number
  key: string
  /**
   * Hashes of the whole request: reusing a key for another request is a mistake. The first one is stored. The others
   * are made with older secret keys of the service, for comparison.
   */
  fingerprints: readonly [Buffer, ...Buffer[]]
}

/** The key of the request, or null if it has none. Throws 422 if it is not 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(
  request: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body' | 'caller'>,
): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw invalid({ idempotency_key: ['must be 1 to 255 visible ASCII characters'] })
  const { bucket, accountId } = request.caller
  const [path] = request.url.split('?', 1)
  const fingerprint = createHash('sha256')
    .update(`${request.method}\n${path}\n${request.headers['content-type'] ?? ''}\n`)
    .update(rawBody(request))
    .digest()
  return { bucket, accountId, key, fingerprints: [fingerprint] }
}
