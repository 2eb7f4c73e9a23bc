/** Sends that a process has begun and not ended. */
import { rowOf } from '../../../platform/db/id-conditions.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import { PRIORITIES } from '../../dispatch/queue.ts'
import type { CutOff } from '../../dispatch/queue.ts'
import { channelKey } from '../advance.ts'
import { CUT_OFF } from './decision.ts'
import type { SendEnd } from './send.ts'

/** Counted sends of a bucket without a result. Sends unknown to this process will never get one. */
const readStarted = sql<
  {
    account_id: number
    own_id: number
    channel_id: number
    priority: number
    is_pinned: boolean
    resend_after_timeout: boolean
    delivery_id: number
    message_id: number
    recipient_id: number
    sends_made: number
    sends_unspent: number
    started_at: number
  },
  [bucket: number]
>(
  'sends.read_started',
  `select q.account_id, q.channel_id, q.priority, q.is_pinned, q.delivery_id, q.sends_made, q.sends_unspent, q.started_at, d.message_id,
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
export async function readCutOff(pool: Pool, bucket: number, epoch: number): Promise<CutOff<SendEnd>[]> {
  const rows = await readStarted(pool, bucket)
  return rows.map((row) => {
    const { account_id: accountId, channel_id: channelId, delivery_id: deliveryId, started_at: startedAt } = row
    const ids = { bucket, epoch, accountId, deliveryId, messageId: row.message_id, recipientId: row.recipient_id }
    const counts = { number: row.sends_made, sendsUnspent: row.sends_unspent, queuedAt: startedAt, startedAt }
    const route = {
      ownId: row.own_id,
      channelId,
      fallbackIds: null,
      isPinned: row.is_pinned,
      resendsAfterTimeout: row.resend_after_timeout,
    }
    const result = { result: 'transient', cause: CUT_OFF, retryAfterMs: null } as const
    const priority = PRIORITIES[row.priority]!
    const end = { ...ids, ...counts, priority, route, durationMs: 0, sentTo: null, result, turn: null }
    return { key: channelKey(accountId, channelId), priority, id: String(deliveryId), end }
  })
}
