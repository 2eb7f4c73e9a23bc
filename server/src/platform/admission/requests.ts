import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { App } from '../http/route.ts'
import { chunksOf } from './turns.ts'

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
