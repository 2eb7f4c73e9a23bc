import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { ApiError, overloaded } from '../../errors.ts'
import type { Logger } from '../../log.ts'
import { createAtOnce } from '../at-once.ts'
import { onceClosed } from '../closed.ts'
import { networksOf } from '../client-address.ts'
import type { Networks } from '../client-address.ts'
import { createCountedLog } from '../counted-log.ts'
import { createKnownCredentials } from '../known-credentials.ts'
import type { KnownCredentials } from '../known-credentials.ts'
import type { App } from '../route.ts'
import { createTokenBuckets } from '../token-buckets.ts'

/**
 * What may be asked without a key costs its caller's address a token, by kind, so that one kind does not use up another. Mail
 * providers fetch the pixels of all their users, and report what became of mails, from few addresses: these have 20 times as
 * many. Bodies of strangers are held in memory, and may take all the time of a request to arrive: of those there is a bound at a
 * time, in all, of one address and of one network. Those of sign-ins are small (`SIGN_IN_BODY_BYTES_MAX`), so that many fit
 * into 128 MiB, and it takes many networks to keep others out.
 */
const KINDS = {
  pages: { times: 1, atOnce: null },
  health: { times: 1, atOnce: null },
  pixels: { times: 20, atOnce: null },
  callbacks: { times: 20, atOnce: { max: Infinity, ofNetworkMax: Infinity, ofAddressMax: 32 } },
  sign_in: { times: 1, atOnce: { max: 2_000, ofNetworkMax: 64, ofAddressMax: 16 } },
} as const

export type AddressKind = keyof typeof KINDS

/** A bucket is full again after this long without a request, s. */
const BURST_SECONDS = 4
/** A page, script or other document costs a token more for so many bytes of it. */
const BYTES_PER_TOKEN = 64 * 1024
/** A network may make so many times the requests of one of its addresses. */
const NETWORK_TIMES = 10
/** The key or the session that a request gives, without what stands around it; null if there is none. */
export type CredentialOf = (request: FastifyRequest) => string | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /** null: the route wants a key or a session, and is limited by account. Unset: `pages`. */
    addressKind?: AddressKind | null
  }
  interface FastifyRequest {
    /** Refused since its address asks too often: there is no line of its own in the log. */
    overAddressLimit: boolean
    /** Its address has paid for a credential that is not known yet. */
    onTrial: boolean
  }
}

interface AddressLimitContext {
  config: Pick<Config, 'publicRateLimit'>
  clock: Clock
  log: Logger
  metrics: Registry
}

/** `perSecond` for every address, and ten times that for its network. */
function createAddressLimiter(perSecond: number, monotonic: () => number) {
  const rate = (times: number) => ({ burst: times * perSecond * BURST_SECONDS, refillMs: 1000 / perSecond / times })
  const byAddress = createTokenBuckets<string>(rate(1), monotonic)
  const byNetwork = createTokenBuckets<string>(rate(NETWORK_TIMES), monotonic)
  return {
    /** How long until it may ask again, ms; 0 if now. */
    waitMs: ({ address, network }: Networks) => Math.max(byAddress.waitMs(address), byNetwork.waitMs(network)),
    take({ address, network }: Networks, tokens = 1) {
      byAddress.take(address, tokens)
      byNetwork.take(network, tokens)
    },
    giveBack({ address, network }: Networks) {
      byAddress.giveBack(address)
      byNetwork.giveBack(network)
    },
  }
}

/** `isLimited`: by address and network as well, else in all only. */
function placesOf(bounds: { max: number; ofNetworkMax: number; ofAddressMax: number }, isLimited: boolean) {
  const atOnce = createAtOnce<string>(bounds.max)
  return ({ address, network }: Networks) => {
    const keys = [
      [`address ${address}`, bounds.ofAddressMax],
      [`network ${network}`, bounds.ofNetworkMax],
    ] as const
    return atOnce.take(isLimited ? keys : [], 1)
  }
}

/** Every route registered on `app` from now on counts as of this kind. */
export function countAs(app: App, addressKind: AddressKind | null): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, addressKind }
  })
}

/** Counts what is refused for its address; the log has a line a second of it, whatever comes. */
function observeRefusals({ log, metrics }: Pick<AddressLimitContext, 'log' | 'metrics'>) {
  const lines = createCountedLog<{ kind: string; address: string }>((fields, count) =>
    log.warn({ event: 'http.address_limited', ...fields, count }),
  )
  const refused = new Counter({
    name: 'tidings_http_address_limited_total',
    help: 'Requests refused because their address sent too many',
    labelNames: ['kind'],
    registers: [metrics],
  })
  return (request: FastifyRequest, kind: string, waitMs: number): ApiError => {
    request.overAddressLimit = true
    refused.inc({ kind })
    lines.add(kind, { kind, address: request.ip })
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    return new ApiError('rate_limited', { headers: { 'retry-after': String(retryAfterSeconds) } })
  }
}

export interface AddressLimits {
  /**
   * An address that has tried too many keys and sessions that are not valid is refused before another one is looked up. A key or
   * session that was valid here before passes: nobody can lock out those behind the same address. Called before what
   * authenticates is registered on `api`.
   */
  limitFailures(api: App, credentialOf: CredentialOf): void
  /** A session has begun: it is valid before it is first used. */
  remember(accountId: number, credential: string): void
}

/**
 * Limits what an address may ask without a valid key or session to `PUBLIC_RATE_LIMIT` a second, in this process, before
 * anything of a body is read; 0 lifts that. Called before any route is registered.
 */
export function limitAddresses(app: App, context: AddressLimitContext): AddressLimits {
  const { publicRateLimit } = context.config
  const isLimited = publicRateLimit > 0
  const limiterOf = (times: number) =>
    isLimited ? createAddressLimiter(times * publicRateLimit, () => context.clock.monotonic()) : null
  const refuse = observeRefusals(context)
  const byKind = new Map(
    Object.entries(KINDS).map(([kind, { times, atOnce }]) => [
      kind,
      { limiter: limiterOf(times), take: atOnce === null ? null : placesOf(atOnce, isLimited) },
    ]),
  )

  const known = createKnownCredentials()

  app.decorateRequest('overAddressLimit', false)
  app.addHook('onRequest', (request, reply, done) => {
    const kind = request.routeOptions.config.addressKind
    if (kind === null) return done()
    done(refusalOf(kind ?? 'pages', request, reply))
  })

  function refusalOf(kind: AddressKind, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    const { limiter, take } = byKind.get(kind)!
    if (limiter === null && take === null) return undefined
    const networks = networksOf(request.ip)
    const waitMs = limiter?.waitMs(networks) ?? 0
    if (waitMs > 0) return refuse(request, kind, waitMs)
    limiter?.take(networks)
    const place = take?.(networks)
    if (place === 'all') return overloaded()
    if (place === 'key') return refuse(request, kind, 0)
    if (place !== undefined) onceClosed(reply, place)
    return undefined
  }

  const pages = byKind.get('pages')!.limiter
  if (pages !== null)
    app.addHook('onSend', (request, _reply, payload, done) => {
      const { addressKind = 'pages' } = request.routeOptions.config
      const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
      const tokens = Math.floor(bytes / BYTES_PER_TOKEN)
      if (addressKind === 'pages' && tokens > 0) pages.take(networksOf(request.ip), tokens)
      done()
    })

  return {
    limitFailures(api, credentialOf) {
      const failures = limiterOf(1)
      if (failures !== null) refuseAfter(failures, api, { known, credentialOf }, refuse)
    },
    remember: (accountId, credential) => known.add(accountId, credential),
  }
}

function refuseAfter(
  failures: ReturnType<typeof createAddressLimiter>,
  api: App,
  { known, credentialOf }: { known: KnownCredentials; credentialOf: CredentialOf },
  refuse: ReturnType<typeof observeRefusals>,
): void {
  api.decorateRequest('onTrial', false)
  api.addHook('onRequest', (request, _reply, done) => {
    const credential = credentialOf(request)
    if (credential !== null && known.has(credential)) return done()
    const networks = networksOf(request.ip)
    const waitMs = failures.waitMs(networks)
    if (waitMs > 0) return done(refuse(request, 'failures', waitMs))
    // Taken before it is looked up: else all that come meanwhile would pass.
    failures.take(networks)
    request.onTrial = true
    done()
  })
  api.addHook('onResponse', (request, reply, done) => {
    const credential = credentialOf(request)
    if (request.caller !== undefined && credential !== null) known.add(request.caller.accountId, credential)
    else if (reply.statusCode === 401) {
      if (credential !== null) known.remove(credential)
      if (!request.onTrial) failures.take(networksOf(request.ip))
    }
    const isOurFault = reply.statusCode >= 500
    if (request.onTrial && (request.caller !== undefined || isOurFault)) failures.giveBack(networksOf(request.ip))
    done()
  })
}
