import type { FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify'
import type { Leave } from '../db/fair-gate.ts'
import type { Pool } from '../db/pool.ts'
import type { Shares } from '../db/shares.ts'
import { onceClosed } from './closed.ts'
import { boundLargeAnswers, isLarge } from './large-answers.ts'
import type { App } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The share that the caller's account has of the connections to the database: what a route runs its statements on. */
    pool: Pool
    /** Instead of that share: what writes under an idempotency key is in one transaction. */
    joinedPool: Pool | null
    /** Ends the place among the answers of the account. */
    leaveAnswers: Leave | null
  }
  interface FastifyContextConfig {
    /** Of a route that writes: its answers may be large. Each has a place as those of routes that read. */
    hasLargeAnswers?: boolean
  }
}

/**
 * Gives every request of the routes registered on `app` from now on its account's share of the connections, as
 * `request.pool`. A request that reads has a place among the answers of its account until what it read is serialised,
 * and if that is large, sent: however many ask at once, no more of them are in memory. Routes with `hasLargeAnswers` have as
 * many places of their own, since a request that renders holds its place for longer than one that reads.
 */
export function shareDatabase(app: App, { ofAccount, answers }: Shares): void {
  app.decorateRequest('leaveAnswers', null)
  app.decorateRequest('joinedPool', null)
  app.decorateRequest('pool', {
    getter(this: FastifyRequest) {
      return this.joinedPool ?? ofAccount(this.caller.accountId)
    },
  })
  const enterAs =
    (keyOf: (accountId: number) => number | string): preHandlerHookHandler =>
    (request, reply, done) => {
      answers.enter(keyOf(request.caller.accountId)).then((leave) => {
        onceClosed(reply, leave)
        request.leaveAnswers = leave
        done()
      }, done)
    }
  const enterReading = enterAs((accountId) => accountId)
  const enterLarge = enterAs((accountId) => `large ${accountId}`)

  const leave: onSendHookHandler = (request, _reply, payload, done) => {
    if (!isLarge(payload)) request.leaveAnswers?.()
    done()
  }

  boundLargeAnswers(app)
  // Only these routes bear the cost.
  app.addHook('onRoute', (route) => {
    const reads = route.method === 'GET' || route.method === 'HEAD'
    if (!reads && route.config?.hasLargeAnswers !== true) return
    route.preHandler = [reads ? enterReading : enterLarge, ...[route.preHandler ?? []].flat()]
    route.onSend = [leave, ...[route.onSend ?? []].flat()]
  })
}
