import type { FastifyReply } from 'fastify'
import { createAtOnce } from './at-once.ts'
import { onceClosed } from './closed.ts'
import type { App } from './route.ts'

/** An answer of more bytes, or characters of a text, is in memory until its reader has taken it. */
const LARGE_ANSWER_LENGTH = 64 * 1024
/** Length of all large answers of one account that are being sent at a time: eight of the largest batches. */
const OF_ACCOUNT_LENGTH_MAX = 128 * 1024 * 1024

export interface SendingTimes {
  /** A reader that takes nothing for so long is cut off, ms. */
  idleMs: number
  /** A reader that has not taken all after so long is cut off, ms. */
  totalMs: number
}

const TIMES: SendingTimes = { idleMs: 60_000, totalMs: 600_000 }

export function isLarge(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > LARGE_ANSWER_LENGTH
}

/** Bounds how long large answers of the routes registered on `app` stay in memory, and how much of them one account has there. */
export function boundLargeAnswers(app: App, times = TIMES): void {
  const sending = createAtOnce<number>(Infinity)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isLarge(payload)) {
      const bounds = request.caller === undefined ? [] : ([[request.caller.accountId, OF_ACCOUNT_LENGTH_MAX]] as const)
      // What was done is done: it can be read, or the request repeated under its key, once its readers read.
      const taken = sending.take(bounds, payload.length)
      if (typeof taken === 'function') {
        onceClosed(reply, taken)
        cutOffIfIdle(reply, times)
      } else reply.raw.destroy()
    }
    done()
  })
}

function cutOffIfIdle(reply: FastifyReply, { idleMs, totalMs }: SendingTimes): void {
  const { raw } = reply
  // A socket whose write goes forward is not idle: Node looks at what is left of it.
  raw.setTimeout(idleMs)
  const timer = setTimeout(() => raw.destroy(), totalMs)
  onceClosed(reply, () => clearTimeout(timer))
}
