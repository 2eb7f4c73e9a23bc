import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { App } from '../http/route.ts'
import { LIMITS } from './limits.ts'
import { TokenBuckets } from './token-buckets.ts'
import type { TokenRate } from './limits.ts'
import { chunksOf } from './chunked-bodies.ts'

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
const { burstSeconds: BURST_SECONDS } = LIMITS.requests.max

/** The rate of an account's requests. Null if there is no limit. */
export function rateOfAccount({ apiRateLimit: perSecond }: { apiRateLimit: number }): TokenRate | null {
  return perSecond === 0 ? null : { burst: perSecond * BURST_SECONDS, refillMs: 1000 / perSecond }
}

/**
 * A token bucket per key, in this process. `perSecond`: requests a second, an integer from 1. The burst is twice as
 * many. In the headers, this is a quota of `2 * perSecond` in a window of 2 s.
 */
export function createRateLimiter(perSecond: number, monotonic: () => number): RateLimiter {
  const rate = rateOfAccount({ apiRateLimit: perSecond })!
  const { burst } = rate
  const buckets = new TokenBuckets<number>(rate, monotonic)
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
