/**
 * Shares connections among requests. Half of them is for accounts, at most a quarter of these per account. The other
 * half is for work shared by many accounts, like finding API keys and creating messages (decision record 32).
 */
import { FairGate } from './fair-gate.ts'
import { LIMITS } from './limits.ts'
import type { AccountPool, Client, CommonPool, Pool, ServicePool } from '../db/pool.ts'
import { writeOn } from '../db/transaction.ts'
import type { Write } from '../db/transaction.ts'
import type { FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify'
import type { Leave } from './fair-gate.ts'
import { cutOffIfIdle, onceClosed } from '../http/responses.ts'
import type { SendingTimes } from '../http/responses.ts'
import type { App } from '../http/route.ts'

/** Work for many accounts at once, or before the account is known. Each use takes turns. */
export type CommonUse = 'authentication' | 'creation' | 'callbacks' | 'opens' | 'preferences' | 'inbox' | 'requests'

interface SharesOptions {
  pool: ServicePool
  /** The pool's connections, at least 2. */
  connectionsMax: number
  /** The longest wait of a statement for a connection, ms. Then it is refused with 503. */
  waitMsMax: number
}

export interface Shares {
  /** The account's share of the connections. */
  ofAccount(accountId: number): AccountPool
  /** The connections reserved for a common use. */
  ofAll(use: CommonUse): CommonPool
  /**
   * A share of the common connections, for an account's sessions or for sign-ins from a network. `key`: the account's
   * id or the network's name. Each key has a share, and all keys together take the turn of one use, because anybody can
   * invent keys.
   */
  ofSessions(key: number | string): CommonPool
  /** Limits the responses of one account that are in memory at the same time. */
  responses: FairGate
  /** The number of callers waiting for a connection. */
  readonly waiting: number
}

/** A pool behind a gate. A caller with a place waits only at inner gates. */
function gatedPool<Use extends Pool['use']>(use: Use, pool: Pool, gate: FairGate, key: number | string) {
  return {
    use,
    query: ((config) => gate.run(key, () => pool.query(config))) as Pool['query'],
    async connect(): Promise<Client> {
      const leave = gate.enterNow(key) ?? (await gate.enter(key))
      try {
        const client = await pool.connect()
        return {
          query: client.query.bind(client),
          release(error) {
            client.release(error)
            leave()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

/** Shares a pool used by requests only: half for accounts, half for common uses. */
export function createShares({ pool, connectionsMax, waitMsMax }: SharesOptions): Shares {
  const ofAccountsMax = Math.floor(connectionsMax * LIMITS.ofAccounts.max.part)
  const ofAllMax = connectionsMax - ofAccountsMax
  const limits = { waitingPerKeyMax: LIMITS.statementsWaiting.max, waitMsMax }
  const ofKeyMax = Math.ceil(ofAccountsMax * LIMITS.ofOneAccount.max.part)
  const responsesMax = Math.ceil(connectionsMax * LIMITS.responses.max.part)
  const accounts = new FairGate({ placesMax: ofAccountsMax, ofKeyMax, ...limits })
  const common = new FairGate({ placesMax: ofAllMax, ...limits })
  const sessions = new FairGate({
    placesMax: ofAllMax,
    ofKeyMax: Math.ceil(ofAllMax * LIMITS.ofOneAccount.max.part),
    ...limits,
  })
  const poolOfSessions = gatedPool('common', pool, common, 'sessions')
  return {
    ofAccount: (accountId) => gatedPool('account', pool, accounts, accountId),
    ofAll: (use) => gatedPool('common', pool, common, use),
    ofSessions: (key) => gatedPool('common', poolOfSessions, sessions, key),
    responses: new FairGate({ ofKeyMax: responsesMax, ...limits }),
    get waiting() {
      return accounts.waiting + common.waiting + sessions.waiting
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account's share of connections to the server of the route's rows. Routes read on it. */
    pool: AccountPool
    /** Routes write by it: on `pool`, or in the one transaction of a request with an idempotency key. */
    write: Write
    /** The account's share of connections to the directory. Null if `pool` leads to the directory too. */
    directory: AccountPool | null
    /** The transaction of a request with an idempotency key. Null without a key. */
    joinedWrite: Write | null
    /** Gives back the request's place among the responses of its account. */
    leaveResponses: Leave | null
  }
  interface FastifyContextConfig {
    /** For a route that writes and has large responses: it then needs a place, as routes that read do. */
    hasLargeResponse?: boolean
    /** The route's rows are in the directory: API keys, members, sessions. */
    isDirectory?: boolean
  }
}

/** Connections to the servers. */
export interface ServerShares {
  directory: { shares: Shares }
  /** The shares of the server with the request's rows. */
  ofRequest(request: FastifyRequest): { shares: Shares }
}

/** Larger responses (bytes, or characters of text) stay in memory until the reader has taken them. */
const LARGE_LENGTH = 64 * 1024

function isLarge(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > LARGE_LENGTH
}

/**
 * Sets `request.pool` and `request.write` to the account's share of connections, on routes registered after this call. A request that reads
 * holds a place until its response is serialized, or sent if it is large. So the number of an account's responses in
 * memory has a limit. `hasLargeResponse` routes have separate places, because rendering holds a place for longer.
 */
export function shareDatabase(app: App, { directory, ofRequest }: ServerShares): void {
  app.decorateRequest('leaveResponses', null)
  app.decorateRequest('joinedWrite', null)
  app.decorateRequest('pool', {
    getter(this: FastifyRequest) {
      return ofRequest(this).shares.ofAccount(this.caller.accountId)
    },
  })
  app.decorateRequest('write', {
    getter(this: FastifyRequest) {
      return this.joinedWrite ?? writeOn(this.pool)
    },
  })
  app.decorateRequest('directory', {
    getter(this: FastifyRequest) {
      return ofRequest(this) === directory ? null : directory.shares.ofAccount(this.caller.accountId)
    },
  })
  const enter = async (request: FastifyRequest, key: number | string) => ofRequest(request).shares.responses.enter(key)
  const enterAs =
    (keyOf: (accountId: number) => number | string): preHandlerHookHandler =>
    (request, reply, done) => {
      enter(request, keyOf(request.caller.accountId)).then((leave) => {
        onceClosed(reply, leave)
        request.leaveResponses = leave
        done()
      }, done)
    }
  const enterReading = enterAs((accountId) => accountId)
  const enterLarge = enterAs((accountId) => `large ${accountId}`)

  const leave: onSendHookHandler = (request, _reply, payload, done) => {
    if (!isLarge(payload)) request.leaveResponses?.()
    done()
  }

  boundLargeResponses(app)
  // Added per route, so that other routes do not pay for the hooks.
  app.addHook('onRoute', (route) => {
    const reads = route.method === 'GET' || route.method === 'HEAD'
    if (!reads && route.config?.hasLargeResponse !== true) return
    route.preHandler = [reads ? enterReading : enterLarge, ...[route.preHandler ?? []].flat()]
    route.onSend = [leave, ...[route.onSend ?? []].flat()]
  })
}

/** Cuts off readers of large responses that are slow, or that have too many of them. Applies to the routes on `app`. */
export function boundLargeResponses(app: App, times?: SendingTimes): void {
  const sending = new FairGate<number>({ ofKeyMax: LIMITS.largeResponses.max })
  app.addHook('onSend', ({ caller }, reply, payload, done) => {
    if (!isLarge(payload)) return done()
    const leave = sending.enterNow(caller.accountId, payload.length)
    // The work is done already. The caller can read it later, or repeat the request under its key.
    if (leave === null) reply.raw.destroy()
    else {
      onceClosed(reply, leave)
      cutOffIfIdle(reply, times)
    }
    done()
  })
}
