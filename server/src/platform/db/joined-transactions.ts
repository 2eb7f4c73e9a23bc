import type { AccountPool, ServicePool } from './pool.ts'
import { writeOn } from './transaction.ts'
import type { Transaction, Write } from './transaction.ts'

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
      over = writeOn(pool)(async (tx) => {
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
