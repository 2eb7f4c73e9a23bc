/**
 * Finds the caller of each request, by its API key or session. Callers found valid are kept in memory for a directory that is
 * away. While the directory responds, it is always asked, so a revoked key ends at once. The last use of a key is noted at
 * most once per minute, many keys in one statement.
 */
import { BoundedMap } from '../../platform/bounded-map.ts'
import type { Clock } from '../../platform/clock.ts'
import { CollectedWrites } from '../../platform/db/collected-writes.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Logger } from '../../platform/log.ts'
import { Counts } from '../../platform/counts.ts'
import { isOutage } from '../../platform/db/database-error.ts'
import { ApiError } from '../../platform/errors.ts'
import { hash } from 'node:crypto'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { Batcher } from '../../platform/db/batcher.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { findCallers } from './queries.ts'
import { refusalOf } from './roles.ts'

const NOTED_AGAIN_MS = 60_000
/** Uses within this time are written together, ms. */
const COLLECTED_MS = 1000
/** Keys in memory. More keys in a minute: the oldest are noted again sooner. */
const KEYS_MAX = 20_000

interface KeyUse {
  bucket: number
  accountId: number
  id: number
  /** ms since the epoch. */
  usedAt: number
}

/** Rows that another process is changing are skipped: it writes nearly the same time. */
const touchKeys = columns('bucket smallint, account_id bigint, id bigint, used_at timestamptz').sql<{ id: number }>(
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
class KeyUses {
  readonly #clock: Clock
  /** When each key was last noted, by `Clock.monotonic`. */
  readonly #noted = new BoundedMap<string, number>(KEYS_MAX)
  readonly #writes: CollectedWrites<KeyUse>

  constructor(pool: Pool, clock: Clock, log: Logger) {
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
  note({ bucket, accountId }: { bucket: number; accountId: number }, id: number): void {
    const name = `${accountId}/${id}`
    const now = this.#clock.monotonic()
    if (now - (this.#noted.get(name) ?? -Infinity) < NOTED_AGAIN_MS) return
    this.#noted.set(name, now)
    this.#writes.add({ bucket, accountId, id, usedAt: this.#clock.now() })
  }

  /** Writes the uses that wait. */
  close(): Promise<void> {
    return this.#writes.drained()
  }
}

/** A caller is accepted without the directory for this time after the last look-up, ms: 10 minutes. */
const KEPT_MS = 600_000

/** The limits of callers in memory, per account and in total. */
const OF_ACCOUNT_MAX = 100
const ALL_MAX = 20_000

interface Kept<Caller> {
  caller: Caller
  accountId: number
  at: number
}

export interface DirectoryState {
  isDirectoryAway(): boolean
  /** Called after the directory went away or came back, and at other times. */
  onChange(listener: () => void): void
}

/** True if the directory was unavailable, and not if it refused. */
function isAway(error: unknown): boolean {
  return isOutage(error) || (error instanceof ApiError && error.status === 503)
}

/** Asks the directory for callers, and remembers them by the hash of their credential. */
export class KnownCallers<Caller extends { accountId: number }> {
  readonly #directory: DirectoryState | null
  readonly #monotonic: () => number
  readonly #kept = new BoundedMap<string, Kept<Caller>>(ALL_MAX)
  readonly #ofAccount = new Counts<number>()
  /** Called if the directory goes away: known callers wait no longer. */
  readonly #waiting = new Set<() => void>()

  /** `directory`: null if it is the only server. Nothing works without it then, so nothing is kept. */
  constructor(directory: DirectoryState | null, monotonic: () => number) {
    this.#directory = directory
    this.#monotonic = monotonic
    directory?.onChange(() => {
      if (directory.isDirectoryAway()) for (const giveUp of this.#waiting) giveUp()
    })
  }

  /**
   * The result of `ask`. If the directory is away, the caller found before. Null: the credential is not valid.
   * @throws the error of `ask` if the directory is away and does not know the credential.
   */
  async find(hash: Buffer, ask: () => Promise<Caller | null>): Promise<Caller | null> {
    if (this.#directory === null) return ask()
    const name = hash.toString('latin1')
    const known = this.#known(name)
    if (known !== null && this.#directory.isDirectoryAway()) return known
    try {
      const found = known === null ? await ask() : await this.#unlessAway(ask(), known)
      // If we stopped waiting, keep the cached caller.
      if (found === null) this.#forget(name)
      else if (found !== known) this.#keep(name, found)
      return found
    } catch (error) {
      if (known === null || !isAway(error)) throw error
      return known
    }
  }

  #known(name: string): Caller | null {
    const kept = this.#kept.get(name)
    if (kept === undefined) return null
    if (this.#monotonic() - kept.at <= KEPT_MS) return kept.caller
    this.#forget(name)
    return null
  }

  /** The result of `asking`, or `known` if the directory goes away meanwhile. */
  async #unlessAway(asking: Promise<Caller | null>, known: Caller): Promise<Caller | null> {
    let giveUp = () => {}
    const away = new Promise<Caller>((resolve) => (giveUp = () => resolve(known)))
    this.#waiting.add(giveUp)
    asking.catch(() => {})
    try {
      return await Promise.race([asking, away])
    } finally {
      this.#waiting.delete(giveUp)
    }
  }

  #keep(name: string, caller: Caller): void {
    const { accountId } = caller
    this.#forget(name)
    // An account at its limit keeps the callers that it has.
    if (this.#ofAccount.of(accountId) >= OF_ACCOUNT_MAX) return
    const pushedOut = this.#kept.set(name, { caller, accountId, at: this.#monotonic() })
    this.#ofAccount.add(accountId, 1)
    if (pushedOut !== undefined) this.#ofAccount.add(pushedOut.accountId, -1)
  }

  #forget(name: string): void {
    const kept = this.#kept.get(name)
    if (kept === undefined) return
    this.#kept.delete(name)
    this.#ofAccount.add(kept.accountId, -1)
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
const LOOKUPS_WAITING_MAX = 10_000

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

interface AuthenticationContext {
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
    if (!given.ok) throw challenge(given.code, request.headers.authorization)
    const hash = hashApiKey(given.key)
    const caller = await keys.find(hash, () => lookup.add(hash))
    if (caller === null) throw challenge('invalid_api_key')
    uses.note(caller, keyIdOf(caller))
    request.caller = caller
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
