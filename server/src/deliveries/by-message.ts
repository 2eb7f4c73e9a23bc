/** What is done to all deliveries of one message: they are canceled, moved to another time, or acknowledged. */
import { sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Recorder } from './advance.ts'
import { DELIVERY_COLUMNS, deliveryOfRow } from './delivery.ts'
import type { Delivery, DeliveryRow } from './delivery.ts'

export interface MessageKey {
  bucket: number
  accountId: number
  messageId: number
}

const lockOfMessageSql = sql<DeliveryRow, [bucket: number, accountId: number, messageId: number]>(
  'deliveries.lock_of_message',
  `select ${DELIVERY_COLUMNS}
   from deliveries d
   join channels c on c.bucket = $1 and c.account_id = d.account_id and c.id = d.channel_id
   where d.bucket = $1 and d.account_id = $2 and d.message_id = $3
   order by d.id
   for update of d`,
)

/** The lock is the one that a dispatch takes: whoever comes second sees what the first has done. */
async function lockOfMessage(connection: Connection, { bucket, accountId, messageId }: MessageKey) {
  return (await lockOfMessageSql(connection, bucket, accountId, messageId)).map(deliveryOfRow)
}

/**
 * Cancels, as requested, what has not been dispatched. `canceled`: how many deliveries were; `remaining`: how many
 * there are besides.
 */
export async function cancelDeliveries(
  tx: Transaction,
  recorder: Recorder,
  key: MessageKey,
): Promise<{ canceled: number; remaining: number }> {
  const deliveries = await lockOfMessage(tx, key)
  const { bucket, accountId } = key
  const fact = { bucket, accountId, fact: 'canceled', source: 'api', errorMessage: 'requested' } as const
  const recorded = await recorder.advance(
    tx,
    deliveries.map(({ id: deliveryId }) => ({ ...fact, deliveryId })),
  )
  const canceled = recorded.filter(Boolean).length
  return { canceled, remaining: deliveries.length - canceled }
}

/** Moves the deliveries to another time, ms since the epoch, while all are scheduled; else none moves. */
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

/** Whether the app's report may touch the delivery: not while it is scheduled, nor after it failed, bounced or was canceled. */
function mayAcknowledge({ channel, factTimes }: Delivery): boolean {
  const { queued, failed, bounced, canceled } = factTimes
  return channel.channelType === 'push' && queued !== null && failed === null && bounced === null && canceled === null
}

/**
 * Records on the push deliveries of the message what the app reports of it (decisions: messages). One that was still to
 * be sent is settled by it.
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
