/** Svix signatures, used by some providers for callbacks (docs.svix.com/receiving/verifying-payloads/how-manual). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerOf, isRecent } from './callback.ts'
import type { CallbackRequest } from './callback.ts'

/** Callbacks carry two signatures while a secret is being replaced. */
const SIGNATURES_MAX = 10

const SECRET = /^whsec_([A-Za-z0-9+/]{22,}={0,2})$/

/** The key bytes in a secret, or null if the text is not a secret. */
export function svixKey(secret: string): Buffer | null {
  const [, encoded] = SECRET.exec(secret) ?? []
  return encoded === undefined ? null : Buffer.from(encoded, 'base64')
}

/** True if one of the signatures (`v1,<base64>`, separated by spaces) matches the key over id, timestamp and body. */
export function isSignedBySvix(
  key: Buffer,
  { id, timestamp, body, signatures }: { id: string; timestamp: string; body: Buffer; signatures: string },
): boolean {
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ', SIGNATURES_MAX).some((signature) => {
    const [version, encoded = ''] = signature.split(',', 2)
    const given = Buffer.from(encoded, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** The id of a recent callback with a valid signature, or the reason for the refusal. */
export function checkSvix(
  request: CallbackRequest,
  secret: string,
): { ok: true; id: string } | { ok: false; reason: string } {
  const key = svixKey(secret)
  const id = headerOf(request, 'svix-id')
  const timestamp = headerOf(request, 'svix-timestamp')
  const signatures = headerOf(request, 'svix-signature')
  if (key === null || id === null || timestamp === null || signatures === null)
    return { ok: false, reason: 'it is not signed' }
  if (!isRecent(Number(timestamp) * 1000, request.receivedAt)) return { ok: false, reason: 'it is too old' }
  if (!isSignedBySvix(key, { id, timestamp, body: request.body, signatures }))
    return { ok: false, reason: 'the signature is wrong' }
  return { ok: true, id }
}
