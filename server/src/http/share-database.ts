import type { FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify'
import type { FairGate, Leave } from '../db/fair-gate.ts'
import type { Pool } from '../db/pool.ts'
import type { Shares } from '../db/shares.ts'
import { onceClosed } from './closed.ts'
import type { App } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The share that the caller's account has of the connections to the database: what a route runs its statements on. */
    pool: Pool
    /** Ends the place among the answers of the account. */
    leaveAnswers: Leave | null
  }
}

/** An answer of more characters is in memory until its reader has taken it. */
const LARGE_ANSWER_CHARACTERS = 64 * 1024
/** A reader that has not taken a large answer after this long is cut off, ms. */
const LARGE_ANSWER_MS = 60_000

/**
 * Gives every request of the routes registered on `app` from now on its account's share of the connections, as
 * `request.pool`. A request that reads has a place among the answers of its account until what it read is serialised,
 * and if that is large, sent: however many ask at once, no more of them are in memory.
 */
export function shareDatabase(app: App, { ofAccount, answers }: Shares): void {
  app.decorateRequest('leaveAnswers', null)
  app.decorateRequest('pool', {
    getter(this: FastifyRequest) {
      return ofAccount(this.caller.accountId)
    },
  })
  const enter: preHandlerHookHandler = (request, reply, done) => {
    enterAnswers(answers, request.caller.accountId, reply).then((leave) => {
      request.leaveAnswers = leave
      done()
    }, done)
  }

  const leave: onSendHookHandler = (request, reply, payload, done) => {
    if (typeof payload === 'string' && payload.length > LARGE_ANSWER_CHARACTERS) cutOffLater(reply)
    else request.leaveAnswers?.()
    done()
  }

  // Only routes that read bear the cost.
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') return
    route.preHandler = [enter, ...[route.preHandler ?? []].flat()]
    route.onSend = [leave, ...[route.onSend ?? []].flat()]
  })
}

/** A place that is left at the latest when the connection is done with the request. */
async function enterAnswers(answers: FairGate, accountId: number, reply: FastifyReply): Promise<Leave> {
  const leave = await answers.enter(accountId)
  onceClosed(reply, leave)
  return leave
}

function cutOffLater({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), LARGE_ANSWER_MS)
  raw.once('close', () => clearTimeout(timer))
}
