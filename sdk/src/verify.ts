import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the signature's time may be from this machine's clock, in seconds (specification 5.3). */
const TOLERANCE_SECONDS = 300

/** Bounds of what is looked at, so that a hostile header costs nothing. */
const HEADER_LENGTH_MAX = 2048
const SIGNATURES_MAX = 8

/** Unix seconds without sign, fraction or leading zero; more digits than 11 are no date of this age. */
const TIMESTAMP = /^(0|[1-9]\d{0,10})$/

/**
 * Why a request must be refused (with 400): `bad_header`: the signature header is missing or malformed;
 * `stale`: signed too long ago, or in the future, as with a replayed request; `no_match`: other body or other secret.
 */
export type InvalidReason = 'bad_header' | 'stale' | 'no_match'

export type Verification = { valid: true; timestamp: number } | { valid: false; reason: InvalidReason }

export interface VerifyOptions {
  /** Unix seconds; this machine's clock when absent. */
  nowSeconds?: number
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

/** The time and the v1 values of a header, or null when it is malformed. */
function parseHeader(header: string): { timestamp: number; signatures: string[] } | null {
  if (header.length > HEADER_LENGTH_MAX) return null
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
  return { timestamp: Number(timestamp), signatures }
}

function matches(signature: string, expected: Buffer): boolean {
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Verifies a webhook request: `rawBody` is the body exactly as received (a parsed and re-serialised one does not
 * verify), `header` the value of X-Service-Signature, `secret` the whole secret with its `whsec_`, or several while
 * you rotate it. Comparisons take constant time.
 */
export function verify(
  rawBody: string | Uint8Array,
  header: string,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Verification {
  const parsed = parseHeader(header)
  if (parsed === null) return { valid: false, reason: 'bad_header' }
  let matched = false
  for (const key of typeof secret === 'string' ? [secret] : secret) {
    const hmac = createHmac('sha256', key).update(`${parsed.timestamp}.`).update(rawBody)
    const expected = Buffer.from(hmac.digest('hex'))
    for (const signature of parsed.signatures) matched = matches(signature, expected) || matched
  }
  if (!matched) return { valid: false, reason: 'no_match' }
  const nowSeconds = options.nowSeconds ?? Math.floor(Date.now() / 1000)
  if (Math.abs(nowSeconds - parsed.timestamp) > (options.toleranceSeconds ?? TOLERANCE_SECONDS))
    return { valid: false, reason: 'stale' }
  return { valid: true, timestamp: parsed.timestamp }
}

/**
 * Verifies a request and answers its event: `verifyWebhook(rawBody, request.headers, secret)`. Throws
 * `WebhookVerificationError` when the request is not ours, in which case answer 400.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const name = 'x-service-signature'
  const header = headers instanceof Headers ? headers.get(name) : headers[name]
  const verification = verify(rawBody, typeof header === 'string' ? header : '', secret, options)
  if (!verification.valid) throw new WebhookVerificationError(verification.reason)
  return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as WebhookEvent
}
