/** How an application server says who it is to a push service: VAPID (RFC 8292). */
import { createECDH, createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { signJwt } from './jwt.ts'
import { CURVE } from './web-push-encryption.ts'

/** At most a day (RFC 8292 section 2), seconds. */
const TOKEN_LIFETIME_S = 12 * 3600
/** A token is used again for this long, ms, so that push services need not verify a new one for every push. */
export const TOKEN_REUSE_MS = 3_600_000

export interface VapidKeys {
  /** The uncompressed point, base64url: what the browser subscribes with. */
  publicKey: string
  privateKey: KeyObject
}

/** A key pair from its private half as tools print it (32 bytes, base64url), or null if it is none. */
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

/** The Authorization header for a push service. `subject`: `mailto:` or `https:`, whom its operators can reach. */
export function vapidAuthorization(keys: VapidKeys, subject: string, audience: string, nowMs: number): string {
  const claims = { aud: audience, exp: Math.floor(nowMs / 1000) + TOKEN_LIFETIME_S, sub: subject }
  return `vapid t=${signJwt('ES256', keys.privateKey, claims)}, k=${keys.publicKey}`
}
