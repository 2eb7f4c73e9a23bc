/**
 * How requests share their connections: an account has a quarter of them at the most, and what many accounts share, as
 * the look-up of keys and the creation of messages, has connections of its own (decision record 31).
 */
import { createFairGate } from './fair-gate.ts'
import type { FairGate } from './fair-gate.ts'
import type { Client, Pool } from './pool.ts'

/** What is done for many accounts at once, or before the account is known; each has its turn. */
export type CommonUse = 'authentication' | 'creation' | 'sessions' | 'callbacks' | 'opens'

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
  /** For answers that hold what they have read: of one account no more at a time than it has connections. */
  answers: FairGate
  /** Callers that wait for a connection. */
  readonly waiting: number
}

/** A pool that is entered by a gate. One caller never holds a place while it waits for another. */
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
  const shareMax = Math.ceil(connectionsMax / 4)
  const ofAllMax = connectionsMax - ofAccountsMax
  const limits = { waitingMax: WAITING_MAX, waitMsMax }
  const accounts = createFairGate({ placesMax: ofAccountsMax, shareMax: Math.min(shareMax, ofAccountsMax), ...limits })
  const common = createFairGate({ placesMax: ofAllMax, shareMax: ofAllMax, ...limits })
  return {
    ofAccount: (accountId) => gatedPool(pool, accounts, accountId),
    ofAll: (use) => gatedPool(pool, common, use),
    answers: createFairGate({ placesMax: Infinity, shareMax, ...limits }),
    get waiting() {
      return accounts.waiting + common.waiting
    },
  }
}
