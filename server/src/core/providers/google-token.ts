/** Google access tokens for a service account: OAuth 2.0 with a signed assertion (RFC 7523). */
import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { causeWord } from './causes.ts'
import { callHttp, jsonOf, refusalOf, textAt, valueAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import { parsePrivateKey, signJwt } from './jwt.ts'
import { accountRefused } from './send-result.ts'
import type { SendResult } from './send-result.ts'
import { createTokenCache } from './token-cache.ts'

/** The same URL as in a key file's `token_uri`, fixed here so that a key file cannot choose an address to call. */
const TOKEN_URL = 'https://oauth2.googleapis.com'
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** The longest lifetime that Google allows, seconds. */
const ASSERTION_LIFETIME_S = 3600
/** Tokens are renewed this long before they expire, ms, so that calls under way still have a valid one. */
const RENEWED_BEFORE_END_MS = 5 * 60_000
/** A refusal is cached for this time, ms, so that other sends of the channel do not ask again. */
const REFUSAL_KEPT_MS = 10_000
const TOKENS_MAX = 1_000
const RESPONSE_BYTES_MAX = 16 * 1024

/** The fields of a service account's key file that are needed. */
export interface ServiceAccount {
  projectId: string
  clientEmail: string
  privateKeyId: string
  privateKey: KeyObject
}

/** Reads the JSON key file from Google's console. Null if it is not valid. */
export function readServiceAccount(json: string): ServiceAccount | null {
  const file = jsonOf(Buffer.from(json))
  const projectId = textAt(file, 'project_id') ?? ''
  const clientEmail = textAt(file, 'client_email')
  const privateKey = parsePrivateKey('RS256', textAt(file, 'private_key') ?? '')
  if (!/^[a-z0-9][a-z0-9.:-]{0,99}$/.test(projectId) || clientEmail === null || privateKey === null) return null
  return { projectId, clientEmail, privateKeyId: textAt(file, 'private_key_id') ?? '', privateKey }
}

/** A token, or the result for every send that needs it. */
export type AccessToken =
  | { ok: true; token: string }
  | { ok: false; result: Exclude<SendResult, { result: 'accepted' }> }

export interface GoogleTokens {
  of(account: ServiceAccount, signal: AbortSignal): Promise<AccessToken>
  /** Call this if Google refused the token. The next `of` then asks for a new one. */
  drop(account: ServiceAccount, token: AccessToken): Promise<void>
}

/** `baseUrl`: the operator's replacement for Google's, from `PROVIDER_URLS`. */
export function createGoogleTokens(baseUrl: string | undefined, clock: Pick<Clock, 'now' | 'wall'>): GoogleTokens {
  const tokens = createTokenCache<AccessToken>(TOKENS_MAX)
  const keyOf = ({ clientEmail, privateKey }: ServiceAccount) => {
    const der = privateKey.export({ type: 'pkcs8', format: 'der' })
    return createHash('sha256').update(clientEmail).update(der).digest('base64')
  }

  async function ask(account: ServiceAccount, signal: AbortSignal): Promise<{ token: AccessToken; keptUntil: number }> {
    const now = clock.wall()
    const iat = Math.floor(now / 1000)
    const claims = { iss: account.clientEmail, scope: SCOPE, aud: AUDIENCE, iat, exp: iat + ASSERTION_LIFETIME_S }
    const header = account.privateKeyId === '' ? {} : { kid: account.privateKeyId }
    const assertion = await signJwt('RS256', account.privateKey, claims, header)
    const response = await callHttp({
      method: 'POST',
      url: `${baseUrl ?? TOKEN_URL}/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }).toString(),
      signal,
      responseBytesMax: RESPONSE_BYTES_MAX,
    })
    const token = readResponse(response, clock.now())
    if (!token.ok)
      return { token, keptUntil: causeWord(token.result.cause) === 'authentication_failed' ? now + REFUSAL_KEPT_MS : 0 }
    const lifetimeS = response.kind === 'responded' ? Number(valueAt(jsonOf(response.body), 'expires_in')) : 0
    return { token, keptUntil: now + (lifetimeS || 0) * 1000 - RENEWED_BEFORE_END_MS }
  }

  return {
    of: (account, signal) => tokens.get(keyOf(account), clock.wall(), () => ask(account, signal)),
    drop: (account, token) => tokens.drop(keyOf(account), token),
  }
}

function readResponse(response: CallResult, nowMs: number): AccessToken {
  if (response.kind === 'failed')
    return { ok: false, result: { result: 'transient', retryAfterMs: null, cause: response.cause } }
  const body = jsonOf(response.body)
  const token = response.status === 200 ? textAt(body, 'access_token') : null
  if (token !== null) return { ok: true, token }
  const error = textAt(body, 'error') ?? ''
  // `invalid_grant` means that the key was deleted or the clock is wrong.
  if (response.status >= 400 && response.status < 500 && response.status !== 429 && response.status !== 408)
    return { ok: false, result: accountRefused(error) }
  return {
    ok: false,
    result: refusalOf(response.status === 200 ? 502 : response.status, response.headers, error, nowMs),
  }
}
