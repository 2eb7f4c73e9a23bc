/** Sends that were counted and have no result: a crash cut them off, or the result could not be written. */
import type { Pool } from '../../db/pool.ts'
import type { CutOff } from '../../dispatch/queue.ts'
import { cause } from '../../providers/causes.ts'
import { readStarted } from '../queries.ts'
import { keyOf } from '../queue.ts'
import type { SendEnd } from './settle.ts'

/** Why such a send has no result: which of the two it was nobody knows who finds it. */
export const CUT_OFF_WORDS = 'result not recorded, or cut off by a restart'
export const CUT_OFF = cause('aborted', CUT_OFF_WORDS)

/**
 * The sends of a bucket that are counted. What came of those that this process does not know is not known, so they count as
 * transient (decisions: send retries), unless the provider has reported on them by now. One whose result is being recorded
 * just now stays as recorded.
 */
export async function readCutOff(pool: Pool, bucket: number, epoch: number): Promise<CutOff<SendEnd>[]> {
  const rows = await readStarted(pool, bucket)
  return rows.map((row) => {
    const { account_id: accountId, channel_id: channelId, delivery_id: deliveryId, started_at: startedAt } = row
    const ids = { bucket, epoch, accountId, deliveryId }
    const counts = { number: row.sends_made, sendsUnspent: row.sends_unspent, queuedAt: startedAt, startedAt }
    const result = { result: 'transient', cause: CUT_OFF, retryAfterMs: null } as const
    const outcome = { ...ids, ...counts, durationMs: 0, result }
    return { key: keyOf(accountId, channelId), id: String(deliveryId), outcome }
  })
}
