import type { FastifyRequest } from 'fastify'
import { ApiError, overloaded } from '../errors.ts'
import { createAtOnce } from './at-once.ts'
import { onceClosed } from './closed.ts'
import type { App } from './route.ts'

const MIB = 1024 * 1024
/** Bytes of bodies that one account may have under way at a time, in this process: a dozen of the largest batches. */
const OF_ACCOUNT_BYTES_MAX = 64 * MIB
/** The same of all accounts together. */
const ALL_BYTES_MAX = 256 * MIB

/** Not counted: all that may come at a time, one of each connection, are little. */
const SMALL_BODY_BYTES = 16 * 1024

const RETRY_AFTER = { 'retry-after': '1' }

/** What the body may take: as much as is announced, or as the route allows if nothing is. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const bytesMax = routeOptions.bodyLimit
  if (headers['transfer-encoding'] !== undefined) return bytesMax
  const announced = Number(headers['content-length'] ?? 0)
  // A larger one is refused unread.
  return announced > bytesMax ? 0 : announced
}

/**
 * Bounds the memory that bodies take which arrive slowly, or many at a time, before they arrive. Registered on `app` after what
 * finds out who calls.
 */
export function limitBodies(app: App): void {
  const atOnce = createAtOnce<number>(ALL_BYTES_MAX)
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = bytesOf(request)
    const bounds = [[request.caller.accountId, OF_ACCOUNT_BYTES_MAX]] as const
    if (bytes <= SMALL_BODY_BYTES) return done()
    const taken = atOnce.take(bounds, bytes)
    if (taken === 'all') return done(overloaded())
    if (taken !== 'key') {
      onceClosed(reply, taken)
      return done()
    }
    const sentence = 'Too many requests with large bodies are under way: wait for their answers'
    done(new ApiError('rate_limited', { sentence, headers: RETRY_AFTER }))
  })
}
