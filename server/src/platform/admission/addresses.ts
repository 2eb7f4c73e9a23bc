import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { ApiError, overloaded } from '../errors.ts'
import type { Logger } from '../log.ts'
import { createAtOnce } from '../counts.ts'
import { CLOSE, onceClosed } from '../http/responses.ts'
import { requestMistake } from '../http/request-head.ts'
import { networksOf } from './networks.ts'
import type { Networks } from './networks.ts'
import { createCountedLog } from '../http/counted-log.ts'
import type { App } from '../http/route.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Limits of remembered credentials, per account and in total. Only hashes are kept. */
const CREDENTIALS_OF_ACCOUNT_MAX = 500
const CREDENTIALS_MAX = 50_000

interface KnownCredentials {
  has(credential: string): boolean
  /** Called after the credential was found valid. */
  add(accountId: number, credential: string): void
  remove(credential: string): void
}

/**
 * API keys and sessions found valid in this process. Each account has its own limit and loses its least recently
 * used credential, so no account can push out those of another.
 */
export function createKnownCredentials(): KnownCredentials {
  const accountOf = new Map<string, number>()
  /** The least recently used account is first, and so is each account's least recently used credential. */
  const ofAccounts = new Map<number, Set<string>>()
  const digestOf = (credential: string) => hash('sha256', credential, 'base64url')

  function forget(digest: string): void {
    const accountId = accountOf.get(digest)
    if (accountId === undefined) return
    accountOf.delete(digest)
    const own = ofAccounts.get(accountId)!
    own.delete(digest)
    if (own.size === 0) ofAccounts.delete(accountId)
  }

  return {
    has: (credential) => accountOf.has(digestOf(credential)),
    add(accountId, credential) {
      const digest = digestOf(credential)
      const own = ofAccounts.get(accountId) ?? new Set<string>()
      own.delete(digest)
      own.add(digest)
      ofAccounts.delete(accountId)
      ofAccounts.set(accountId, own)
      accountOf.set(digest, accountId)
      if (own.size > CREDENTIALS_OF_ACCOUNT_MAX) forget(own.values().next().value!)
      if (accountOf.size > CREDENTIALS_MAX) forget(ofAccounts.values().next().value!.values().next().value!)
    },
    remove: (credential) => forget(digestOf(credential)),
  }
}

/**
 * Requests without a key cost their address a token. Each kind has separate tokens, so one kind cannot use up another.
 * Pixels, callbacks and pages of preferences get 20 times as many, because mail providers request them for all users from
 * few addresses. Bodies of unknown callers stay in memory until they have arrived, so their number at the same time is
 * limited: in total, per address and per network. Bodies of sign-ins are small (`SIGN_IN_BODY_BYTES_MAX`): all of them fit
 * into 128 MiB, and only many networks together can block other users.
 */
const KINDS = {
  pages: { times: 1, atOnce: null },
  health: { times: 1, atOnce: null },
  pixels: { times: 20, atOnce: null },
  callbacks: { times: 20, atOnce: { max: Infinity, ofNetworkMax: Infinity, ofAddressMax: 32 } },
  // Their bodies have at most 32 KB.
  preferences: { times: 20, atOnce: { max: 1_000, ofNetworkMax: Infinity, ofAddressMax: 64 } },
  // Connections to the mail server that have not signed in, their mails, and their refused recipients. Only the start of
  // a mail is kept. `SMTP_PLACES` limits all together.
  mails: { times: 20, atOnce: { max: Infinity, ofNetworkMax: 30, ofAddressMax: 10 } },
  // Preflight requests of browsers. They have no body.
  inbox: { times: 20, atOnce: null },
  sign_in: { times: 1, atOnce: { max: 2_000, ofNetworkMax: 64, ofAddressMax: 16 } },
} as const

export type AddressKind = keyof typeof KINDS

/** Time until an empty bucket is full again, s. */
const BURST_SECONDS = 4
/** A page or script costs one more token per this many bytes. */
const BYTES_PER_TOKEN = 64 * 1024
/** A network may make this many times the requests of one address. */
const NETWORK_TIMES = 10
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

/** `perSecond` for each address, ten times as many for its network. */
function createAddressLimiter(perSecond: number, monotonic: () => number) {
  const rate = (times: number) => ({ burst: times * perSecond * BURST_SECONDS, refillMs: 1000 / perSecond / times })
  const byAddress = new TokenBuckets<string>(rate(1), monotonic)
  const byNetwork = new TokenBuckets<string>(rate(NETWORK_TIMES), monotonic)
  return {
    /** Time until the next request is allowed, ms. 0 if it is allowed now. */
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

/** `times` the configured rate, or null if rates are off. */
function limiterOf(
  { config: { publicRateLimit }, clock }: Pick<AddressLimitContext, 'config' | 'clock'>,
  times: number,
) {
  return publicRateLimit > 0 ? createAddressLimiter(times * publicRateLimit, () => clock.monotonic()) : null
}

/** `isLimited`: the bounds of address and network count too, not only the total. */
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

export interface AddressBounds {
  /** Takes a place of the address for a connection. Returns the function that frees it, or null if there is none. */
  open(address: string): (() => void) | null
  /** Takes a token of the address. False if it has none. */
  take(address: string): boolean
}

/** The bounds of a kind for callers without HTTP. */
export function boundAddresses(kind: 'mails', context: Pick<AddressLimitContext, 'config' | 'clock'>): AddressBounds {
  const { times, atOnce } = KINDS[kind]
  const limiter = limiterOf(context, times)
  const places = placesOf(atOnce, limiter !== null)
  return {
    open(address) {
      const place = places(networksOf(address))
      return typeof place === 'string' ? null : place
    },
    take(address) {
      if (limiter === null) return true
      const networks = networksOf(address)
      if (limiter.waitMs(networks) > 0) return false
      limiter.take(networks)
      return true
    },
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
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    return new ApiError('rate_limited', { headers: { 'retry-after': String(retryAfterSeconds), ...CLOSE } })
  }
}

export interface AddressLimits {
  /**
   * After too many invalid keys or sessions, an address is refused before the next one is looked up. Credentials that
   * were valid before still pass, so an attacker cannot lock out others behind the same address. Call it before
   * authentication is registered on `api`.
   */
  limitFailures(api: App, credentialOf: CredentialOf): void
  /** Records a new session as valid before its first use. */
  remember(accountId: number, credential: string): void
}

/**
 * Limits each address without a valid key or session to PUBLIC_RATE_LIMIT requests a second, in this process, before
 * any of the body is read. A refusal closes the connection. 0 turns it off. It also refuses requests that are no
 * valid HTTP/1.1 (`requestMistake`). Call it before routes are registered.
 */
export function limitAddresses(app: App, context: AddressLimitContext): AddressLimits {
  const isLimited = context.config.publicRateLimit > 0
  const refuse = observeRefusals(context)
  const byKind = new Map(
    Object.entries(KINDS).map(([kind, { times, atOnce }]) => [
      kind,
      { limiter: limiterOf(context, times), take: atOnce === null ? null : placesOf(atOnce, isLimited) },
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
      const failures = limiterOf(context, 1)
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
    // Taken before the lookup. Otherwise concurrent requests would all pass.
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
