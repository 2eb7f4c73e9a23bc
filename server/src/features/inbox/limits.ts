import type { Clock } from '../../platform/clock.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/route.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import { ownerName } from './queries.ts'

/** Requests of a recipient at once, and the time for one more, ms. All tabs and devices share them. */
const REQUESTS_AT_ONCE = 60
const REFILL_MS = 100

/** Limits the requests of each recipient, in this process. `isLimited` false turns the limit off. */
export function limitRecipients(app: App, { clock, isLimited }: { clock: Clock; isLimited: boolean }): void {
  if (!isLimited) return
  const rate = { burst: REQUESTS_AT_ONCE, refillMs: REFILL_MS }
  const buckets = new TokenBuckets<string>(rate, () => clock.monotonic())
  app.addHook('onRequest', (request, _reply, done) => {
    const name = ownerName(request.caller.accountId, request.recipientId)
    const waitMs = buckets.waitMs(name)
    if (waitMs > 0) return done(new ApiError('rate_limited', { headers: { 'retry-after': '1' } }))
    buckets.take(name)
    done()
  })
}
