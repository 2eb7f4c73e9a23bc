/**
 * Cross-origin requests of browsers (Fetch standard, "CORS protocol"). A preflight carries no token, so it is answered for
 * the origins that any account allows. The request itself is checked against the account of its token.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { logFailure } from '../db/outages.ts'
import type { App } from '../http/route.ts'
import type { Logger } from '../log.ts'
import { ORIGIN_CHARACTERS_MAX } from '../accounts/origins.ts'

/** How long browsers keep the answer to a preflight, s. */
const PREFLIGHT_SECONDS = 600
/** How long this process keeps a known and an unknown origin, ms. A new origin works after the shorter time. */
const KNOWN_MS = 60_000
const UNKNOWN_MS = 5_000
/** Origins in memory. Above it, the oldest is dropped. */
const ORIGINS_MAX = 10_000

const METHODS = 'GET, PATCH, PUT'
const REQUEST_HEADERS = 'authorization, content-type, last-event-id'
const RESPONSE_HEADERS = 'link, ratelimit, ratelimit-policy, retry-after, x-request-id'

const findOriginSql = sql<{ found: boolean }, [origin: string]>(
  'allowed_origins.find',
  'select exists (select from allowed_origins where origin = $1) as found',
)

/** True if a page of this service itself sent the request. `host`: the header of the request. */
export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

export interface OriginTools {
  clock: Clock
  log: Logger
  /** Connections to all servers that are there. */
  pools(): Pool[]
}

/** Returns a function for testing if any account allows an origin. If a server fails, its origins count as unknown. */
export function createKnownOrigins({ clock, log, pools }: OriginTools): (origin: string) => Promise<boolean> {
  const known = new Map<string, { isKnown: Promise<boolean>; until: number }>()

  async function look(origin: string): Promise<boolean> {
    const found = await Promise.all(pools().map((pool) => findOriginSql(pool, origin)))
    return found.some(([row]) => row!.found)
  }

  return (origin) => {
    if (origin.length > ORIGIN_CHARACTERS_MAX) return Promise.resolve(false)
    const now = clock.monotonic()
    const entry = known.get(origin)
    if (entry !== undefined && entry.until > now) return entry.isKnown
    const added = { until: now + UNKNOWN_MS, isKnown: Promise.resolve(false) }
    added.isKnown = look(origin).then(
      (isKnown) => {
        if (isKnown) added.until = now + KNOWN_MS
        return isKnown
      },
      (error: unknown) => {
        known.delete(origin)
        logFailure(log, 'requests', { event: 'inbox.origin_not_read' }, error)
        return false
      },
    )
    known.delete(origin)
    known.set(origin, added)
    if (known.size > ORIGINS_MAX) known.delete(known.keys().next().value!)
    return added.isKnown
  }
}

/** Adds the headers of CORS to each response of routes registered after this call, errors included. */
export function allowOrigins(app: App, isKnown: (origin: string) => Promise<boolean>): void {
  app.addHook('onRequest', async (request, reply) => {
    await allow(request, reply, isKnown)
  })
}

async function allow(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  isKnown: (origin: string) => Promise<boolean>,
): Promise<boolean> {
  void reply.header('vary', 'Origin')
  if (origin === undefined || !(await isKnown(origin))) return false
  void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': RESPONSE_HEADERS })
  return true
}

/** Answers the preflight requests of these paths. */
export function preflightRoutes(
  app: App,
  paths: Iterable<string>,
  isKnown: (origin: string) => Promise<boolean>,
): void {
  for (const path of paths)
    app.options(path, { schema: { hide: true } }, async (request, reply) => {
      if (await allow(request, reply, isKnown))
        void reply.headers({
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': REQUEST_HEADERS,
          'access-control-max-age': String(PREFLIGHT_SECONDS),
        })
      return reply.code(204).send()
    })
}
