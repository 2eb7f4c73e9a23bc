/**
 * Finds the caller of each request, by its API key or session. The last use of a key is noted at most once per minute,
 * many keys in one statement.
 */
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import type { Clock } from '../../platform/clock.ts'
import { CollectedWrites } from '../../platform/db/collected-writes.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Logger } from '../../platform/log.ts'
import { ApiError } from '../../platform/errors.ts'
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Batcher } from '../../platform/db/batcher.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { KnownCallers } from './known-callers.ts'
import type { DirectoryState } from './known-callers.ts'
import { findCallers } from './queries.ts'
import { wantAreas } from './areas.ts'
import { refusalOf } from './roles.ts'

const NOTED_AGAIN_MS = 60_000
/** Uses within this time are written together, ms. */
const COLLECTED_MS = 1000
/** Keys in memory. More keys in a minute: those used least recently are noted again sooner. */
const KEYS_MAX = 20_000

interface KeyUse {
  bucket: number
  accountId: number
  id: number
  /** ms since the epoch. */
  usedAt: number
}

/** Rows that another process is changing are skipped: it writes nearly the same time. */
const touchKeys = columns('bucket smallint, account_id bigint, id bigint, used_at timestamptz').sql(
  'api_keys.touch',
  ({ input }) => `with input as (
    select * from ${input}
  ), held as (
    select k.key_hash, i.used_at from api_keys k
    join input i on i.bucket = k.bucket and i.account_id = k.account_id and i.id = k.id
    where (k.last_used_at is null or k.last_used_at < i.used_at - interval '1 minute')
    for update of k skip locked
  ), touched as (
    update api_keys k set last_used_at = held.used_at from held where k.key_hash = held.key_hash returning k.id
  ) select id from touched`,
)

/** Remembers the uses of one process, and writes them in the background. A use that cannot be written is dropped. */
export class KeyUses {
  readonly #clock: Clock
  /** When each key was last noted, by `Clock.monotonic`. */
  readonly #noted = new BoundedMap<string, number>(KEYS_MAX)
  readonly #writes: CollectedWrites<KeyUse>

  constructor(pool: CommonPool, clock: Clock, log: Logger) {
    this.#clock = clock
    this.#writes = new CollectedWrites({
      collectedMs: COLLECTED_MS,
      // Each key is noted at most once per minute.
      waitingMax: Infinity,
      write: (uses) => touchKeys(pool, uses),
      onLost: (error) => logFailure(log, 'tasks', { event: 'api_key.use_not_noted' }, error),
    })
  }

  /** Notes a use of the key. Costs a look-up in memory, except once per minute. */
  note({ bucket, accountId, actor }: Caller): void {
    const name = `${accountId}/${actor}`
    const now = this.#clock.monotonic()
    if (now - (this.#noted.get(name) ?? -Infinity) < NOTED_AGAIN_MS) return
    this.#noted.set(name, now)
    this.#writes.add({ bucket, accountId, id: keyIdOf({ actor }), usedAt: this.#clock.now() })
  }

  /** Writes the uses that wait. */
  close(): Promise<void> {
    return this.#writes.drained()
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws like the first authentication if the key or session has ended, or its role may no longer use the route. */
    authenticateAgain(): Promise<void>
  }
}

/** Keys per lookup query. */
const LOOKUP_KEYS_MAX = 500
const LOOKUPS_AT_ONCE_MAX = 2

/** `sk_` and 43 base62 characters. They have 256 bits, so a plain SHA-256 of the key is safe to store. */
export const API_KEY_PATTERN = /^sk_[0-9A-Za-z]{43}$/

/** The hash to store of a key. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** Scheme and realm of RFC 6750. `error` is added only if a key was given. */
const CHALLENGE = 'Bearer realm="api"'

type GivenKey = { ok: true; key: string } | { ok: false; code: 'missing_api_key' | 'invalid_api_key' }

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
}

/** The API key or session token in the headers, for the limit of failures. Null if there is none. */
export function credentialOf(rawHeaders: readonly string[], sessions: SessionCredentials): string | null {
  const bearer = readBearer(rawHeaders)
  if (bearer.ok) return bearer.key
  return bearer.code === 'missing_api_key' ? sessions.tokenOf(rawHeaders) : null
}

function challenge(code: 'missing_api_key' | 'invalid_api_key', authorization?: string): ApiError {
  const value = code === 'missing_api_key' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`
  const headers = { 'www-authenticate': value }
  // A caller that uses another scheme believes that it has sent its key.
  const scheme =
    code === 'missing_api_key' ? /^\s*(basic|digest|token|key)\s/i.exec(authorization ?? '')?.[1] : undefined
  if (scheme === undefined) return new ApiError(code, { headers })
  const sentence = `The header Authorization has the scheme ${scheme}: send Authorization: Bearer <API key>`
  return new ApiError(code, { headers, sentence })
}

/** Looks up keys by their hashes, in batches. A revoked key ends at once. */
export function createKeyLookup(pool: CommonPool, clock: Clock, waitMsMax: number): Batcher<Buffer, Caller | null> {
  return new Batcher({
    itemsMax: LOOKUP_KEYS_MAX,
    slots: LOOKUPS_AT_ONCE_MAX,
    waitMsMax,
    monotonic: clock.monotonic,
    async flush(hashes) {
      const callers = new Map<string, Caller>()
      for (const row of await findCallers(pool, hashes))
        callers.set(row.keyHash.toString('latin1'), {
          accountId: row.accountId,
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

interface AuthenticationContext {
  config: { batchWaitMs: number }
  clock: Clock
  log: Logger
  /** For API keys, which are looked up in batches. */
  pool: CommonPool
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
  // If the directory is the only server, nothing works without it.
  const known = directory === null ? null : new KnownCallers<Caller>(directory, clock.monotonic)
  const uses = new KeyUses(pool, clock, log)
  app.addHook('onClose', () => uses.close())

  async function callerOfKey(request: FastifyRequest): Promise<Caller> {
    const given = readBearer(request.raw.rawHeaders)
    if (!given.ok) throw challenge(given.code, request.headers.authorization)
    const hash = hashApiKey(given.key)
    const caller = await (known === null ? lookup.add(hash) : known.find(hash, () => lookup.add(hash)))
    if (caller === null) throw challenge('invalid_api_key')
    uses.note(caller)
    return caller
  }

  wantAreas(app)
  async function authenticateRequest(request: FastifyRequest): Promise<void> {
    // If a request has both, the key counts.
    const token = request.headers.authorization === undefined ? sessions.tokenOf(request.raw.rawHeaders) : null
    request.caller = await (token === null ? callerOfKey(request) : sessions.authenticate(request, token))
    const refusal = refusalOf(request.caller.role, request.routeOptions.config.area!, request.method)
    if (refusal !== null) throw new ApiError('forbidden', { sentence: refusal })
  }
  app.addHook('onRequest', authenticateRequest)
  app.decorateRequest('authenticateAgain', function authenticateAgain() {
    return authenticateRequest(this)
  })
}
