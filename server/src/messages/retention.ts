import { isoTime } from '../clock.ts'
import type { Pool } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { transaction } from '../db/transaction.ts'
import { removeDeliveries } from '../deliveries/advance-queries.ts'
import { BUCKET_COUNT } from '../ids.ts'

/**
 * Deletes messages with their deliveries when they are older than the retention, if the operator has set one. Messages
 * with deliveries still to be sent are kept. Events have their own retention.
 */

const DAY_MS = 86_400_000

/** Messages per statement. */
const CHUNK_MESSAGES = 500

const removeOld = sql<{ account_id: number; id: number }, [bucket: number, before: string, limit: number]>(
  'messages.remove_old',
  `with old as (
     select m.account_id, m.id from messages m
     where m.bucket = $1 and m.created_at < $2::timestamptz and not exists (
       select from deliveries d
       where d.bucket = $1 and d.account_id = m.account_id and d.message_id = m.id
         and d.status in ('scheduled', 'queued', 'retrying'))
     order by m.account_id, m.id limit $3 for update of m
   )
   delete from messages m using old
   where m.bucket = $1 and m.account_id = old.account_id and m.id = old.id
   returning m.account_id, m.id`,
)

function removeChunk(pool: Pool, bucket: number, before: string): Promise<number> {
  return transaction(pool, async (tx) => {
    const messages = await removeOld(tx, bucket, before, CHUNK_MESSAGES)
    const keys = messages.map(({ account_id: accountId, id }) => ({ accountId, id }))
    if (keys.length > 0) await removeDeliveries(tx, keys, bucket)
    return messages.length
  })
}

/**
 * Deletes messages older than `retentionDays` at `nowMs`, in chunks. Null keeps all. Returns the number of deleted
 * messages.
 */
export async function removeOldMessages(pool: Pool, nowMs: number, retentionDays: number | null): Promise<number> {
  if (retentionDays === null) return 0
  const before = isoTime(nowMs - retentionDays * DAY_MS)
  let removed = 0
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++)
    for (let rows = CHUNK_MESSAGES; rows === CHUNK_MESSAGES; removed += rows)
      rows = await removeChunk(pool, bucket, before)
  return removed
}
