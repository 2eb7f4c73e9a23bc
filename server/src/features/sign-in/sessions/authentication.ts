import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { CommonPool } from '../../../platform/db/pool.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/route.ts'
import type { MemberRole } from '../../../core/accounts/role-names.ts'
import { isCsrfToken, isSecure, readSessionCookie, siteOf } from './cookie.ts'
import type { SignedInRow } from './queries.ts'
import { useSession } from './sessions.ts'
import type { FoundSession } from './sessions.ts'
import type { SessionCredentials } from '../../../core/accounts/authentication.ts'
import { KnownCallers } from '../../../core/accounts/known-callers.ts'
import type { DirectoryState } from '../../../core/accounts/known-callers.ts'
import { readToken } from '../tokens.ts'

/** The session of a request with the session cookie. */
export interface RequestSession {
  row: SignedInRow
  bucket: number
  accountId: number
  memberId: number
  personId: number
  role: MemberRole
  token: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the caller is an API key. */
    session: RequestSession | null
  }
}

interface SessionLookup {
  poolOf: (accountId: number) => CommonPool
  clock: Clock
  publicUrl: string | null
  /** Null: the directory is the only server. */
  known: KnownCallers<FoundSession> | null
}

/** Methods without changes on any route. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Finds the session of a cookie. Browsers also send cookies with requests caused by other sites. So a request that may
 * change something must come from our own pages and have the CSRF token. Throws 401 if the session has ended, 403
 * without that proof.
 */
async function authenticateSession(
  request: FastifyRequest,
  token: string,
  { poolOf, clock, publicUrl, known }: SessionLookup,
): Promise<RequestSession> {
  const place = readToken('ses', token)
  if (place === null) throw new ApiError('session_ended')
  const find = () => useSession(poolOf(place.accountId), clock, place)
  const row = await (known === null ? find() : known.find(place.tokenHash, find))
  if (row === null) throw new ApiError('session_ended')
  if (!SAFE_METHODS.has(request.method)) {
    const given = request.headers['x-csrf-token']
    const proven = typeof given === 'string' && isCsrfToken(given, token)
    if (siteOf(request.headers, request.host, publicUrl) !== 'same' || !proven) throw new ApiError('csrf_failed')
  }
  const { bucket, accountId, memberId, personId, memberRole: role } = row
  return { row, bucket, accountId, memberId, personId, role, token }
}

/** The caller for routes. */
function callerOf({ bucket, accountId, memberId, role }: RequestSession): Caller {
  return { bucket, accountId, role, actor: `member:${memberId}` }
}

interface SessionCredentialsContext {
  config: { publicUrl: string | null }
  clock: Clock
  /** Sessions are looked up one by one, in the account's share of connections. */
  poolOf: (accountId: number) => CommonPool
  /** The server of sessions. Null if it is the only server. */
  directory: DirectoryState | null
}

/** Sessions as credentials of requests. They set `request.session`. */
export function createSessionCredentials(context: SessionCredentialsContext): SessionCredentials {
  const { config, clock, poolOf, directory } = context
  const known = directory === null ? null : new KnownCallers<FoundSession>(directory, clock.monotonic)
  const lookup = { poolOf, clock, publicUrl: config.publicUrl, known }
  const secure = isSecure(config)
  return {
    tokenOf: (rawHeaders) => readSessionCookie(rawHeaders, secure),
    async authenticate(request, token) {
      request.session = await authenticateSession(request, token, lookup)
      return callerOf(request.session)
    },
  }
}
