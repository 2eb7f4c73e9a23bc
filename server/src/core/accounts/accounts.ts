import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { bucketOf } from '../../platform/ids.ts'
import { insertAccount, nextAccountId } from './queries.ts'
import type { AccountRow } from './queries.ts'

export const ACCOUNT_NAME_CHARACTERS_MAX = 255

export interface Account {
  id: number
  bucket: number
  name: string
  /** ms since the epoch. */
  createdAt: number
}

/** Creates an account in the directory. The bucket is computed from the id, so the id is taken first. */
export async function createAccount(connection: Connection, clock: Clock, name: string): Promise<Account> {
  const [next] = await nextAccountId(connection)
  const { id } = next!
  const bucket = bucketOf(id)
  const createdAt = clock.now()
  await insertAccount(connection, bucket, id, name, isoTime(createdAt))
  return { id, bucket, name, createdAt }
}

/**
 * Runs `work` on the server of a new account. If this is the directory, `work` is a part of the transaction that creates
 * the account there. Another server gets the account's row and the work in a transaction of its own, which commits
 * first. So an account never lacks its row: a crash between the two commits leaves a row without an account.
 */
export function atHome<Result>(
  { directory, of }: Pick<Databases, 'directory' | 'of'>,
  creating: Connection,
  { id, bucket, name, createdAt }: Account,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const home = of(bucket)
  if (home === directory) return work(creating)
  return transaction(home.pool, async (connection) => {
    await insertAccount(connection, bucket, id, name, isoTime(createdAt))
    return work(connection)
  })
}

/** The account as the API returns it. */
export function accountView(row: AccountRow): { id: number; name: string; created_at: string } {
  return { id: row.id, name: row.name, created_at: isoTime(row.createdAt) }
}
