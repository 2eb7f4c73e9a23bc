import type { AccountPool, CommonPool, Pool, ServicePool } from './pool.ts'
import { isUselessConnection } from './database-error.ts'
import type { Connection } from './sql.ts'

/** A connection inside a transaction. Actions given to `afterCommit` run only after a confirmed commit. */
export interface Transaction extends Connection {
  afterCommit(action: () => void): void
}

/**
 * Runs `work` in a transaction and returns its result. Each call is a transaction of its own, unless the request has an
 * idempotency key: then all calls are one transaction, with the stored response. So `work` reads what it needs of its own
 * rows, because nothing outside of it sees them yet.
 */
export type Write = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>

/** The connections of a request, for reading and for writing. */
export interface RequestConnections {
  pool: Connection
  write: Write
}

/**
 * Runs `work` in one transaction and returns its result. If `work` throws, the transaction is rolled back and the error
 * thrown on. If the rollback fails too, the connection is closed.
 */
export function transaction<Result>(
  pool: ServicePool | CommonPool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return run(pool, 'begin', work)
}

/** Transactions of their own, for code that a request or the service itself may call. */
export function writeOn(pool: Pool): Write {
  return (work) => run(pool, 'begin', work)
}

/**
 * Runs reads whose results are shown together. All of them see the database at the moment of the first one, so a
 * response does not contradict itself.
 */
export function snapshot<Result>(pool: Pool, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  return run(pool, 'begin isolation level repeatable read read only', work)
}

async function run<Result>(
  pool: Pool,
  begin: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const actions: (() => void)[] = []
  let isOver = false
  let broken: Error | undefined
  try {
    await client.query({ text: begin })
    const result = await work({
      async query(config) {
        // Outside of the transaction, the statement would commit by itself.
        if (isOver) throw new Error('The transaction is over')
        return client.query(config)
      },
      afterCommit: (action) => actions.push(action),
    })
    isOver = true
    // After a failed statement, the server accepts a commit but rolls back. Only the returned command shows it.
    const { command } = await client.query({ text: 'commit' })
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
    for (const action of actions) action()
    return result
  } catch (error) {
    isOver = true
    // A server that did not respond would not respond to a rollback either. Closing the connection has the same effect.
    if (isUselessConnection(error)) broken = error
    else await client.query({ text: 'rollback' }).catch((rollbackError: Error) => (broken = rollbackError))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Waits for a transaction's statements that were sent together, in order (decision record 17). Throws the first error,
 * because the later ones only follow from it.
 */
export async function inOrder(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(statements)) if (result.status === 'rejected') throw result.reason
}

/** The transactions of a keyed request, committed together or not at all. */
export interface JoinedTransactions {
  write: Write
  /** Runs `last` as the last part and commits. If a part failed, throws its error. */
  commit(last: (transaction: Transaction) => Promise<void>): Promise<void>
  /** Rolls everything back. Does nothing after a commit, or if nothing has begun. */
  rollback(): Promise<void>
}

/** Joins all transactions to one. It begins with `first` at the first `write`, so a request that waits before holds no connection. */
export function joinTransactions(
  pool: AccountPool | ServicePool,
  first: (transaction: Transaction) => Promise<void>,
): JoinedTransactions {
  const end = Promise.withResolvers<void>()
  end.promise.catch(() => {})
  let begun: Promise<Transaction> | null = null
  let over: Promise<void> = Promise.resolve()
  let failure: { error: unknown } | null = null

  function begin(): Promise<Transaction> {
    begun ??= new Promise((resolve, reject) => {
      over = run(pool, 'begin', async (tx) => {
        await first(tx)
        resolve(tx)
        await end.promise
      })
      over.catch(reject)
    })
    return begun
  }

  return {
    async write(work) {
      try {
        return await work(await begin())
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
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
