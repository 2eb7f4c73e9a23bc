import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { App } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request costs its account so many requests of its limit more; they may be a fraction. */
    charge(requests: number): void
  }
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
}
