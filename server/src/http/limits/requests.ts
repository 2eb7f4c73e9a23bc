import type { Clock } from '../../clock.ts'
import { ApiError } from '../../errors.ts'
import { createRateLimiter } from '../rate-limit.ts'
import type { App } from '../route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request costs its account so many requests of its limit more; they may be a fraction. */
    charge(requests: number): void
  }
}

/** A request costs one more for so many bytes of its body, and of an answer that is replayed. */
const BYTES_PER_REQUEST = 16 * 1024

/** What so many bytes cost beside the request itself: nothing if they are few. */
function requestsOfBytes(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_REQUEST)
}

/** Limits the requests of each account to `API_RATE_LIMIT` a second, in this process; 0 lifts the limit. */
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
  // Whatever becomes of it: a large body that is refused costs the time of one that is taken.
  app.addHook('preHandler', ({ caller, body }, _reply, done) => {
    if (Buffer.isBuffer(body)) limiter.charge(caller.accountId, requestsOfBytes(body.length))
    done()
  })
  app.addHook('onSend', ({ caller }, reply, payload, done) => {
    if (reply.hasHeader('idempotency-replayed') && typeof payload === 'string')
      limiter.charge(caller.accountId, requestsOfBytes(payload.length))
    done()
  })
}
