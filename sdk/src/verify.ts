/** Verifies webhooks with WebCrypto, on servers and on the edge. */
import { bytesOf, concatenate, equalBytes, hmacSha256 } from './crypto.ts'
import { readSecrets } from './secrets.ts'
import { readSignatures } from './signature-headers.ts'
import type { RequestHeaders } from './signature-headers.ts'
import type { WebhookEvent } from './types.ts'

export type { RequestHeaders } from './signature-headers.ts'
export type { WebhookEvent } from './types.ts'

/** The largest difference between the signature's time and this machine's clock, seconds (specification 5.3). */
const TOLERANCE_SECONDS = 300

/**
 * Why to refuse a request (with 400).
 *
 * - `bad_header`: the signature header is missing, malformed or repeated.
 * - `bad_body`: the body is neither raw bytes nor a string. This is a mistake of your program, and no wrong request: respond
 *   with 500, so that the event comes again.
 * - `stale`: the signature's time is too old or in the future, as with a replayed request.
 * - `no_match`: the body or the secret differs.
 */
export type InvalidReason = 'bad_header' | 'bad_body' | 'stale' | 'no_match'

/**
 * The whole secret including `whsec_`, or several while you rotate it, each as `secret` or as `standard_secret`. `undefined` is allowed so that you can pass an
 * environment variable as it is. If it is unset, a clear error is thrown.
 */
export type Secret = string | readonly string[] | undefined

/** The body exactly as received: a text, or bytes of any type. */
export type RawBody = string | ArrayBufferLike | ArrayBufferView

export interface VerifyOptions {
  /** Unix seconds, or a function returning them. Default: this machine's clock. */
  nowSeconds?: number | (() => number)
  /** Default 300. */
  toleranceSeconds?: number
}

export class WebhookVerificationError extends Error {
  readonly reason: InvalidReason

  constructor(reason: InvalidReason) {
    super(
      reason === 'bad_body'
        ? 'The body of the webhook is neither raw bytes nor a string: give the body as it was received, before it is parsed'
        : `The webhook's signature is not valid: ${reason}`,
    )
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/**
 * Verifies requests. `rawBody` is the body exactly as received: a parsed and re-serialised body does not verify. No
 * function returns true for an authentic request, because a promise without `await` is true as well.
 */
export interface Verifier {
  /** Why to refuse the request, or null if it is authentic. Never throws because of a request. */
  invalidReason(rawBody: unknown, headers: RequestHeaders): Promise<InvalidReason | null>
  /**
   * Returns the event of a request. Throws `WebhookVerificationError` if the request is not authentic: respond with
   * 400.
   */
  readEvent(rawBody: RawBody, headers: RequestHeaders): Promise<WebhookEvent>
}

function readOptions(options: VerifyOptions): { now(): number; toleranceSeconds: number } {
  const { nowSeconds = () => Math.floor(Date.now() / 1000), toleranceSeconds = TOLERANCE_SECONDS } = options
  if (typeof nowSeconds !== 'function' && !Number.isFinite(nowSeconds))
    throw new TypeError('nowSeconds must be a number of Unix seconds, or a function returning it')
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0)
    throw new TypeError('toleranceSeconds must be a number from 0')
  return { now: typeof nowSeconds === 'function' ? nowSeconds : () => nowSeconds, toleranceSeconds }
}

/**
 * Creates a verifier for an endpoint's requests, in the format of the service or of Standard Webhooks. Throws a
 * TypeError if a secret is missing, empty or no secret, so that a receiver without a secret does not start.
 * Signatures are compared in constant time.
 */
export function createVerifier(secret: Secret, options: VerifyOptions = {}): Verifier {
  const keys = readSecrets(secret).map(hmacSha256)
  const { now, toleranceSeconds } = readOptions(options)

  async function invalidReason(rawBody: unknown, headers: RequestHeaders): Promise<InvalidReason | null> {
    const request = readSignatures(headers)
    if (request === null) return 'bad_header'
    const body = bytesOf(rawBody)
    if (body === null) return 'bad_body'
    const signed = concatenate(request.prefix, body)
    let matched = false
    for (const hmac of keys) {
      const expected = await hmac(signed)
      for (const signature of request.signatures) matched = equalBytes(signature, expected) || matched
    }
    if (!matched) return 'no_match'
    // NaN compares as false, so a malformed time is stale.
    return Math.abs(now() - Number(request.timestamp)) <= toleranceSeconds ? null : 'stale'
  }

  return {
    invalidReason,
    async readEvent(rawBody, headers) {
      const reason = await invalidReason(rawBody, headers)
      if (reason !== null) throw new WebhookVerificationError(reason)
      return JSON.parse(new TextDecoder().decode(bytesOf(rawBody) ?? undefined)) as WebhookEvent
    },
  }
}

/** Reads one request: `createVerifier(secret, options).readEvent(rawBody, headers)`. */
export async function verifyWebhook(
  rawBody: RawBody,
  headers: RequestHeaders,
  secret: Secret,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  return createVerifier(secret, options).readEvent(rawBody, headers)
}
