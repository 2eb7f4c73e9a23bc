/**
 * Shares connections among requests. Half of them is for accounts, at most a quarter of these per account. The other
 * half is for work shared by many accounts, like finding API keys and creating messages (decision record 32).
 */
import { FairGate } from './fair-gate.ts'
import type { Client, Pool } from '../db/pool.ts'

/** Work for many accounts at once, or before the account is known. Each use takes turns. */
export type CommonUse = 'authentication' | 'creation' | 'callbacks' | 'opens' | 'preferences' | 'inbox' | 'requests'

/** A key's share is one of this many connections, rounded up: for accounts, and for sessions. */
const ACCOUNT_PART = 4
/** A key may have one response in memory per this many connections of requests, rounded up. */
const CONNECTIONS_PER_ANSWER = 4

/** The largest number of waiting callers of one account or use. Each needs little memory. */
const WAITING_MAX = 1000

export interface SharesOptions {
  pool: Pool
  /** The pool's connections, at least 2. */
  connectionsMax: number
  /** The longest wait of a statement for a connection, ms. Then it is refused with 503. */
  waitMsMax: number
}

export interface Shares {
  /** The account's share of the connections. */
  ofAccount(accountId: number): Pool
  /** The connections reserved for a common use. */
  ofAll(use: CommonUse): Pool
  /**
   * A share of the common connections, for an account's sessions or for sign-ins from a network. `key`: the account's
   * id or the network's name. Each key has a share, and all keys together take the turn of one use, because anybody can
   * invent keys.
   */
  ofSessions(key: number | string): Pool
  /** Limits the responses of one account that are in memory at the same time. */
  answers: FairGate
  /** The number of callers waiting for a connection. */
  readonly waiting: number
}

/** A pool behind a gate. A caller with a place waits only at inner gates. */
function gatedPool(pool: Pool, gate: FairGate, key: number | string): Pool {
  return {
    async query(config) {
      const leave = gate.enterNow(key) ?? (await gate.enter(key))
      try {
        return await pool.query(config)
      } finally {
        leave()
      }
    },
    async connect(): Promise<Client> {
      const leave = gate.enterNow(key) ?? (await gate.enter(key))
      try {
        const client = await pool.connect()
        return {
          query: (config) => client.query(config),
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
  const ofAccountsMax = Math.floor(connectionsMax / 2)
  const ofAllMax = connectionsMax - ofAccountsMax
  const limits = { waitingMax: WAITING_MAX, waitMsMax }
  const shareMax = Math.ceil(ofAccountsMax / ACCOUNT_PART)
  const answersMax = Math.ceil(connectionsMax / CONNECTIONS_PER_ANSWER)
  const accounts = new FairGate({ placesMax: ofAccountsMax, shareMax, ...limits })
  const common = new FairGate({ placesMax: ofAllMax, shareMax: ofAllMax, ...limits })
  const sessions = new FairGate({ placesMax: ofAllMax, shareMax: Math.ceil(ofAllMax / ACCOUNT_PART), ...limits })
  const poolOfSessions = gatedPool(pool, common, 'sessions')
  return {
    ofAccount: (accountId) => gatedPool(pool, accounts, accountId),
    ofAll: (use) => gatedPool(pool, common, use),
    ofSessions: (key) => gatedPool(poolOfSessions, sessions, key),
    answers: new FairGate({ placesMax: Infinity, shareMax: answersMax, ...limits }),
    get waiting() {
      return accounts.waiting + common.waiting + sessions.waiting
    },
  }
}
