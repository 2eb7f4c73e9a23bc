import type { FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify'
import type { Leave } from './fair-gate.ts'
import type { Pool } from '../db/pool.ts'
import type { Shares } from './shares.ts'
import { onceClosed } from '../http/closed.ts'
import { boundLargeAnswers, isLarge } from '../http/large-answers.ts'
import type { App } from '../http/route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account's share of connections to the server of the route's rows. Routes run their statements on it. */
    pool: Pool
    /** The account's share of connections to the directory. Null if `pool` leads to the directory too. */
    directory: Pool | null
    /** Replaces the share under an idempotency key, so that all writes join one transaction. */
    joinedPool: Pool | null
    /** Gives back the request's place among the account's responses. */
    leaveAnswers: Leave | null
  }
  interface FastifyContextConfig {
    /** For a route that writes and has large responses: it then needs a place, as routes that read do. */
    hasLargeAnswers?: boolean
    /** The route's rows are in the directory: API keys, members, sessions. */
    isDirectory?: boolean
  }
}

/** Connections to the servers. */
export interface ServerShares {
  directory: Shares
  /** The shares of the bucket's server. */
  of(bucket: number): Shares
}

/**
 * Sets `request.pool` to the account's share of connections, on routes registered after this call. A request that reads holds a place until its response is serialized, or sent if it is large. So the number of an account's
 * responses in memory has a limit. `hasLargeAnswers` routes have separate places, because rendering holds a place for
 * longer.
 */
export function shareDatabase(app: App, { directory, of }: ServerShares): void {
  const sharesOf = ({ routeOptions, caller }: FastifyRequest) =>
    routeOptions.config.isDirectory === true ? directory : of(caller.bucket)

  app.decorateRequest('leaveAnswers', null)
  app.decorateRequest('joinedPool', null)
  app.decorateRequest('pool', {
    getter(this: FastifyRequest) {
      return this.joinedPool ?? sharesOf(this).ofAccount(this.caller.accountId)
    },
  })
  app.decorateRequest('directory', {
    getter(this: FastifyRequest) {
      return sharesOf(this) === directory ? null : directory.ofAccount(this.caller.accountId)
    },
  })
  const enter = async (request: FastifyRequest, key: number | string) => sharesOf(request).answers.enter(key)
  const enterAs =
    (keyOf: (accountId: number) => number | string): preHandlerHookHandler =>
    (request, reply, done) => {
      enter(request, keyOf(request.caller.accountId)).then((leave) => {
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
  // Added per route, so that other routes do not pay for the hooks.
  app.addHook('onRoute', (route) => {
    const reads = route.method === 'GET' || route.method === 'HEAD'
    if (!reads && route.config?.hasLargeAnswers !== true) return
    route.preHandler = [reads ? enterReading : enterLarge, ...[route.preHandler ?? []].flat()]
    route.onSend = [leave, ...[route.onSend ?? []].flat()]
  })
}
