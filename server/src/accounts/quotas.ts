/**
 * How many objects of a kind an account may have, so that none takes what all share. What an account had before there was
 * a quota, or before it was lowered, it keeps.
 */
import { sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { ApiError } from '../errors.ts'

/** Not `for update`: rows that refer to the account are written meanwhile. */
const lockSql = sql<{ id: number }, [bucket: number, accountId: number]>(
  'quotas.lock',
  'select id from accounts where bucket = $1 and id = $2 for no key update',
)

/** Counts the account's objects of a kind, up to `max` of them. */
export type CountStatement = (
  connection: Connection,
  bucket: number,
  accountId: number,
  max: number,
) => Promise<{ count: number }[]>

/**
 * Whether the account may have one more. Wants the transaction that makes it: until it ends no other request counts, so that
 * requests at the same time do not all find the last place free.
 */
export async function hasRoom(
  transaction: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  count: CountStatement,
  max: number,
): Promise<boolean> {
  await lockSql(transaction, bucket, accountId)
  const [found] = await count(transaction, bucket, accountId, max)
  return found!.count < max
}

/** The refusal of one more; `what` are the objects and whose, `remedy` says how to make room. */
export function limitReached(what: string, max: number, remedy: string): ApiError {
  return new ApiError('limit_reached', {
    sentence: `The limit of ${max} ${what} is reached: ${remedy}`,
  })
}
