/** Reads the headers of a signed request. Every value is bounded, so that a hostile request costs little. */

/** Headers from Node, from `fetch` or in a Map. Names may have any case (RFC 9110, 5.1). */
export type RequestHeaders =
  | Record<string, string | string[] | undefined>
  | { get(name: string): string | null | undefined }

/** The signatures of a request, and the text in front of the body in the signed bytes. */
export interface SignedRequest {
  timestamp: string
  prefix: string
  signatures: Uint8Array[]
}

const HEADER_LENGTH_MAX = 2048
const SIGNATURES_MAX = 8

/** Unix seconds without sign, fraction or leading zeros, at most 11 digits. */
const TIMESTAMP = /^(0|[1-9]\d{0,10})$/
const HEX = /^[0-9a-f]{64}$/
/** 32 bytes. */
const BASE64 = /^[0-9A-Za-z+/]{43}=$/
/** Without a dot: the dot ends the id in the signed bytes. */
const MESSAGE_ID = /^[\w-]{1,255}$/

const bytesOfHex = (text: string) => Uint8Array.from(text.match(/../g)!, (byte) => Number.parseInt(byte, 16))
const bytesOfBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

function entriesOf(headers: RequestHeaders, name: string): Iterable<[string, unknown]> {
  if (Symbol.iterator in headers) return headers as unknown as Iterable<[string, unknown]>
  return typeof headers.get === 'function' ? [[name, headers.get(name)]] : Object.entries(headers)
}

/**
 * The value of a header, in any case of its name. If it is not a string, the caller refuses it: a header under two
 * spellings is a list. `name`: in lower case.
 */
export function headerOf(headers: RequestHeaders | null | undefined, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined
  const values: unknown[] = []
  for (const [key, value] of entriesOf(headers, name))
    if (key.toLowerCase() === name && value !== undefined && value !== null) values.push(value)
  return values.length > 1 ? values : values[0]
}

/** X-Service-Signature: `t=<unix seconds>,v1=<hex>`, with one v1 per secret. */
function readServiceFormat(header: unknown): SignedRequest | null {
  if (typeof header !== 'string' || header.length > HEADER_LENGTH_MAX) return null
  const timestamps: string[] = []
  const signatures: string[] = []
  for (const part of header.split(',')) {
    const text = part.trim()
    if (text.startsWith('t=')) timestamps.push(text.slice(2))
    else if (text.startsWith('v1=')) signatures.push(text.slice(3))
  }
  const [timestamp] = timestamps
  if (timestamp === undefined || timestamps.length > 1 || !TIMESTAMP.test(timestamp)) return null
  if (signatures.length === 0 || signatures.length > SIGNATURES_MAX) return null
  return {
    timestamp,
    prefix: `${timestamp}.`,
    signatures: signatures.filter((one) => HEX.test(one)).map(bytesOfHex),
  }
}

/** Standard Webhooks: `webhook-signature` has one `v1,<base64>` per secret, with a blank between them. */
function readStandardFormat(id: unknown, timestamp: unknown, header: unknown): SignedRequest | null {
  if (typeof id !== 'string' || !MESSAGE_ID.test(id)) return null
  if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) return null
  if (typeof header !== 'string' || header.length > HEADER_LENGTH_MAX) return null
  const parts = header.split(' ').filter((part) => part.startsWith('v1,'))
  if (parts.length === 0 || parts.length > SIGNATURES_MAX) return null
  const signatures = parts.map((part) => part.slice('v1,'.length)).filter((one) => BASE64.test(one))
  return { timestamp, prefix: `${id}.${timestamp}.`, signatures: signatures.map(bytesOfBase64) }
}

/**
 * Returns the signatures of a request in the service's own format, or else in the format of Standard Webhooks. Null if
 * they are missing or malformed.
 */
export function readSignatures(headers: RequestHeaders | null | undefined): SignedRequest | null {
  const own = headerOf(headers, 'x-service-signature')
  if (own !== undefined) return readServiceFormat(own)
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  return readStandardFormat(id, timestamp, signature)
}
