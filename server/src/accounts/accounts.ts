import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Connection } from '../db/sql.ts'
import { bucketOf } from '../ids.ts'
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

/** Creates an account. The bucket is computed from the id, so the id is taken first. */
export async function createAccount(connection: Connection, clock: Clock, name: string): Promise<Account> {
  const [next] = await nextAccountId(connection)
  const { id } = next!
  const bucket = bucketOf(id)
  await insertAccount(connection, bucket, id, name, isoTime(clock.now()))
  return { id, bucket, name, createdAt: clock.now() }
}

/** The account as the API returns it. */
export function accountView(row: AccountRow): { id: number; name: string; created_at: string } {
  return { id: row.id, name: row.name, created_at: isoTime(row.created_at) }
}
