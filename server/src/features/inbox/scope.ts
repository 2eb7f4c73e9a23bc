/** Registers the routes of inboxes. They know recipients by their tokens, and no API key or session. */
import type { RouteContext, CommonContext, Context } from '../../platform/context.ts'
import type { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { countAs } from '../../platform/admission/addresses.ts'
import type { AddressLimits } from '../../platform/admission/addresses.ts'
import { limitBodies } from '../../platform/admission/bodies.ts'
import { limitRequests } from '../../platform/admission/requests.ts'
import type { App } from '../../platform/http/route.ts'
import { shareDatabase } from '../../platform/admission/shares.ts'
import type { ServerShares } from '../../platform/admission/shares.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { authenticateRecipients, credentialOf } from './authentication.ts'
import { inboxRoutes } from './routes.ts'
import type { InboxRouteDependencies } from './routes.ts'
import { streamRoutes } from './stream-routes.ts'
import type { Clock } from '../../platform/clock.ts'
import { rateLimited } from '../../platform/errors.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import { ownerName } from './queries.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { createFetches } from './states.ts'
import type { Fetches } from './states.ts'
import { InboxTail } from './tail.ts'

// The parts of an inbox on one database server.

interface InboxServer {
  tail: InboxTail
  fetches: Fetches
  /** The connections for finding keys and origins. */
  pool: CommonPool
}

/** `own`: with the service's own connections. `requests`: with those for the inbox. */
export function createInboxServer(own: Context, requests: CommonContext, recorder: Recorder): InboxServer {
  const fetches = createFetches(requests, recorder)
  return { tail: new InboxTail(own, fetches), fetches, pool: requests.pool }
}

interface InboxScopeDependencies extends Omit<InboxRouteDependencies, 'fetchesOf'> {
  cipher: SecretsCipher
  addresses: Pick<AddressLimits, 'limitFailures'>
  httpConnectionsMax: number
  shares: ServerShares
  /** The places of large bodies. */
  bodies: FairGate<number>
  /** The server with the bucket's rows. */
  serverOf(bucket: number): InboxServer
  /** All servers that are there. */
  servers(): InboxServer[]
}

/** The limit of requests applies to each account, beside the limit of its API keys, and a second one to each recipient. */
export async function inboxScope(app: App, context: RouteContext, dependencies: InboxScopeDependencies): Promise<void> {
  const { clock, config } = context
  const { addresses, shares, serverOf, servers, bodies } = dependencies
  const paths = new Set<string>()

  await app.register((inbox: App, _options, done) => {
    inbox.addHook('onRoute', (route) => {
      paths.add(route.url)
      if (route.method !== 'HEAD') (route.schema ??= {}).security = [{ recipientToken: [] }]
    })
    countAs(inbox, null)
    addresses.limitFailures(inbox, credentialOf)
    allowOrigins(inbox)
    authenticateRecipients(inbox, {
      ...dependencies,
      publicUrl: config.publicUrl,
      poolOf: (bucket) => serverOf(bucket).pool,
    })
    limitRequests(inbox, context)
    limitRecipients(inbox, { clock, isLimited: config.apiRateLimit > 0 })
    limitBodies(inbox, bodies)
    shareDatabase(inbox, shares)
    inboxRoutes(inbox, { ...dependencies, fetchesOf: (bucket) => serverOf(bucket).fetches })
    streamRoutes(inbox, {
      ...dependencies,
      tailOf: (bucket) => serverOf(bucket).tail,
      endStreams: () => servers().forEach(({ tail }) => tail.endAll()),
    })
    done()
  })
  await app.register((open: App, _options, done) => {
    countAs(open, 'inbox')
    preflightRoutes(open, paths)
    done()
  })
}

/** How long browsers keep the response to a preflight, s. */
const PREFLIGHT_SECONDS = 600

const RESPONSE_HEADERS = 'link, ratelimit, ratelimit-policy, retry-after, x-request-id'

const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PATCH, PUT',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': String(PREFLIGHT_SECONDS),
}

/** Adds the headers of CORS to each response of routes registered after this call, errors included. */
function allowOrigins(app: App): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': RESPONSE_HEADERS })
    done()
  })
}

/** Responds to the preflight requests of these paths. */
function preflightRoutes(app: App, paths: Iterable<string>): void {
  for (const path of paths)
    app.options(path, { schema: { hide: true } }, (_request, reply) =>
      reply.headers(PREFLIGHT_HEADERS).code(204).send(),
    )
}

/** Limits the requests of each recipient, which all tabs and devices share, in this process. `isLimited` false turns the limit off. */
function limitRecipients(app: App, { clock, isLimited }: { clock: Clock; isLimited: boolean }): void {
  if (!isLimited) return
  const buckets = new TokenBuckets<string>(LIMITS.inboxRequests.max, () => clock.monotonic())
  app.addHook('onRequest', (request, _reply, done) => {
    const waitMs = buckets.takeNow(ownerName(request.caller.accountId, request.recipientId))
    if (waitMs > 0) done(rateLimited(waitMs))
    else done()
  })
}
