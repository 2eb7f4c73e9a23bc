import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the signature's time may be from this machine's clock, in seconds (specification 5.3). */
const TOLERANCE_SECONDS = 300

/** Bounds of what is looked at, so that a hostile header costs nothing. */
const HEADER_LENGTH_MAX = 2048
const SIGNATURES_MAX = 8

/** Unix seconds without sign, fraction or leading zero; more digits than 11 are no date of this age. */
const TIMESTAMP = /^(0|[1-9]\d{0,10})$/
const SIGNATURE = /^[0-9a-f]{64}$/

/**
 * Why a request must be refused (with 400): `bad_header`: the signature header is missing, malformed or given twice;
 * `bad_body`: the body is not the raw bytes or their text; `stale`: signed too long ago, or in the future, as with a
 * replayed request; `no_match`: other body or other secret.
 */
export type InvalidReason = 'bad_header' | 'bad_body' | 'stale' | 'no_match'

/**
 * The whole secret with its `whsec_`, or several while you rotate it. `undefined` is in the type so that a variable of
 * the environment can be given as it is: if it is unset, there is an error that says so.
 */
export type Secret = string | readonly string[] | undefined

/** Headers as Node has them, or as `fetch` has them. */
export type RequestHeaders = Record<string, string | string[] | undefined> | { get(name: string): string | null }

export interface VerifyOptions {
  /** Unix seconds, or a function that returns them; this machine's clock when absent. */
  nowSeconds?: number | (() => number)
  /** 300 when absent. */
  toleranceSeconds?: number
}

/** An event as it arrives: switch on `type`, ignore types that you do not know, drop ids that you have seen. */
export interface WebhookEvent {
  id: string
  type: string
  created_at: string
  data: Record<string, unknown>
}

export class WebhookVerificationError extends Error {
  readonly reason: InvalidReason

  constructor(reason: InvalidReason) {
    super(`The webhook's signature is not valid: ${reason}`)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/** Whatever arrives, of whatever type, is only ever refused: none of these functions fails because of a request. */
export interface Verifier {
  /**
   * Whether the request is ours. `rawBody` is the body exactly as received (a parsed and re-serialised one does not
   * verify), `header` the value of X-Service-Signature.
   */
  verify(rawBody: unknown, header: unknown): boolean
  /** Why the request must be refused; null if it is ours. */
  invalidReason(rawBody: unknown, header: unknown): InvalidReason | null
  /** Returns the event of a request; throws `WebhookVerificationError` if the request is not ours: answer 400 then. */
  readEvent(rawBody: string | Uint8Array, headers: RequestHeaders): WebhookEvent
}

/** The secrets, if each of them is one; the key of an HMAC may be empty, and then anybody can sign. */
function readSecrets(secret: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? [...secret] : [secret]
  const isSecret = (one: unknown): one is string =>
    typeof one === 'string' && one.trim() !== '' && one.trim() !== 'whsec_'
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets
  throw new TypeError(
    'The webhook secret is missing or empty: give the whole secret of the webhook endpoint, "whsec_...". If it comes from a variable of the environment, set that variable',
  )
}

/** The time and the v1 values of a header, or null when it is malformed. */
function parseHeader(header: unknown): { timestamp: string; signatures: string[] } | null {
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
  return { timestamp, signatures: signatures.filter((signature) => SIGNATURE.test(signature)) }
}

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array

/** The one signature header; anything else than a text is none. */
function headerOf(headers: RequestHeaders | null | undefined): unknown {
  const name = 'x-service-signature'
  return typeof headers?.get === 'function' ? headers.get(name) : (headers as Record<string, unknown> | null)?.[name]
}

/**
 * Makes what verifies the requests of an endpoint. Throws a TypeError if a secret is missing, empty or not a text, so
 * that a receiver without its secret does not start. Signatures are compared in constant time.
 */
export function createVerifier(secret: Secret, options: VerifyOptions = {}): Verifier {
  const secrets = readSecrets(secret)
  const { nowSeconds = () => Math.floor(Date.now() / 1000), toleranceSeconds = TOLERANCE_SECONDS } = options

  function invalidReason(rawBody: unknown, header: unknown): InvalidReason | null {
    const parsed = parseHeader(header)
    if (parsed === null) return 'bad_header'
    if (!isRaw(rawBody)) return 'bad_body'
    const given = parsed.signatures.map((signature) => Buffer.from(signature, 'hex'))
    let matched = false
    for (const key of secrets) {
      const expected = createHmac('sha256', key).update(`${parsed.timestamp}.`).update(rawBody).digest()
      for (const signature of given) matched = timingSafeEqual(signature, expected) || matched
    }
    if (!matched) return 'no_match'
    const now = typeof nowSeconds === 'number' ? nowSeconds : nowSeconds()
    // A time that is no number is not within anything.
    return Math.abs(now - Number(parsed.timestamp)) <= toleranceSeconds ? null : 'stale'
  }

  return {
    invalidReason,
    verify: (rawBody, header) => invalidReason(rawBody, header) === null,
    readEvent(rawBody, headers) {
      const reason = invalidReason(rawBody, headerOf(headers))
      if (reason !== null) throw new WebhookVerificationError(reason)
      return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as WebhookEvent
    },
  }
}

/** `createVerifier(secret, options).verify(rawBody, header)`, for one request. */
export function verify(rawBody: unknown, header: unknown, secret: Secret, options: VerifyOptions = {}): boolean {
  return createVerifier(secret, options).verify(rawBody, header)
}

/** `createVerifier(secret, options).readEvent(rawBody, headers)`, for one request. */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secret: Secret,
  options: VerifyOptions = {},
): WebhookEvent {
  return createVerifier(secret, options).readEvent(rawBody, headers)
}
