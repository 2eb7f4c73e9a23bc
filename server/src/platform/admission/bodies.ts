import type { FastifyRequest } from 'fastify'
import { ApiError, overloaded } from '../errors.ts'
import { createAtOnce } from '../http/at-once.ts'
import { rawBody } from '../http/raw-body.ts'
import { onceClosed } from '../http/closed.ts'
import type { App } from '../http/route.ts'

const MIB = 1024 * 1024
/** Bytes of one account's bodies in progress, in this process: a dozen of the largest batches. */
const OF_ACCOUNT_BYTES_MAX = 64 * MIB
/** The same for all accounts together. */
const ALL_BYTES_MAX = 256 * MIB

/** Smaller bodies are not counted: one per connection needs little memory. */
const SMALL_BODY_BYTES = 16 * 1024

const RETRY_AFTER = { 'retry-after': '1' }

/** The announced size of the body, or the route's maximum if none is announced. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const bytesMax = routeOptions.bodyLimit
  if (headers['transfer-encoding'] !== undefined) return bytesMax
  const announced = Number(headers['content-length'] ?? 0)
  // A larger body is refused without reading it.
  return announced > bytesMax ? 0 : announced
}

/** Limits the memory for bodies in progress, before they arrive. */
export function limitBodies(app: App): void {
  const atOnce = createAtOnce<number>(ALL_BYTES_MAX)
  const arrived = new WeakMap<FastifyRequest, (length: number) => void>()
  app.addHook('preValidation', (request, _reply, done) => {
    arrived.get(request)?.(rawBody(request).length)
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = bytesOf(request)
    const bounds = [[request.caller.accountId, OF_ACCOUNT_BYTES_MAX]] as const
    if (bytes <= SMALL_BODY_BYTES) return done()
    const taken = atOnce.take(bounds, bytes)
    if (taken === 'all') return done(overloaded())
    if (taken !== 'key') {
      let held: (() => void) | null = taken
      const giveBack = () => {
        held?.()
        held = null
      }
      onceClosed(reply, giveBack)
      // The size was not announced, but is known now: the rest of its reservation becomes free.
      if (request.headers['transfer-encoding'] !== undefined)
        arrived.set(request, (length) => {
          if (held === null) return
          giveBack()
          const kept = length <= SMALL_BODY_BYTES ? null : atOnce.take(bounds, Math.min(length, bytes))
          held = typeof kept === 'function' ? kept : null
        })
      return done()
    }
    const sentence = 'Too many requests with large bodies are running: wait for their responses'
    done(new ApiError('rate_limited', { sentence, headers: RETRY_AFTER }))
  })
}
