/**
 * Limits of objects per account, so that no account uses up shared resources. If a limit is lowered, existing objects
 * stay.
 */
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors.ts'

/**
 * Locks the account for changes of its objects. Not `for update`, because rows that refer to the account are inserted
 * meanwhile.
 */
export const lockAccount = sql('quotas.lock', 'select id from accounts where bucket = $1 and id = $2 for no key update')

/** Counts the account's objects of a kind, up to `max`. */
export type CountStatement = (
  connection: Connection,
  bucket: number,
  accountId: number,
  max: number,
) => Promise<{ count: number }[]>

/**
 * Whether the account may have one more. Call it in the transaction that inserts the object: until its end, no other
 * request can count, so concurrent requests cannot all take the last place.
 */
export async function isBelowMax(
  transaction: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  count: CountStatement,
  max: number,
): Promise<boolean> {
  await lockAccount(transaction, bucket, accountId)
  const [found] = await count(transaction, bucket, accountId, max)
  return found!.count < max
}

/** The error if the limit is reached. `what`: the objects, for example `API keys`. `remedy`: how to make room. */
export function limitReached(what: string, max: number, remedy: string): ApiError {
  return new ApiError('limit_reached', {
    sentence: `The limit of ${max} ${what} is reached: ${remedy}`,
  })
}
