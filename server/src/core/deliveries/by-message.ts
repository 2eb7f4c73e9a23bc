/** Cancels, moves or acknowledges all deliveries of one message. */
import { isoTime } from '../../platform/clock.ts'
import { deliveriesOf, keysOf, rowOf, sameRange, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Recorder, Requester } from './advance.ts'
import { DELIVERY_COLUMNS, deliveryOfRow } from './delivery.ts'
import type { Delivery } from './delivery.ts'

export interface MessageKey {
  bucket: number
  accountId: number
  messageId: number
}

const lockOfMessageSql = sql(
  'deliveries.lock_of_message',
  `select ${DELIVERY_COLUMNS}
   from (
     select k.bucket, k.account_id, k.id from ${deliveriesOf('$3::bigint', 'k')}
     where k.bucket = $1 and k.account_id = $2 order by k.id
   ) k
   cross join ${writtenRowOf(['deliveries', 'd'], 'k', ['id'], `and ${sameRange('one.id', '$3::bigint')} for update`)}
   cross join ${rowOf(['channels', 'c'], 'd', ['id', 'channel_id'])}`,
)

/** Takes the same lock as the dispatch, so that a request and a dispatch see each other's result. */
async function lockOfMessage(connection: Connection, { bucket, accountId, messageId }: MessageKey) {
  return (await lockOfMessageSql(connection, bucket, accountId, messageId)).map(deliveryOfRow)
}

const findWaiting = sql(
  'sends.find_waiting',
  `select q.delivery_id from ${keysOf('$3::bigint[]', 'k')}
   cross join ${rowOf(['send_queue', 'q'], 'k', ['delivery_id', 'id'])}
   where q.started_at is null and q.sends_made = 0 and q.due_at > $4::timestamptz`,
)

/**
 * Cancels the message's deliveries that are not dispatched, or wait for the end of quiet hours, with the reason
 * `requested`. Returns the number of canceled deliveries and of remaining ones.
 */
export async function cancelDeliveries(
  tx: Transaction,
  recorder: Recorder,
  key: MessageKey,
  { source, now }: { source: Requester; now: number },
): Promise<{ canceled: number; remaining: number }> {
  const deliveries = await lockOfMessage(tx, key)
  const { bucket, accountId } = key
  const queued = deliveries.filter(({ status }) => status === 'queued').map(({ id }) => id)
  const found = queued.length === 0 ? [] : await findWaiting(tx, bucket, accountId, queued, isoTime(now))
  const waiting = new Set(found.map((row) => row.deliveryId))
  const fact = { bucket, accountId, fact: 'canceled', source, errorMessage: 'requested' } as const
  const recorded = await recorder.advance(
    tx,
    deliveries.map(({ id: deliveryId }) => ({ ...fact, deliveryId, waits: waiting.has(deliveryId) })),
  )
  const canceled = recorded.filter(Boolean).length
  return { canceled, remaining: deliveries.length - canceled }
}

/** Moves the deliveries to another time (ms since the epoch) if all are scheduled. Otherwise moves none. */
export async function moveDeliveries(
  tx: Transaction,
  recorder: Recorder,
  key: MessageKey,
  sendAt: number,
): Promise<'moved' | 'not_all_scheduled' | 'none'> {
  const deliveries = await lockOfMessage(tx, key)
  if (deliveries.length === 0) return 'none'
  if (deliveries.some((delivery) => delivery.status !== 'scheduled')) return 'not_all_scheduled'
  await recorder.moveSends(tx, deliveries, sendAt)
  return 'moved'
}

/**
 * True if the app's report may change the delivery: a push delivery that is queued and not failed, bounced or canceled.
 */
function mayAcknowledge({ channel, factTimes }: Delivery): boolean {
  const { queued, failed, bounced, canceled } = factTimes
  return channel.channelType === 'push' && queued !== null && failed === null && bounced === null && canceled === null
}

/**
 * Records the app's report on the message's push deliveries (docs/specification.md). This settles deliveries still to
 * be sent.
 */
export async function acknowledgeDeliveries(
  tx: Transaction,
  recorder: Recorder,
  key: MessageKey,
  fact: 'delivered' | 'opened',
): Promise<void> {
  const { bucket, accountId } = key
  const deliveries = (await lockOfMessage(tx, key)).filter(mayAcknowledge)
  await recorder.advance(
    tx,
    deliveries.map(({ id: deliveryId }) => ({ bucket, accountId, deliveryId, fact, source: 'api' as const })),
  )
}
