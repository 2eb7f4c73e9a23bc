// Verifies webhook requests. Node 18 or newer, without dependencies. `@tidings/sdk` has the same and more.
import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/** No blank, no line break, no list in one text: it would match no request. */
const isSecret = (text) =>
  typeof text === 'string' && /^whsec_[\p{L}\p{N}_+/=-]+$/u.test(text) && text.lastIndexOf('whsec_') === 0

/** The key is the whole secret. In the notation of Standard Webhooks (`standard_secret`), it is in base64. */
function keyOf(secret) {
  const decoded = Buffer.from(secret.slice('whsec_'.length), 'base64').toString()
  return isSecret(decoded) ? decoded : secret
}

/**
 * Create it once, at the start: `const webhooks = new WebhookVerifier(process.env.WEBHOOK_SECRET)`. It throws if the secret is missing or none.
 * `secrets`: the whole secret with its whsec_, or a list of several while you rotate it.
 */
export class WebhookVerifier {
  #secrets

  constructor(secrets) {
    const given = Array.isArray(secrets) ? [...secrets] : [secrets]
    if (given.length === 0 || !given.every(isSecret))
      throw new TypeError(
        'The webhook secret is missing or empty, or is not a secret: set it to the whole secret, whsec_..., without blanks',
      )
    this.#secrets = given.map(keyOf)
  }

  /**
   * For each request: if it is false, return 400. `rawBody`: the bytes as received, never a parsed body;
   * `header`: `request.headers['x-service-signature']`, which may be missing.
   */
  verify(rawBody, header, now = Date.now() / 1000) {
    if (typeof header !== 'string' || header.length > 2048) return false
    if (typeof rawBody !== 'string' && !ArrayBuffer.isView(rawBody)) return false
    const parts = header.split(',').map((part) => part.trim())
    const timestamps = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
    const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3))
    if (timestamps.length !== 1 || !/^(0|[1-9]\d{0,10})$/.test(timestamps[0])) return false
    if (signatures.length > 8) return false
    const given = signatures.filter((one) => /^[0-9a-f]{64}$/.test(one)).map((one) => Buffer.from(one, 'hex'))
    let matched = false
    for (const secret of this.#secrets) {
      const expected = createHmac('sha256', secret).update(`${timestamps[0]}.`).update(rawBody).digest()
      for (const signature of given) if (timingSafeEqual(signature, expected)) matched = true
    }
    return matched && Math.abs(Math.floor(now) - Number(timestamps[0])) <= TOLERANCE_SECONDS
  }
}
