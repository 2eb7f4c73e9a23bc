import type { Clock } from '../../clock.ts'
import { ApiError } from '../../errors.ts'
import { onceClosed } from '../closed.ts'
import type { App } from '../route.ts'
import { createTokenBuckets } from '../token-buckets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back what its answer counts for until its size is known; null: it counts for nothing, or by its size. */
    giveBackUnread: (() => void) | null
  }
}

/** An account may read so much for each of the requests that it may make, KiB. */
const KIB_PER_REQUEST = 4
/** An account that has read nothing for so long may read so many seconds' worth at once. */
const BURST_SECONDS = 2
const KIB = 1024

/**
 * What an answer counts for until it is known how large it is, as a part of the burst: of many that are asked for at once by
 * an account with little left, not all are read.
 */
const ANSWERS_PER_BURST = 4

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
