/** JSON Web Tokens (RFC 7519), signed (RFC 7515) with a channel's key, as providers require them. */
import { createPrivateKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** RFC 7518: ECDSA with P-256 and SHA-256, or RSASSA-PKCS1-v1_5 with SHA-256. */
export type JwtAlgorithm = 'ES256' | 'RS256'

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Makes a signed token with these claims. `key`: a private key for the algorithm. */
export function signJwt(
  algorithm: JwtAlgorithm,
  key: KeyObject,
  claims: Record<string, string | number>,
  header: Record<string, string> = {},
): string {
  const signed = `${base64url({ alg: algorithm, typ: 'JWT', ...header })}.${base64url(claims)}`
  // JWS needs the two numbers of an ECDSA signature side by side (RFC 7518 section 3.4). RSA ignores the option.
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** Parses a private key in PEM, or returns null if the text is not a key for the algorithm. */
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
