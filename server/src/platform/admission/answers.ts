import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { onceClosed } from '../http/closed.ts'
import type { App } from '../http/route.ts'
import { TokenBuckets } from './token-buckets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the estimated size. Called once the real size is known. Null: there is no estimate. */
    giveBackUnread: (() => void) | null
  }
}

/** KiB for an account to read per request of its rate limit. */
const KIB_PER_REQUEST = 4
/** An account that reads nothing for this time has its full burst, s. */
const BURST_SECONDS = 2
const KIB = 1024

/**
 * A response of unknown size counts as this part of the burst. So if an account has little left, parallel requests
 * cannot all read.
 */
const ANSWERS_PER_BURST = 4

/**
 * Limits the bytes read by each account: 4 KiB a second for each request of API_RATE_LIMIT, in this process. Large
 * pages cost as much time as many small ones. A response is always sent whole: the next request that reads waits
 * instead. Requests that write are never refused. 0 turns it off. Call it before `shareDatabase`, so that a request is
 * checked after it has its place among the account's responses.
 */
export function limitAnswers(app: App, context: { config: { apiRateLimit: number }; clock: Clock }): void {
  const { config, clock } = context
  if (config.apiRateLimit === 0) return
  const kibPerSecond = config.apiRateLimit * KIB_PER_REQUEST
  const rate = { burst: kibPerSecond * BURST_SECONDS, refillMs: 1000 / kibPerSecond }
  const buckets = new TokenBuckets<number>(rate, () => clock.monotonic())
  const unknownKib = rate.burst / ANSWERS_PER_BURST
  app.decorateRequest('giveBackUnread', null)

  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') return
    route.preHandler = [
      (request, reply, done) => {
        const { accountId } = request.caller
        const waitMs = buckets.waitMs(accountId)
        if (waitMs > 0) {
          const sentence = 'The account has read too much data: slow down, or request smaller pages'
          const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) }
          return done(new ApiError('rate_limited', { sentence, headers }))
        }
        buckets.take(accountId, unknownKib)
        request.giveBackUnread = () => {
          request.giveBackUnread = null
          buckets.giveBack(accountId, unknownKib)
        }
        onceClosed(reply, () => request.giveBackUnread?.())
        done()
      },
      ...[route.preHandler ?? []].flat(),
    ]
    route.onSend = [
      (request, _reply, payload, done) => {
        request.giveBackUnread?.()
        const isAnswered = request.caller !== undefined && (typeof payload === 'string' || Buffer.isBuffer(payload))
        if (isAnswered) buckets.take(request.caller.accountId, Buffer.byteLength(payload) / KIB)
        done()
      },
      ...[route.onSend ?? []].flat(),
    ]
  })
}
