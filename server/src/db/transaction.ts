import type { Pool } from './pool.ts'
import { isUselessConnection } from './database-error.ts'
import type { Connection } from './sql.ts'

/** A connection inside a transaction. What is given to `afterCommit` runs once the commit is confirmed, and not otherwise. */
export interface Transaction extends Connection {
  afterCommit(action: () => void): void
}

/**
 * Runs `work` in one transaction and answers what it returned. A throw rolls back and is thrown on. A connection on which
 * even the rollback failed is closed, not returned to the pool. On a pool of `joinTransactions` it is a part of that one
 * transaction.
 */
export async function transaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  if (isJoined(pool)) return pool.join(work)
  const client = await pool.connect()
  const actions: (() => void)[] = []
  let isOver = false
  let broken: Error | undefined
  try {
    await client.query({ text: 'begin' })
    const result = await work({
      async query(config) {
        // It would be committed by itself.
        if (isOver) throw new Error('The transaction is over')
        return client.query(config)
      },
      afterCommit: (action) => actions.push(action),
    })
    isOver = true
    // A server takes a commit after a failed statement too, and says only by this word that it rolled back.
    const { command } = await client.query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
    for (const action of actions) action()
    return result
  } catch (error) {
    isOver = true
    // A server that did not answer in time would not answer the rollback either; closing does the same.
    if (isUselessConnection(error)) broken = error
    else await client.query({ text: 'rollback' }).catch((rollbackError: Error) => (broken = rollbackError))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Waits for statements of a transaction that were sent together, in their order (decision record 17). Throws the error of
 * the first that failed: those behind it failed because of it.
 */
export async function inOrder(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(statements)) if (result.status === 'rejected') throw result.reason
}

/** A pool whose transactions are parts of one. */
interface JoinedPool extends Pool {
  join<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

const isJoined = (pool: Pool): pool is JoinedPool => 'join' in pool

/** Several transactions, and statements beside them, that are committed as one or not at all. */
export interface JoinedTransactions {
  pool: Pool
  /** Runs `last` as its last part, and commits. Throws what made a part fail. */
  commit(last: (transaction: Transaction) => Promise<void>): Promise<void>
  /** Undoes all. After a commit, or where nothing has begun, it does nothing. */
  rollback(): Promise<void>
}

const READS = /^\s*(select|with)\b/i
const WRITES = /\b(insert|update|delete|merge)\b/i

/**
 * Makes a pool on which all that writes is in one transaction. It begins with `first` as soon as something is written: what
 * only reads before that holds no connection meanwhile, nor while its caller waits for somebody else.
 */
export function joinTransactions(pool: Pool, first: (transaction: Transaction) => Promise<void>): JoinedTransactions {
  const end = Promise.withResolvers<void>()
  end.promise.catch(() => {})
  let begun: Promise<Transaction> | null = null
  let over: Promise<void> = Promise.resolve()
  let failure: { error: unknown } | null = null

  function begin(): Promise<Transaction> {
    begun ??= new Promise((resolve, reject) => {
      over = transaction(pool, async (tx) => {
        await first(tx)
        resolve(tx)
        await end.promise
      })
      over.catch(reject)
    })
    return begun
  }

  const joined: JoinedPool = {
    query(config) {
      const reads = READS.test(config.text) && !WRITES.test(config.text)
      if (begun === null && reads) return pool.query(config)
      return begin().then((tx) => tx.query(config))
    },
    connect: () => Promise.reject(new Error('A joined transaction lends no connection')),
    async join(work) {
      try {
        return await work(await begin())
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
  }

  return {
    pool: joined,
    async commit(last) {
      const tx = await begin()
      if (failure !== null) throw failure.error
      await last(tx)
      end.resolve()
      await over
    },
    async rollback() {
      end.reject(new Error('Rolled back'))
      await over.catch(() => {})
    },
  }
}
