/** JSON Web Tokens (RFC 7519), signed (RFC 7515) with a channel's key, as providers require them. */
import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

/** RFC 7518: ECDSA with P-256 and SHA-256, or RSASSA-PKCS1-v1_5 with SHA-256. */
export type JwtAlgorithm = 'ES256' | 'RS256'

/** Makes a signed token with these claims. `key`: a private key for the algorithm. */
export function signJwt(
  algorithm: JwtAlgorithm,
  key: KeyObject,
  claims: Record<string, string | number>,
  header: Record<string, string> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'JWT', ...header }).sign(key)
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
