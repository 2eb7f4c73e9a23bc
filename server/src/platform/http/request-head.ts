/** The head of a request: its id, its mistakes, the networks of its address, its idempotency key. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
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

/** Keys under which requests and connections of an address are counted. */
export interface Networks {
  /** The IPv4 address, or the /64 of an IPv6 address: one host usually owns the whole /64. */
  address: string
  /** The /24 of an IPv4 address, or the /48 of an IPv6 address: one customer may own the whole /48. */
  network: string
}

/** For a trusted proxy that reports no valid address. */
const UNKNOWN: Networks = { address: 'unknown', network: 'unknown' }

const MAPPED_PATTERN = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Converts an IPv4-mapped IPv6 address to plain IPv4. Returns other addresses unchanged. */
export function unmapped(address: string): string {
  return MAPPED_PATTERN.exec(address)?.[1] ?? address
}

export function networksOf(given: string): Networks {
  const address = unmapped(given)
  if (!isIPv6(address)) {
    if (isIP(address) === 0) return UNKNOWN
    return { address, network: address.slice(0, address.lastIndexOf('.')) }
  }
  // The URL parser brings every notation of an IPv6 address into one form.
  const [left = '', right] = new URL(`http://[${address.split('%')[0]!}]`).hostname.slice(1, -1).split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  const all = [...groups, ...(right === undefined ? [] : zeros), ...after]
  return { address: all.slice(0, 4).join(':'), network: all.slice(0, 3).join(':') }
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

/**
 * Returns a function for testing if an address is a trusted proxy. Many callers share a proxy's address, so it has no
 * limit of its own.
 */
export function proxies(trustProxy: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const item of trustProxy) {
    const [address, prefix] = item.split('/') as [string, string?]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    // If the caller has hung up, the address is empty.
    const [plain = ''] = address.split('%')
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
