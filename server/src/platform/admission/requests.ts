import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/route.ts'
import { TokenBuckets } from './token-buckets.ts'
import { chunksOf } from './turns.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FairGate } from './fair-gate.ts'
import type { Leave } from './fair-gate.ts'
import { rawBody } from '../http/body.ts'
import { onceClosed } from '../http/responses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Charges the account for further requests. Fractions are allowed. */
    charge(requests: number): void
  }
}

/** A request costs one more per this many bytes of its body, or of a replayed response. */
const BYTES_PER_REQUEST = 16 * 1024

/** The same for each so many chunks of a body: reading a chunk costs about 3 µs. */
const CHUNKS_PER_REQUEST = 256

/** The extra cost of a body or response. */
function requestsOfBytes(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_REQUEST)
}

/** Limits each account to API_RATE_LIMIT requests a second, in this process. 0 turns the limit off. */
export function limitRequests(app: App, context: { config: { apiRateLimit: number }; clock: Clock }): void {
  const { config, clock } = context
  const limiter = config.apiRateLimit === 0 ? null : createRateLimiter(config.apiRateLimit, () => clock.monotonic())
  app.decorateRequest('charge', function charge(requests) {
    limiter?.charge(this.caller.accountId, requests)
  })
  if (limiter === null) return
  app.addHook('onRequest', (request, reply, done) => {
    const { allowed, headers } = limiter.take(request.caller.accountId)
    void reply.headers(headers)
    if (allowed) done()
    else done(new ApiError('rate_limited'))
  })
  // Charged even if the request fails: reading a refused large body costs the same time.
  app.addHook('preHandler', ({ caller, body, raw }, _reply, done) => {
    const ofChunks = Math.floor(chunksOf(raw) / CHUNKS_PER_REQUEST)
    if (Buffer.isBuffer(body)) limiter.charge(caller.accountId, requestsOfBytes(body.length) + ofChunks)
    done()
  })
  app.addHook('onSend', ({ caller }, reply, payload, done) => {
    if (reply.hasHeader('idempotency-replayed') && typeof payload === 'string')
      limiter.charge(caller.accountId, requestsOfBytes(payload.length))
    done()
  })
}

interface Taken {
  allowed: boolean
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers), and `Retry-After` if refused. */
  headers: Record<string, string>
}

export interface RateLimiter {
  /** Takes one request for the key. */
  take(key: number): Taken
  /** Takes further requests, even more than are left: the key's next request then waits. */
  charge(key: number, requests: number): void
}

/** Time until an empty bucket is full again, s. The burst is the rate times this. */
const BURST_SECONDS = 2

/**
 * A token bucket per key, in this process. `perSecond`: requests a second, an integer from 1. The burst is twice as
 * many. In the headers, this is a quota of `2 * perSecond` in a window of 2 s.
 */
export function createRateLimiter(perSecond: number, monotonic: () => number): RateLimiter {
  const burst = perSecond * BURST_SECONDS
  const refillMs = 1000 / perSecond
  const buckets = new TokenBuckets<number>({ burst, refillMs }, monotonic)
  const policy = `"default";q=${burst};w=${BURST_SECONDS}`

  return {
    take(key) {
      const before = buckets.tokens(key)
      const allowed = before >= 1
      if (allowed) buckets.take(key)
      const left = allowed ? before - 1 : before
      const secondsToFull = Math.ceil((burst - left) / perSecond)
      const headers: Record<string, string> = {
        'ratelimit-policy': policy,
        ratelimit: `"default";r=${Math.max(0, Math.floor(left))};t=${secondsToFull}`,
      }
      if (!allowed) headers['retry-after'] = String(Math.ceil((1 - left) / perSecond))
      return { allowed, headers }
    },
    charge: (key, requests) => buckets.take(key, requests),
  }
}

const MIB = 1024 * 1024
/**
 * Bytes of bodies in progress, in this process. Reading and storing a body takes several times as much: 32 MiB keep a
 * process below 512 MB.
 */
const BODIES_BYTES_MAX = 32 * MIB
/** The part of one account: three of the largest batches. */
const OF_ACCOUNT_BYTES_MAX = 16 * MIB
/** Requests that wait until their body has its place. Each takes one read of its connection, 64 KiB. */
const WAITING_OF_ACCOUNT_MAX = 100
const WAITING_MAX = 500

/** Smaller bodies are not counted: one per connection needs little memory. */
const SMALL_BODY_BYTES = 16 * 1024

/** The longest wait of a large body for its place, ms. */
const WAIT_MS_MAX = 10_000

/** Large bodies have places for their bytes. */
export function createBodyPlaces(waitMsMax = WAIT_MS_MAX): FairGate<number> {
  return new FairGate({
    placesMax: BODIES_BYTES_MAX,
    ofKeyMax: OF_ACCOUNT_BYTES_MAX,
    waitingPerKeyMax: WAITING_OF_ACCOUNT_MAX,
    waitingMax: WAITING_MAX,
    waitMsMax,
  })
}

/** A body of which less arrives in this time loses its place, ms. At this pace a large body would exceed its time anyway. */
const STALLED_MS = 5_000
const PROGRESS_BYTES_MIN = 1024

/** The wait for other bodies was in vain, so their callers are slow: it takes them some seconds, s. */
const RETRY_AFTER_SECONDS = 5

/** The announced size of the body, or the route's maximum if none is announced. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const bytesMax = routeOptions.bodyLimit
  if (headers['transfer-encoding'] !== undefined) return bytesMax
  const announced = Number(headers['content-length'] ?? 0)
  // A larger body is refused without reading it.
  return announced > bytesMax ? 0 : announced
}

/**
 * Refuses a body that does not arrive. Returns a function to end the watch. It looks twice in the time, because after a busy
 * turn of the event loop a timer may come before the bytes that have arrived.
 */
function watchProgress({ raw }: FastifyRequest, reply: FastifyReply, stalledMs: number): () => void {
  let before = raw.socket.bytesRead
  let hasStopped = false
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket
    const isStill = bytesRead - before < PROGRESS_BYTES_MIN
    before = bytesRead
    if (raw.complete) return clearInterval(timer)
    if (isStill && hasStopped) {
      clearInterval(timer)
      void reply.send(
        new ApiError('request_timeout', { sentence: 'The body has stopped to arrive: send the request again' }),
      )
    }
    hasStopped = isStill
  }, stalledMs / 2)
  return () => clearInterval(timer)
}

/**
 * Limits the memory for bodies in progress, before they arrive. A large body waits for its place, so that the bodies of a
 * burst are taken one after the other.
 */
export function limitBodies(app: App, places: FairGate<number>, { stalledMs = STALLED_MS } = {}): void {
  const arrived = new WeakMap<FastifyRequest, (length: number) => void>()
  app.addHook('preValidation', (request, _reply, done) => {
    arrived.get(request)?.(rawBody(request).length)
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = bytesOf(request)
    const { accountId } = request.caller
    if (bytes <= SMALL_BODY_BYTES) return done()
    const hold = (leave: Leave | null) => {
      if (leave === null) return done(refusal(places.takenBy(accountId) + bytes > OF_ACCOUNT_BYTES_MAX))
      const endWatch = watchProgress(request, reply, stalledMs)
      onceClosed(reply, () => {
        endWatch()
        leave()
      })
      // If the size was not announced, it is known now: the other places become free.
      arrived.set(request, (length) => {
        endWatch()
        leave(length <= SMALL_BODY_BYTES ? 0 : length)
      })
      done()
    }
    const now = places.enterNow(accountId, bytes)
    if (now !== null) return hold(now)
    const hungUp = new AbortController()
    onceClosed(reply, () => hungUp.abort())
    void places.enterUnless(accountId, hungUp.signal, bytes).then(hold)
  })
}

function refusal(isByOwn: boolean): ApiError {
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
  if (!isByOwn) return new ApiError('overloaded', { headers })
  const sentence = 'Too many requests with large bodies are running: wait for their responses'
  return new ApiError('rate_limited', { sentence, headers })
}
