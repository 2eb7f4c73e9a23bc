/**
 * Recipient tokens: JSON Web Tokens (RFC 7519) with HS256 alone. Length and form are checked before anything is parsed, and
 * the algorithm never comes from the token.
 */
import { fromBase64url } from '../../platform/id-tokens.ts'
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'

export const TOKEN_SECONDS_MIN = 60
export const TOKEN_SECONDS_MAX = 86_400
export const TOKEN_SECONDS_DEFAULT = 3_600

/** A token of this service has about 220 characters. */
export const TOKEN_CHARACTERS_MAX = 1_024
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** An id as decimal text. */
const ID = /^[1-9]\d{0,15}$/

const AUDIENCE = 'inbox'
const ALGORITHM = 'HS256'
/** The time of issue may be so far ahead, s: the clock of the account's server differs. The expiry has no leeway. */
const CLOCKS_APART_SECONDS = 30

/** The ids that a token names. They count only after `verifyToken`. */
export interface TokenNames {
  keyId: number
  accountId: number
  recipientId: number
}

const bytesOf = (secret: string) => new TextEncoder().encode(secret)

const idOf = (value: unknown): number | null => {
  const id = typeof value === 'string' && ID.test(value) ? Number(value) : null
  return Number.isSafeInteger(id) ? id : null
}

/** Reads the names of a token without trusting them. Null: the token cannot be valid. */
export function namesOfToken(token: string): TokenNames | null {
  if (token.length > TOKEN_CHARACTERS_MAX || !TOKEN.test(token)) return null
  if (token.split('.').some((part) => fromBase64url(part) === null)) return null
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    const { iss, sub, aud } = decodeJwt(token)
    const [keyId, accountId, recipientId] = [idOf(kid), idOf(iss), idOf(sub)]
    if (alg !== ALGORITHM || aud !== AUDIENCE || keyId === null || accountId === null || recipientId === null)
      return null
    return { keyId, accountId, recipientId }
  } catch {
    return null
  }
}

/** Verifies a token with the secret of its key. Returns when it expires, ms since the epoch, or null if it is not valid. */
export async function verifyToken(
  token: string,
  { accountId, recipientId }: TokenNames,
  secret: string,
  nowMs: number,
): Promise<number | null> {
  try {
    const { payload } = await jwtVerify(token, bytesOf(secret), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      issuer: String(accountId),
      subject: String(recipientId),
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: TOKEN_SECONDS_MAX,
      clockTolerance: CLOCKS_APART_SECONDS,
      currentDate: new Date(nowMs),
    })
    const { iat, exp } = payload
    const isValid = exp! - iat! <= TOKEN_SECONDS_MAX && exp! * 1000 > nowMs
    return isValid ? exp! * 1000 : null
  } catch {
    return null
  }
}

/** Makes a token of a recipient. */
export async function signToken(
  { keyId, accountId, recipientId }: TokenNames,
  secret: string,
  { nowMs, seconds }: { nowMs: number; seconds: number },
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(nowMs / 1000)
  const token = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, kid: String(keyId) })
    .setAudience(AUDIENCE)
    .setIssuer(String(accountId))
    .setSubject(String(recipientId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(bytesOf(secret))
  return { token, expiresAt: (issuedAt + seconds) * 1000 }
}
