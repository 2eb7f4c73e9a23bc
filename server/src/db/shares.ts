/**
 * How requests share their connections: half of them are for what accounts do by themselves, of which one account has a
 * quarter, and what many accounts share, as the look-up of keys and the creation of messages, has the others (decision
 * record 32).
 */
import { FairGate } from './fair-gate.ts'
import type { Client, Pool } from './pool.ts'

/** What is done for many accounts at once, or before the account is known; each has its turn. */
export type CommonUse = 'authentication' | 'creation' | 'callbacks' | 'opens'

/** An account has one in so many of the connections of accounts, and of those for sessions, rounded up. */
const ACCOUNT_PART = 4
/** Answers of one account in memory: one for so many connections of all requests, rounded up. */
const CONNECTIONS_PER_ANSWER = 4

/** Of one account, or of one common use; each holds little memory while it waits. */
const WAITING_MAX = 1000

export interface SharesOptions {
  pool: Pool
  /** Connections of the pool; 2 or more. */
  connectionsMax: number
  /** How long a statement waits for a connection before it is refused with 503, ms. */
  waitMsMax: number
}

export interface Shares {
  /** The account's share of the connections. */
  ofAccount(accountId: number): Pool
  /** The connections that no account can take. */
  ofAll(use: CommonUse): Pool
  /**
   * Of these, for the sessions of an account, or for sign-ins from a network: `key` is its id or name. Each key has a share,
   * and all of them together have the turn of one use, since anybody can make up keys.
   */
  ofSessions(key: number | string): Pool
  /** For answers that hold what they have read: of one account no more at a time than this gate admits. */
  answers: FairGate
  /** Callers that wait for a connection. */
  readonly waiting: number
}

/** A pool that is entered by a gate. A caller that has a place waits for no other, but at a gate further in. */
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

/** Shares out a pool that only requests use: half of it to accounts, half to what they share. */
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
