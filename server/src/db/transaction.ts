import type { Pool } from 'pg'
import { isConnectionLost } from './database-error.ts'
import type { Connection } from './sql.ts'

/** A connection inside a transaction. What is given to `afterCommit` runs once the commit is confirmed, and not otherwise. */
export interface Transaction extends Connection {
  afterCommit(action: () => void): void
}

/**
 * Runs `work` in one transaction and answers what it returned. A throw rolls back and is thrown on. A connection on
 * which even the rollback failed is closed, not returned to the pool.
 */
export async function transaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const actions: (() => void)[] = []
  let broken: Error | undefined
  try {
    const begun = client.query('begin')
    // It is awaited below, or its failure is that of the first statement.
    begun.catch(() => {})
    const result = await work({
      // Its first statement is prepared meanwhile, and not sent before the answer: should `begin` fail alone, each would be
      // committed by itself.
      query: (config) => begun.then(() => client.query(config)),
      afterCommit: (action) => actions.push(action),
    })
    await begun
    // A server takes a commit after a failed statement too, and says only by this word that it rolled back.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
    for (const action of actions) action()
    return result
  } catch (error) {
    // A server that did not answer in time would not answer the rollback either; closing does the same.
    if (isConnectionLost(error)) broken = error
    else await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Waits for statements of a transaction that were sent together, in their order (decision record 17). Throws the error of
 * the first that failed: those behind it failed because of it.
 */
export async function answered(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(statements)) if (result.status === 'rejected') throw result.reason
}
