import { createHmac } from 'node:crypto'
import { randomBase62 } from '../ids.ts'

/** Decisions, webhook endpoints: the random part of a secret, in characters of base62 (256 bits). */
const SECRET_LENGTH = 43

/** A new signing secret: `whsec_` and 43 characters of base62. */
export function newSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`
}

/**
 * The value of X-Service-Signature (specification 5.3): `t=<unix seconds>,v1=<hex>`, one v1 per secret in the order
 * given. The key of the HMAC is the UTF-8 of the whole secret, its prefix included; signed are the bytes that are sent.
 * No copy of a secret outlives the call.
 */
export function sign(body: string | Uint8Array, secrets: readonly string[], timestampSeconds: number): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex'),
  )
  return [`t=${timestampSeconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
