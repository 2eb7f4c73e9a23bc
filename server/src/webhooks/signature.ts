import { createHmac } from 'node:crypto'
import { randomBase62 } from '../ids.ts'

/** The random part of a secret, in base62 characters (256 bits). */
const SECRET_LENGTH = 43

/** A new signing secret: `whsec_` and 43 base62 characters. */
export function newSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`
}

/**
 * The value of X-Service-Signature (specification 5.3): `t=<unix seconds>,v1=<hex>`, with one v1 per secret, in order.
 * The HMAC's key is the whole secret in UTF-8 with its prefix. It signs the exact bytes sent.
 */
export function sign(body: string | Uint8Array, secrets: readonly string[], timestampSeconds: number): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex'),
  )
  return [`t=${timestampSeconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
