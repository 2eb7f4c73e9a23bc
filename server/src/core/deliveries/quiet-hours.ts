/** Sends that wait for the end of quiet hours follow a change of these hours. */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { deliveriesOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { QuietHoursListener } from '../recipients/preferences/store.ts'
import type { Recorder } from './advance.ts'
import type { DeliveryKey } from './delivery.ts'

const findUnsent = sql(
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
 * Called in the transaction that changes the quiet hours or the time zone of recipients. Their waiting sends become due, and
 * the dispatcher judges them by the new hours.
 */
export function createQuietHoursListener({
  clock,
  recorder,
}: {
  clock: Clock
  recorder: Recorder
}): QuietHoursListener {
  return async (tx, { bucket, accountId, recipientIds }) => {
    const now = clock.now()
    const since = isoTime(now - WAITED_MAX_MS)
    const unsent: DeliveryKey[] = []
    for (const recipientId of recipientIds)
      for (const { id: deliveryId } of await findUnsent(tx, bucket, accountId, recipientId, since, isoTime(now)))
        unsent.push({ bucket, accountId, deliveryId })
    // One statement for all, because it locks in the order of the ids, as the dispatcher does.
    await recorder.releaseSends(tx, unsent, now)
  }
}
