import type { Pool } from './pool.ts'
import { isConnectionLost } from './database-error.ts'
import type { Connection } from './sql.ts'

/** A connection inside a transaction. What is given to `afterCommit` runs once the commit is confirmed, and not otherwise. */
export interface Transaction extends Connection {
  afterCommit(action: () => void): void
}

/**
 * Runs `work` in one transaction, which may still be beginning then, and answers what it returned. A throw rolls back
 * and is thrown on. A connection on which even the rollback failed is closed, not returned to the pool.
 */
export async function transaction<Result>(
  pool: Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const begun = client.query({ text: 'begin' })
  // It is awaited below; a failure is also that of the first statement.
  begun.catch(() => {})
  const actions: (() => void)[] = []
  let isOver = false
  let broken: Error | undefined
  try {
    const result = await work({
      // What the first statement takes is put together meanwhile. It is sent when `begin` has been answered, and none when the
      // transaction is over: each would be committed by itself.
      query: (config) =>
        begun.then(() => {
          if (isOver) throw new Error('The transaction is over')
          return client.query(config)
        }),
      afterCommit: (action) => actions.push(action),
    })
    await begun
    isOver = true
    // A server takes a commit after a failed statement too, and says only by this word that it rolled back.
    const { command } = await client.query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
    for (const action of actions) action()
    return result
  } catch (error) {
    // What the work has not waited for goes out before the rollback.
    await begun.catch(() => {})
    isOver = true
    // A server that did not answer in time would not answer the rollback either; closing does the same.
    if (isConnectionLost(error)) broken = error
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
export async function answered(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(statements)) if (result.status === 'rejected') throw result.reason
}
