import { isoTime } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { byKey } from '../db/id-conditions.ts'
import { removeInChunks } from '../db/in-chunks.ts'
import { sql } from '../db/sql.ts'
import { KEPT_MS } from './idempotency.ts'

/** The sum keeps PostgreSQL from the primary key, by which it would read all records of the buckets. */
const removeKeys = sql<{ key: string }, [buckets: readonly number[], keptSince: string, limit: number]>(
  'idempotency.remove',
  `with old as (
     select bucket, account_id, key from idempotency_keys
     where bucket + 0 = any($1::integer[]) and created_at <= $2::timestamptz
     limit $3
     for update skip locked
   ), removed as (
     delete from idempotency_keys k using old
     where ${byKey('k', 'old', 'key')}
     returning k.key
   )
   select key from removed`,
)

/** Removes expired idempotency keys of these buckets, in chunks. */
export async function removeOldKeys(pool: Pool, buckets: readonly number[], now: number): Promise<void> {
  const keptSince = isoTime(now - KEPT_MS)
  await removeInChunks((rows) => removeKeys(pool, buckets, keptSince, rows))
}
