import { hash } from 'node:crypto'
import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import type { Logger } from '../../platform/log.ts'
import { KeyUses } from './key-use.ts'
import { KnownCallers } from './known-callers.ts'
import type { DirectoryState } from './known-callers.ts'
import { findCallers } from './queries.ts'
import { refusalOf } from './roles.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws like the first authentication if the key or session has ended, or its role may no longer use the route. */
    authenticateAgain(): Promise<void>
  }
}

/** Keys per lookup query. */
const LOOKUP_KEYS_MAX = 500
const LOOKUPS_AT_ONCE_MAX = 2
const LOOKUPS_WAITING_MAX = 10_000

/** `sk_` and 43 base62 characters. They have 256 bits, so a plain SHA-256 of the key is safe to store. */
export const API_KEY_PATTERN = /^sk_[0-9A-Za-z]{43}$/

/** The hash to store of a key. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** Scheme and realm of RFC 6750. `error` is added only if a key was given. */
const CHALLENGE = 'Bearer realm="api"'

export type GivenKey = { ok: true; key: string } | { ok: false; code: 'missing_api_key' | 'invalid_api_key' }

/**
 * Reads the key from the header `Authorization: Bearer <key>`. `rawHeaders`: name, value, name, value, ... The scheme's
 * case and spaces around the key do not matter. Two of these headers are refused.
 */
export function readBearer(rawHeaders: readonly string[]): GivenKey {
  let header: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() !== 'authorization') continue
    if (header !== null) return { ok: false, code: 'invalid_api_key' }
    header = rawHeaders[index + 1]!
  }
  const key = /^\s*bearer\s+(\S.*)$/i.exec(header ?? '')?.[1]?.trim()
  if (key === undefined) return { ok: false, code: 'missing_api_key' }
  return API_KEY_PATTERN.test(key) ? { ok: true, key } : { ok: false, code: 'invalid_api_key' }
}

/** The credential of people beside API keys: a session in a cookie. */
export interface SessionCredentials {
  /** The token in the headers (name, value, name, value, ...). Null if there is none. */
  tokenOf(rawHeaders: readonly string[]): string | null
  /**
   * Finds the session of a token, puts it into the request, and returns the caller. Throws 401 if it has ended, 403 if the
   * request could come from another site.
   */
  authenticate(request: FastifyRequest, token: string): Promise<Caller>
  /** The request has another credential. */
  withoutSession(request: FastifyRequest): void
}

/** The API key or session token in the headers, for the limit of failures. Null if there is none. */
export function credentialOf(rawHeaders: readonly string[], sessions: SessionCredentials): string | null {
  const bearer = readBearer(rawHeaders)
  if (bearer.ok) return bearer.key
  return bearer.code === 'missing_api_key' ? sessions.tokenOf(rawHeaders) : null
}

function challenge(code: 'missing_api_key' | 'invalid_api_key'): ApiError {
  const value = code === 'missing_api_key' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`
  return new ApiError(code, { headers: { 'www-authenticate': value } })
}

/** Looks up keys by their hashes, in batches. A revoked key ends at once. */
function createKeyLookup(pool: Pool, clock: Clock, waitMsMax: number): Batcher<Buffer, Caller | null> {
  return new Batcher({
    itemsMax: LOOKUP_KEYS_MAX,
    slots: LOOKUPS_AT_ONCE_MAX,
    waitingMax: LOOKUPS_WAITING_MAX,
    waitMsMax,
    monotonic: clock.monotonic,
    async flush(hashes) {
      const callers = new Map<string, Caller>()
      for (const row of await findCallers(pool, hashes))
        callers.set(row.key_hash.toString('latin1'), {
          accountId: row.account_id,
          bucket: row.bucket,
          role: row.role,
          actor: `api_key:${row.id}`,
        })
      return hashes.map((hash) => callers.get(hash.toString('latin1')) ?? null)
    },
  })
}

/** The id of the key, from the caller's name in the audit log. */
export const keyIdOf = ({ actor }: Pick<Caller, 'actor'>): number => Number(actor.slice(actor.indexOf(':') + 1))

/** Fails the start if a route has no area, so no route can be without a rule for roles. */
function wantAreas(app: App): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', (done) => {
    const { method, url } = routes.find((route) => route.config?.area === undefined) ?? {}
    done(url === undefined ? undefined : new Error(`The route ${String(method)} ${url} is in no area`))
  })
}

export interface AuthenticationContext {
  config: { batchWaitMs: number }
  clock: Clock
  log: Logger
  /** For API keys, which are looked up in batches. */
  pool: Pool
  sessions: SessionCredentials
  /** The server of keys. Null if it is the only server. */
  directory: DirectoryState | null
}

/**
 * Requires a valid API key or session cookie on each route registered after this call, with a role that may use
 * the route's area. Sets `request.caller` and `request.session`. A route without an area fails the start.
 */
export function authenticate(app: App, context: AuthenticationContext): void {
  const { config, clock, log, pool, sessions, directory } = context
  const lookup = createKeyLookup(pool, clock, config.batchWaitMs)
  const keys = new KnownCallers<Caller>(directory, clock.monotonic)
  const uses = new KeyUses(pool, clock, log)
  app.addHook('onClose', () => uses.close())

  async function authenticateKey(request: FastifyRequest): Promise<void> {
    const given = readBearer(request.raw.rawHeaders)
    if (!given.ok) throw challenge(given.code)
    const hash = hashApiKey(given.key)
    const caller = await keys.find(hash, () => lookup.add(hash))
    if (caller === null) throw challenge('invalid_api_key')
    uses.note(caller, keyIdOf(caller))
    request.caller = caller
    sessions.withoutSession(request)
  }

  wantAreas(app)
  async function authenticateRequest(request: FastifyRequest): Promise<void> {
    // If a request has both, the key counts.
    const token = request.headers.authorization === undefined ? sessions.tokenOf(request.raw.rawHeaders) : null
    if (token === null) await authenticateKey(request)
    else request.caller = await sessions.authenticate(request, token)
    const refusal = refusalOf(request.caller.role, request.routeOptions.config.area!, request.method)
    if (refusal !== null) throw new ApiError('forbidden', { sentence: refusal })
  }
  app.addHook('onRequest', authenticateRequest)
  app.decorateRequest('authenticateAgain', function authenticateAgain() {
    return authenticateRequest(this)
  })
}
