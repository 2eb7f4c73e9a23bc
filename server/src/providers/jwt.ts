/** JSON Web Tokens (RFC 7519) as providers ask for them, signed (RFC 7515) by the keys of a channel. */
import { createPrivateKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** RFC 7518: ECDSA with P-256 and SHA-256, or RSASSA-PKCS1-v1_5 with SHA-256. */
export type JwtAlgorithm = 'ES256' | 'RS256'

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The token of these claims. `key`: private, of the algorithm's kind. */
export function signJwt(
  algorithm: JwtAlgorithm,
  key: KeyObject,
  claims: Record<string, string | number>,
  header: Record<string, string> = {},
): string {
  const signed = `${base64url({ alg: algorithm, typ: 'JWT', ...header })}.${base64url(claims)}`
  // JWS has both numbers of an ECDSA signature one after the other (RFC 7518 section 3.4); for RSA it says nothing.
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** A private key in PEM for the algorithm, or null if the text holds none. */
export function parsePrivateKey(algorithm: JwtAlgorithm, pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem)
    const isRsa = key.asymmetricKeyType === 'rsa'
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return (algorithm === 'RS256' ? isRsa : isP256) ? key : null
  } catch {
    return null
  }
}
