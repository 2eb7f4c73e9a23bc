import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { App } from './route.ts'
import { createTokenBuckets } from './token-buckets.ts'

/** An account may read so much for each of the requests that it may make, KiB. */
const KIB_PER_REQUEST = 4
/** An account that has read nothing for so long may read so many seconds' worth at once. */
const BURST_SECONDS = 2
const KIB = 1024

/**
 * Limits what each account reads to 4 KiB a second for each request of `API_RATE_LIMIT`, in this process: large pages cost the
 * time of many small ones. An answer is sent whole, whatever is left: the next request that reads is refused until the
 * time for it has passed. Requests that write are not. 0 lifts the limit. A request is judged once it has its place
 * among the answers of its account: called before `shareDatabase`, whose hook then comes first.
 */
export function limitAnswers(app: App, context: { config: { apiRateLimit: number }; clock: Clock }): void {
  const { config, clock } = context
  if (config.apiRateLimit === 0) return
  const kibPerSecond = config.apiRateLimit * KIB_PER_REQUEST
  const rate = { burst: kibPerSecond * BURST_SECONDS, refillMs: 1000 / kibPerSecond }
  const buckets = createTokenBuckets<number>(rate, () => clock.monotonic())

  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') return
    route.preHandler = [
      (request, _reply, done) => {
        const waitMs = buckets.waitMs(request.caller.accountId)
        if (waitMs === 0) return done()
        const sentence = 'The account has read too much: slow down, or ask for smaller pages'
        done(new ApiError('rate_limited', { sentence, headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } }))
      },
      ...[route.preHandler ?? []].flat(),
    ]
    route.onSend = [
      (request, _reply, payload, done) => {
        const isAnswered = request.caller !== undefined && (typeof payload === 'string' || Buffer.isBuffer(payload))
        if (isAnswered) buckets.take(request.caller.accountId, Buffer.byteLength(payload) / KIB)
        done()
      },
      ...[route.onSend ?? []].flat(),
    ]
  })
}
