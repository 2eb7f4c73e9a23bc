import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { App } from './route.ts'

/** Limits the requests of each account to `API_RATE_LIMIT` a second, in this process; 0 lifts the limit. */
export function limitRequests(app: App, context: { config: { apiRateLimit: number }; clock: Clock }): void {
  const { config, clock } = context
  if (config.apiRateLimit === 0) return
  const limiter = createRateLimiter(config.apiRateLimit, () => clock.monotonic())
  app.addHook('onRequest', (request, reply, done) => {
    const { allowed, headers } = limiter.take(request.caller.accountId)
    void reply.headers(headers)
    if (allowed) done()
    else done(new ApiError('rate_limited'))
  })
}
