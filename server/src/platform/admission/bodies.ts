/** Limits the memory for bodies in progress. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { rawBody } from '../http/body.ts'
import { onceClosed } from '../http/responses.ts'
import type { App } from '../http/route.ts'
import { FairGate } from './fair-gate.ts'
import type { Leave } from './fair-gate.ts'
import { LIMITS } from './limits.ts'

/** Smaller bodies are not counted: one per connection needs little memory. */
const SMALL_BODY_BYTES = 16 * 1024

/**
 * Large bodies have places for their bytes. Reading and storing a body takes several times as much: 32 MiB keep a process
 * below 512 MB. An account may have three of the largest batches. Each waiting request takes one read of its connection,
 * 64 KiB.
 */
export function createBodyPlaces(waitMsMax: number = LIMITS.bodyWait.max): FairGate<number> {
  return new FairGate({
    placesMax: LIMITS.bodies.max,
    ofKeyMax: LIMITS.bodiesOfAccount.max,
    waitingPerKeyMax: LIMITS.bodiesWaitingOfAccount.max,
    waitingMax: LIMITS.bodiesWaiting.max,
    waitMsMax,
  })
}

/** A body of which less arrives in this time loses its place, ms. At this pace a large body would exceed its time anyway. */
const STALLED_MS = 5_000
const PROGRESS_BYTES_MIN = 1024

/** The wait for other bodies was in vain, so their callers are slow: it takes them some seconds, s. */
const RETRY_AFTER_SECONDS = 5

/** The announced size of the body, or the route's maximum if none is announced. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const bytesMax = routeOptions.bodyLimit
  if (headers['transfer-encoding'] !== undefined) return bytesMax
  const announced = Number(headers['content-length'] ?? 0)
  // A larger body is refused without reading it.
  return announced > bytesMax ? 0 : announced
}

/**
 * Refuses a body that does not arrive. Returns a function to end the watch. It looks twice in the time, because after a busy
 * turn of the event loop a timer may come before the bytes that have arrived.
 */
function watchProgress({ raw }: FastifyRequest, reply: FastifyReply, stalledMs: number): () => void {
  let before = raw.socket.bytesRead
  let hasStopped = false
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket
    const isStill = bytesRead - before < PROGRESS_BYTES_MIN
    before = bytesRead
    if (raw.complete) return clearInterval(timer)
    if (isStill && hasStopped) {
      clearInterval(timer)
      void reply.send(
        new ApiError('request_timeout', { sentence: 'The body has stopped to arrive: send the request again' }),
      )
    }
    hasStopped = isStill
  }, stalledMs / 2)
  return () => clearInterval(timer)
}

/**
 * Limits the memory for bodies in progress, before they arrive. A large body waits for its place, so that the bodies of a
 * burst are taken one after the other.
 */
export function limitBodies(app: App, places: FairGate<number>, { stalledMs = STALLED_MS } = {}): void {
  const arrived = new WeakMap<FastifyRequest, (length: number) => void>()
  app.addHook('preValidation', (request, _reply, done) => {
    arrived.get(request)?.(rawBody(request).length)
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = bytesOf(request)
    const { accountId } = request.caller
    if (bytes <= SMALL_BODY_BYTES) return done()
    const hold = (leave: Leave | null) => {
      if (leave === null) return done(refusal(places.takenBy(accountId) + bytes > LIMITS.bodiesOfAccount.max))
      const endWatch = watchProgress(request, reply, stalledMs)
      onceClosed(reply, () => {
        endWatch()
        leave()
      })
      // If the size was not announced, it is known now: the other places become free.
      arrived.set(request, (length) => {
        endWatch()
        leave(length <= SMALL_BODY_BYTES ? 0 : length)
      })
      done()
    }
    const now = places.enterNow(accountId, bytes)
    if (now !== null) return hold(now)
    const hungUp = new AbortController()
    onceClosed(reply, () => hungUp.abort())
    void places.enterUnless(accountId, hungUp.signal, bytes).then(hold)
  })
}

function refusal(isByOwn: boolean): ApiError {
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
  if (!isByOwn) return new ApiError('overloaded', { headers })
  const sentence = 'Too many requests with large bodies are running: wait for their responses'
  return new ApiError('rate_limited', { sentence, headers })
}
