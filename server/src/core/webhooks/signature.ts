/** Signing secrets, and the signatures of a request. */
import { createHmac } from 'node:crypto'
import { randomBase62 } from '../../platform/ids.ts'

/** The random part of a secret, in base62 characters (256 bits). */
const SECRET_LENGTH = 43

/** A new signing secret: `whsec_` and 43 base62 characters. */
export function newSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`
}

/** The formats of the signature of an endpoint's requests: our own, Standard Webhooks, or both at the same time. */
export const SIGNATURE_FORMATS = ['service', 'standard', 'both'] as const
export type SignatureFormat = (typeof SIGNATURE_FORMATS)[number]

/**
 * The secret as libraries of Standard Webhooks take it: `whsec_` and the HMAC's key in base64. The key is the whole
 * secret in UTF-8, so both formats have the same key.
 */
export function standardSecret(secret: string): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`
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

/**
 * The value of `webhook-signature` (Standard Webhooks): `v1,<base64>` per secret, in order, with a blank between them.
 * It signs the id, the time and the body, with a dot between them.
 */
function signStandard(
  id: string,
  body: string | Uint8Array,
  secrets: readonly string[],
  timestampSeconds: number,
): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${id}.${timestampSeconds}.`).update(body).digest('base64'),
  )
  return signatures.map((signature) => `v1,${signature}`).join(' ')
}

/**
 * The signatures of a request as one text: `t=<unix seconds>`, `,v1=<hex>` for each signature of X-Service-Signature, and a
 * blank and `v1,<base64>` for each signature of Standard Webhooks. `requestHeaders` makes the headers from it, and each
 * attempt stores it. `id`: the id of the event.
 */
export function signatureText(
  format: SignatureFormat,
  {
    id,
    body,
    secrets,
    timestampSeconds,
  }: { id: string; body: string; secrets: readonly string[]; timestampSeconds: number },
): string {
  const service = format === 'standard' ? `t=${timestampSeconds}` : sign(body, secrets, timestampSeconds)
  return format === 'service' ? service : `${service} ${signStandard(id, body, secrets, timestampSeconds)}`
}
