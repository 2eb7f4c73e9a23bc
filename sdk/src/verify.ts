import { createHmac, timingSafeEqual } from 'node:crypto'

/** The largest difference between the signature's time and this machine's clock, seconds (specification 5.3). */
const TOLERANCE_SECONDS = 300

/** Limits on the header, so that a hostile request costs little. */
const HEADER_LENGTH_MAX = 2048
const SIGNATURES_MAX = 8

/** Unix seconds without sign, fraction or leading zeros, at most 11 digits. */
const TIMESTAMP = /^(0|[1-9]\d{0,10})$/
const SIGNATURE = /^[0-9a-f]{64}$/

/**
 * Why to refuse a request (with 400).
 *
 * - `bad_header`: the signature header is missing, malformed or repeated.
 * - `bad_body`: the body is neither raw bytes nor a string.
 * - `stale`: the signature's time is too old or in the future, as with a replayed request.
 * - `no_match`: the body or the secret differs.
 */
export type InvalidReason = 'bad_header' | 'bad_body' | 'stale' | 'no_match'

/**
 * The whole secret including `whsec_`, or several while you rotate it. `undefined` is allowed so that you can pass an
 * environment variable as it is. If it is unset, a clear error is thrown.
 */
export type Secret = string | readonly string[] | undefined

/** Headers from Node or from `fetch`. */
export type RequestHeaders = Record<string, string | string[] | undefined> | { get(name: string): string | null }

export interface VerifyOptions {
  /** Unix seconds, or a function returning them. Default: this machine's clock. */
  nowSeconds?: number | (() => number)
  /** Default 300. */
  toleranceSeconds?: number
}

/** A received event. Switch on `type`, ignore unknown types, and skip ids that you have already handled. */
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

/**
 * Verifies requests. A request never makes these functions fail, whatever its values and types. Only `readEvent`
 * throws.
 */
export interface Verifier {
  /**
   * True if the request is authentic. `rawBody` is the body exactly as received: a parsed and re-serialised body does
   * not verify. `header` is the value of X-Service-Signature.
   */
  verify(rawBody: unknown, header: unknown): boolean
  /** Why to refuse the request, or null if it is authentic. */
  invalidReason(rawBody: unknown, header: unknown): InvalidReason | null
  /**
   * Returns the event of a request. Throws `WebhookVerificationError` if the request is not authentic: respond with
   * 400.
   */
  readEvent(rawBody: string | Uint8Array, headers: RequestHeaders): WebhookEvent
}

/** Checks the secrets. An empty secret would let anybody sign. */
function readSecrets(secret: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? [...secret] : [secret]
  const isSecret = (one: unknown): one is string =>
    typeof one === 'string' && one.trim() !== '' && one.trim() !== 'whsec_'
  if (secrets.length > 0 && secrets.every(isSecret)) return secrets
  throw new TypeError(
    'The webhook secret is missing or empty: give the complete secret of the webhook endpoint, "whsec_...". If it comes from an environment variable, set this variable',
  )
}

/** The time and the v1 signatures in a header, or null if it is malformed. */
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

/** The value of the signature header. If it is not a string, the caller refuses it. */
function headerOf(headers: RequestHeaders | null | undefined): unknown {
  const name = 'x-service-signature'
  return typeof headers?.get === 'function' ? headers.get(name) : (headers as Record<string, unknown> | null)?.[name]
}

/**
 * Creates a verifier for an endpoint's requests. Throws a TypeError if a secret is missing, empty or not a string, so
 * that a receiver without a secret does not start. Signatures are compared in constant time.
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
    // NaN compares as false, so a malformed time is stale.
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

/** Verifies one request: `createVerifier(secret, options).verify(rawBody, header)`. */
export function verify(rawBody: unknown, header: unknown, secret: Secret, options: VerifyOptions = {}): boolean {
  return createVerifier(secret, options).verify(rawBody, header)
}

/** Reads one request: `createVerifier(secret, options).readEvent(rawBody, headers)`. */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: RequestHeaders,
  secret: Secret,
  options: VerifyOptions = {},
): WebhookEvent {
  return createVerifier(secret, options).readEvent(rawBody, headers)
}
