/** Finds the recipient of a request by its token. Every wrong token gets the same 401. */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import { ApiError } from '../../platform/errors.ts'
import { isOwnOrigin } from '../../platform/http/own-address.ts'
import type { App } from '../../platform/http/route.ts'
import { bucketOf } from '../../platform/ids.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { signingContext } from './signing-keys.ts'
import { namesOfToken, TOKEN_CHARACTERS_MAX, verifyToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The recipient of a request to the inbox. */
    recipientId: number
    /** When the recipient's token expires, ms since the epoch. */
    tokenExpiresAt: number
    /** The key that signed the recipient's token. */
    signingKeyId: number
  }
  interface FastifyContextConfig {
    /** The route also takes the token as the query parameter `token`: browsers' EventSource sends no headers. */
    takesQueryToken?: boolean
  }
}

/** The key of a token with the token's recipient. None: the key or the recipient does not exist, or was deleted. */
const findSignerSql = sql(
  'inbox.find_signer',
  `select k.secret, exists (
     select from allowed_origins o where o.bucket = $1 and o.account_id = $2 and o.origin = $5 and $5::text is not null) as origin_allowed
   from recipient_signing_keys k
   join recipients r on r.bucket = $1 and r.account_id = $2 and r.id = $4 and r.deleted_at is null
   where k.bucket = $1 and k.account_id = $2 and k.id = $3`,
)

/** The token in the header `Authorization`, or for some routes in the query. Null if there is none, or more than one. */
function tokenOf(request: Pick<FastifyRequest, 'raw' | 'query' | 'routeOptions'>): string | null {
  const { rawHeaders } = request.raw
  const given = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'authorization',
  )
  if (given.length > 1) return null
  const [header] = given
  if (header !== undefined) return /^\s*bearer +(\S+)\s*$/i.exec(header)?.[1] ?? null
  const { token } = request.query as { token?: unknown }
  return request.routeOptions.config.takesQueryToken === true && typeof token === 'string' ? token : null
}

/** For the limit of failures by address. */
export function credentialOf(request: FastifyRequest): string | null {
  const token = tokenOf(request)
  return token === null || token.length > TOKEN_CHARACTERS_MAX ? null : token
}

const refused = () =>
  new ApiError('invalid_recipient_token', {
    headers: { 'www-authenticate': 'Bearer realm="inbox", error="invalid_token"' },
  })

export interface InboxAuthentication {
  clock: Clock
  cipher: SecretsCipher
  publicUrl: string | null
  /** The connections for finding keys on the server of a bucket. */
  poolOf(bucket: number): CommonPool
}

/**
 * Requires a valid recipient token on each route registered after this call. Sets `request.recipientId` and
 * `request.caller`. If a page of another origin sent the request, the account must allow the origin.
 */
export function authenticateRecipients(app: App, { clock, cipher, publicUrl, poolOf }: InboxAuthentication): void {
  app.decorateRequest('recipientId', 0)
  app.decorateRequest('tokenExpiresAt', 0)
  app.decorateRequest('signingKeyId', 0)
  app.addHook('onRequest', async (request) => {
    const token = tokenOf(request)
    const names = token === null ? null : namesOfToken(token)
    if (token === null || names === null) throw refused()
    const { accountId, recipientId, keyId } = names
    const bucket = bucketOf(accountId)
    const { origin = null } = request.headers
    const [found] = await findSignerSql(poolOf(bucket), bucket, accountId, keyId, recipientId, origin)
    if (found === undefined) throw refused()
    const secret = cipher.decrypt(found.secret, signingContext(accountId, keyId))
    const expiresAt = await verifyToken(token, names, secret, clock.now())
    if (expiresAt === null) throw refused()
    request.caller = { accountId, bucket, role: 'read', actor: `notification_user:${recipientId}` }
    request.recipientId = recipientId
    request.tokenExpiresAt = expiresAt
    request.signingKeyId = keyId
    if (origin !== null && !found.originAllowed && !isOwnOrigin(origin, request.host, publicUrl))
      throw new ApiError('origin_not_allowed')
  })
}
