import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { ApiError } from '../errors.ts'
import { overloaded, rateLimited } from '../errors.ts'
import type { Logger } from '../log.ts'
import { CLOSE, onceClosed } from '../http/responses.ts'
import { requestMistake } from '../http/request-head.ts'
import { networksOf } from './networks.ts'
import type { Networks } from './networks.ts'
import { createCountedLog } from '../http/counted-log.ts'
import type { App } from '../http/route.ts'
import { BoundedMap } from './bounded-map.ts'
import { enterAll, FairGate } from './fair-gate.ts'
import { LIMITS } from './limits.ts'
import { TokenBuckets } from './token-buckets.ts'

interface KnownCredential {
  digest: string
  accountId: number
}

interface KnownCredentials {
  has(credential: string): boolean
  /** Called after the credential was found valid. */
  add(accountId: number, credential: string): void
  remove(credential: string): void
}

/**
 * API keys and sessions found valid in this process. Only hashes are kept. Each account has its own limit and loses its least recently
 * used credential, so no account can push out those of another.
 */
export function createKnownCredentials(): KnownCredentials {
  const known = new BoundedMap<string, KnownCredential>(LIMITS.credentials.max)
  const ofAccounts = new Map<number, BoundedMap<string, string>>()
  const digestOf = (credential: string) => hash('sha256', credential, 'base64url')

  function forget({ digest, accountId }: KnownCredential): void {
    known.delete(digest)
    const own = ofAccounts.get(accountId)!
    own.delete(digest)
    if (own.size === 0) ofAccounts.delete(accountId)
  }

  return {
    has: (credential) => known.get(digestOf(credential)) !== undefined,
    add(accountId, credential) {
      const digest = digestOf(credential)
      const own = ofAccounts.get(accountId) ?? new BoundedMap<string, string>(LIMITS.credentialsOfAccount.max)
      ofAccounts.set(accountId, own)
      for (const oldest of own.set(digest, digest)) known.delete(oldest)
      for (const oldest of known.set(digest, { digest, accountId })) forget(oldest)
    },
    remove(credential) {
      const found = known.get(digestOf(credential))
      if (found !== undefined) forget(found)
    },
  }
}

type Rate = typeof LIMITS.pages

/** Places at the same time: in all, of one network, of one address. Absent: no bound. */
interface PlaceBounds {
  max?: number
  ofNetworkMax?: number
  ofAddressMax?: number
}

/**
 * Requests without a key cost their address a token. Each kind has separate tokens, so one kind cannot use up another.
 * Pixels, callbacks and pages of preferences get more, because mail providers request them for all users from
 * few addresses. Bodies of unknown callers stay in memory until they have arrived, so their number at the same time is
 * limited: in total, per address and per network. Bodies of sign-ins are small (`SIGN_IN_BODY_BYTES_MAX`): all of them fit
 * into 128 MiB, and only many networks together can block other users.
 */
const KINDS = {
  pages: { rate: LIMITS.pages, atOnce: null },
  health: { rate: LIMITS.pages, atOnce: null },
  pixels: { rate: LIMITS.links, atOnce: null },
  callbacks: { rate: LIMITS.links, atOnce: { ofAddressMax: LIMITS.callbackBodiesOfAddress.max } },
  // Their bodies have at most 32 KB.
  preferences: {
    rate: LIMITS.links,
    atOnce: { max: LIMITS.preferenceBodies.max, ofAddressMax: LIMITS.preferenceBodiesOfAddress.max },
  },
  // Connections to the mail server that have not signed in, their mails, and their refused recipients. Only the start of
  // a mail is kept. `LIMITS.mailsArriving` is for all together.
  mails: {
    rate: LIMITS.links,
    atOnce: { ofNetworkMax: LIMITS.mailsOfNetwork.max, ofAddressMax: LIMITS.mailsOfAddress.max },
  },
  // Preflight requests of browsers. They have no body.
  inbox: { rate: LIMITS.links, atOnce: null },
  sign_in: {
    rate: LIMITS.pages,
    atOnce: {
      max: LIMITS.signInBodies.max,
      ofNetworkMax: LIMITS.signInBodiesOfNetwork.max,
      ofAddressMax: LIMITS.signInBodiesOfAddress.max,
    },
  },
} satisfies Record<string, { rate: Rate; atOnce: PlaceBounds | null }>

export type AddressKind = keyof typeof KINDS

/** A page or script costs one more token per this many bytes. */
const BYTES_PER_TOKEN = 64 * 1024
/** The API key or session in the request, without its prefix. Null if there is none. */
type CredentialOf = (request: FastifyRequest) => string | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /** null: the route needs a key or session, and the account's limit counts. Unset: `pages`. */
    addressKind?: AddressKind | null
  }
  interface FastifyRequest {
    /** Its address has paid for a still unknown credential. */
    onTrial: boolean
  }
}

interface AddressLimitContext {
  config: Pick<Config, 'publicRateLimit'>
  clock: Clock
  log: Logger
  metrics: Registry
}

/** `perSecond` for each address, and more for its network. */
function createAddressLimiter(perSecond: number, burstSeconds: number, monotonic: () => number) {
  const rate = (times: number) => ({ burst: times * perSecond * burstSeconds, refillMs: 1000 / perSecond / times })
  const byAddress = new TokenBuckets<string>(rate(1), monotonic)
  const byNetwork = new TokenBuckets<string>(rate(LIMITS.network.max.part), monotonic)
  return {
    /** Time until the next request is allowed, ms. 0 if it is allowed now. */
    waitMs: ({ address, network }: Networks) => Math.max(byAddress.waitMs(address), byNetwork.waitMs(network)),
    /** Takes a token and returns 0, or returns the time until there is one, ms. */
    takeNow(networks: Networks) {
      const waitMs = this.waitMs(networks)
      if (waitMs === 0) this.take(networks)
      return waitMs
    },
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

/** Null if rates are off. */
function limiterOf({ config, clock }: Pick<AddressLimitContext, 'config' | 'clock'>, { max }: Rate) {
  const perSecond = max.times * config.publicRateLimit
  return perSecond > 0 ? createAddressLimiter(perSecond, max.burstSeconds, () => clock.monotonic()) : null
}

/** `isLimited`: the bounds of address and network count too, not only the total. */
function placesOf({ max, ofNetworkMax, ofAddressMax }: PlaceBounds, isLimited: boolean) {
  const all = new FairGate<string>(max === undefined ? {} : { placesMax: max })
  const addresses = new FairGate<string>(isLimited && ofAddressMax !== undefined ? { ofKeyMax: ofAddressMax } : {})
  const networks = new FairGate<string>(isLimited && ofNetworkMax !== undefined ? { ofKeyMax: ofNetworkMax } : {})
  return {
    all,
    enter: ({ address, network }: Networks) =>
      enterAll([
        [addresses, address],
        [networks, network],
        [all, network],
      ]),
  }
}

export interface AddressBounds {
  /** Takes a place of the address for a connection. Returns the function that frees it, or null if there is none. */
  open(address: string): (() => void) | null
  /** Takes a token of the address. False if it has none. */
  take(address: string): boolean
}

/** The bounds of a kind for callers without HTTP. */
export function boundAddresses(kind: 'mails', context: Pick<AddressLimitContext, 'config' | 'clock'>): AddressBounds {
  const { rate, atOnce } = KINDS[kind]
  const limiter = limiterOf(context, rate)
  const places = placesOf(atOnce, limiter !== null)
  return {
    open(address) {
      const leave = places.enter(networksOf(address))
      return typeof leave === 'function' ? leave : null
    },
    take: (address) => limiter === null || limiter.takeNow(networksOf(address)) === 0,
  }
}

/** Sets the kind of each route registered on `app` after this call. */
export function countAs(app: App, addressKind: AddressKind | null): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, addressKind }
  })
}

/** Counts refusals by address, and logs them once a second. */
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
    request.isCounted = true
    refused.inc({ kind })
    lines.add(kind, { kind, address: request.ip })
    return rateLimited(waitMs, { headers: CLOSE })
  }
}

export interface AddressLimits {
  /**
   * After too many invalid keys or sessions, an address is refused before the next one is looked up. Credentials that
   * were valid before still pass, so an attacker cannot lock out others behind the same address.
   */
  limitFailures(api: App, credentialOf: CredentialOf): void
  /** Records a new session as valid before its first use. */
  remember(accountId: number, credential: string): void
}

/**
 * Limits each address without a valid key or session to PUBLIC_RATE_LIMIT requests a second, in this process, before
 * any of the body is read. A refusal closes the connection. 0 turns it off. It also refuses requests that are no
 * valid HTTP/1.1 (`requestMistake`).
 */
export function limitAddresses(app: App, context: AddressLimitContext): AddressLimits {
  const isLimited = context.config.publicRateLimit > 0
  const refuse = observeRefusals(context)
  const byKind = new Map(
    Object.entries(KINDS).map(([kind, { rate, atOnce }]) => [
      kind,
      { limiter: limiterOf(context, rate), places: atOnce === null ? null : placesOf(atOnce, isLimited) },
    ]),
  )

  const known = createKnownCredentials()

  app.addHook('onRequest', (request, reply, done) => {
    const { addressKind = 'pages' } = request.routeOptions.config
    const mistake = requestMistake(request.raw)
    // A request that is no caller's costs its address a token, on each route.
    const kind = mistake === null ? addressKind : 'pages'
    done((kind === null ? undefined : refusalOf(kind, request, reply)) ?? mistake ?? undefined)
  })

  function refusalOf(kind: AddressKind, request: FastifyRequest, reply: FastifyReply): ApiError | undefined {
    const { limiter, places } = byKind.get(kind)!
    if (limiter === null && places === null) return undefined
    const networks = networksOf(request.ip)
    const waitMs = limiter?.takeNow(networks) ?? 0
    if (waitMs > 0) return refuse(request, kind, waitMs)
    if (places === null) return undefined
    const leave = places.enter(networks)
    if (leave === places.all) return overloaded()
    if (typeof leave !== 'function') return refuse(request, kind, 0)
    onceClosed(reply, leave)
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
      const failures = limiterOf(context, LIMITS.pages)
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
    // Taken before the lookup. Otherwise concurrent requests would all pass.
    const waitMs = failures.takeNow(networksOf(request.ip))
    if (waitMs > 0) return done(refuse(request, 'failures', waitMs))
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
