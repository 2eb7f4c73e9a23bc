/** Reads and verifies JSON Web Tokens by WebCrypto, independent of the signing code. */
import { webcrypto } from 'node:crypto'

export interface ReadJwt {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

const ALGORITHMS = {
  ES256: { import: { name: 'ECDSA', namedCurve: 'P-256' }, verify: { name: 'ECDSA', hash: 'SHA-256' } },
  RS256: { import: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, verify: { name: 'RSASSA-PKCS1-v1_5' } },
} as const

/** `raw`: an uncompressed point. `spki`: DER. */
export type PublicKeyBytes = { raw: Buffer } | { spki: Buffer }

/** Header and claims of a token with a valid signature. Throws if the signature is invalid. Does not check times. */
export async function readJwt(
  algorithm: keyof typeof ALGORITHMS,
  publicKey: PublicKeyBytes,
  token: string,
): Promise<ReadJwt> {
  const parameters = ALGORITHMS[algorithm]
  const [format, bytes] = 'raw' in publicKey ? (['raw', publicKey.raw] as const) : (['spki', publicKey.spki] as const)
  const key = await webcrypto.subtle.importKey(format, bytes, parameters.import, false, ['verify'])
  const [header = '', claims = '', signature = ''] = token.split('.')
  const signed = Buffer.from(`${header}.${claims}`)
  const isGenuine = await webcrypto.subtle.verify(parameters.verify, key, Buffer.from(signature, 'base64url'), signed)
  if (!isGenuine) throw new Error('The token is not signed by this key')
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  if (parse(header)['alg'] !== algorithm) throw new Error('The token names another algorithm')
  return { header: parse(header), claims: parse(claims) }
}
