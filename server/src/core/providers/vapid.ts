/** VAPID (RFC 8292): identifies an application server to a push service. */
import { createECDH, createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { signJwt } from './jwt.ts'
import { CURVE } from './web-push-encryption.ts'

/** RFC 8292 section 2 allows at most a day. In seconds. */
const TOKEN_LIFETIME_S = 12 * 3600
/** A token is reused for this time, ms, so that push services do not verify a new one for every push. */
export const TOKEN_REUSE_MS = 3_600_000

export interface VapidKeys {
  /** The uncompressed point in base64url, used by the browser to subscribe. */
  publicKey: string
  privateKey: KeyObject
}

/** The key pair of a private key (32 bytes in base64url, as tools print it). Null if it is not valid. */
export function readVapidKeys(privateKey: string): VapidKeys | null {
  const secret = Buffer.from(privateKey, 'base64url')
  if (secret.length !== 32 || !/^[A-Za-z0-9_-]+=*$/.test(privateKey)) return null
  try {
    const pair = createECDH(CURVE)
    pair.setPrivateKey(secret)
    const point = pair.getPublicKey()
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
  } catch {
    return null
  }
}

/**
 * The Authorization header for a push service. `subject` is a `mailto:` or `https:` contact for the service's
 * operators.
 */
export async function vapidAuthorization(
  keys: VapidKeys,
  subject: string,
  audience: string,
  nowMs: number,
): Promise<string> {
  const claims = { aud: audience, exp: Math.floor(nowMs / 1000) + TOKEN_LIFETIME_S, sub: subject }
  return `vapid t=${await signJwt('ES256', keys.privateKey, claims)}, k=${keys.publicKey}`
}
