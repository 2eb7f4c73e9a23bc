/** Sends that wait for the end of quiet hours follow a change of these hours. */
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { deliveriesOf } from '../db/id-conditions.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Recorder } from './advance.ts'

const findUnsent = sql<
  { id: number },
  [bucket: number, accountId: number, recipientId: number, since: string, now: string]
>(
  'deliveries.find_unsent_of_recipient',
  `select d.id
   from messages m
   cross join lateral ${deliveriesOf('m.id')}
   where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $3 and d.bucket = $1 and d.account_id = $2
     and d.status in ('scheduled', 'queued')
     and coalesce(m.send_at, m.created_at) > $4::timestamptz and coalesce(m.send_at, m.created_at) <= $5::timestamptz
   order by d.id`,
)

/** Longer than quiet hours can last, ms. */
const WAITED_MAX_MS = 2 * 86_400_000

/**
 * Called in the transaction that changes a recipient's quiet hours. Its waiting sends become due, and the dispatcher judges
 * them by the new hours.
 */
export function createQuietHoursListener({ clock, recorder }: { clock: Clock; recorder: Recorder }) {
  return async (
    tx: Transaction,
    { bucket, accountId, recipientId }: { bucket: number; accountId: number; recipientId: number },
  ): Promise<void> => {
    const now = clock.now()
    const since = isoTime(now - WAITED_MAX_MS)
    const rows = await findUnsent(tx, bucket, accountId, recipientId, since, isoTime(now))
    await recorder.releaseSends(
      tx,
      rows.map(({ id: deliveryId }) => ({ bucket, accountId, deliveryId })),
      now,
    )
  }
}
