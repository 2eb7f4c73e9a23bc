import type { FastifyReply } from 'fastify'
import { createAtOnce } from './at-once.ts'
import { onceClosed } from './closed.ts'
import type { App } from './route.ts'

/** Larger responses (bytes, or characters of text) stay in memory until the reader has taken them. */
const LARGE_ANSWER_LENGTH = 64 * 1024
/** Total length of one account's large responses in progress: eight of the largest batches. */
const OF_ACCOUNT_LENGTH_MAX = 128 * 1024 * 1024

export interface SendingTimes {
  /** A reader that takes nothing for this time is cut off, ms. */
  idleMs: number
  /** A reader that needs longer for the whole response is cut off, ms. */
  totalMs: number
}

export const TIMES: SendingTimes = { idleMs: 60_000, totalMs: 600_000 }

export function isLarge(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > LARGE_ANSWER_LENGTH
}

/**
 * Limits how long large responses stay in memory, and how many an account may have there. Applies to the routes on
 * `app`.
 */
export function boundLargeAnswers(app: App, times = TIMES): void {
  const sending = createAtOnce<number>(Infinity)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isLarge(payload)) {
      const bounds = request.caller === undefined ? [] : ([[request.caller.accountId, OF_ACCOUNT_LENGTH_MAX]] as const)
      // The work is done already. The caller can read it later, or repeat the request under its key.
      const taken = sending.take(bounds, payload.length)
      if (typeof taken === 'function') {
        onceClosed(reply, taken)
        cutOffIfIdle(reply, times)
      } else reply.raw.destroy()
    }
    done()
  })
}

export function cutOffIfIdle(reply: FastifyReply, { idleMs, totalMs }: SendingTimes): void {
  const { raw } = reply
  // Node's timer restarts if part of a write was sent, so only a stopped reader times out.
  raw.setTimeout(idleMs)
  const timer = setTimeout(() => raw.destroy(), totalMs)
  onceClosed(reply, () => clearTimeout(timer))
}
