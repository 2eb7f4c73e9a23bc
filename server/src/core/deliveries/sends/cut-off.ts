/** Sends that a process has begun and not ended. */
import { rowOf } from '../../../platform/db/id-conditions.ts'
import type { ServicePool } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import { PRIORITIES } from '../../dispatch/queue.ts'
import type { CutOff } from '../../dispatch/queue.ts'
import { channelKey } from '../advance.ts'
import { CUT_OFF } from './decision.ts'
import type { SendEnd } from './send.ts'

/** Counted sends of a bucket without a result. Sends unknown to this process will never get one. */
const readStarted = sql(
  'sends.read_started',
  `select q.account_id, q.channel_id, q.priority, q.is_pinned, q.delivery_id, q.sends_made, q.sends_unspent, q.started_at as "started_at!", d.message_id,
     d.recipient_id, d.channel_id as own_id, c.resend_after_timeout
   from send_queue q
   cross join ${rowOf(['deliveries', 'd'], 'q', ['id', 'delivery_id'])}
   cross join ${rowOf(['channels', 'c'], 'd', ['id', 'channel_id'])}
   where q.bucket = $1 and q.started_at is not null`,
)

/**
 * Counted sends of a bucket without a result. If this process does not know one, its result is unknown and counts as
 * transient (docs/specification.md), unless the provider has reported on it. If a result is being recorded now, it
 * stays.
 */
export async function readCutOff(pool: ServicePool, bucket: number, epoch: number): Promise<CutOff<SendEnd>[]> {
  const rows = await readStarted(pool, bucket)
  return rows.map((row) => {
    const { accountId, channelId, deliveryId, startedAt } = row
    const ids = { bucket, epoch, accountId, deliveryId, messageId: row.messageId, recipientId: row.recipientId }
    const counts = { number: row.sendsMade, sendsUnspent: row.sendsUnspent, queuedAt: startedAt, startedAt }
    const route = {
      ownId: row.ownId,
      channelId,
      fallbackIds: null,
      isPinned: row.isPinned,
      resendsAfterTimeout: row.resendAfterTimeout,
    }
    const result = { result: 'transient', cause: CUT_OFF, retryAfterMs: null } as const
    const priority = PRIORITIES[row.priority]!
    const end = { ...ids, ...counts, priority, route, durationMs: 0, sentTo: null, result, turn: null }
    return { key: channelKey(accountId, channelId), priority, id: String(deliveryId), end }
  })
}
