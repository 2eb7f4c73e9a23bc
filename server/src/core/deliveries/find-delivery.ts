import { deliveriesOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors.ts'
import { DELIVERY_COLUMNS, deliveryOfRow } from './delivery.ts'
import type { Delivery } from './delivery.ts'

const findDeliverySql = sql(
  'deliveries.find',
  `select ${DELIVERY_COLUMNS}
   from deliveries d
   join channels c on c.bucket = $1 and c.account_id = d.account_id and c.id = d.channel_id
   where d.bucket = $1 and d.account_id = $2 and d.id = $3`,
)

/** The account's delivery with this id, or null. */
export async function deliveryWithId(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  id: number,
): Promise<Delivery | null> {
  const [row] = await findDeliverySql(connection, bucket, accountId, id)
  return row === undefined ? null : deliveryOfRow(row)
}

/** The same. Throws 404 if it does not exist. */
export async function findDelivery(
  connection: Connection,
  caller: { bucket: number; accountId: number },
  id: number,
): Promise<Delivery> {
  const delivery = await deliveryWithId(connection, caller, id)
  if (delivery === null) throw await noDelivery(connection, caller, id)
  return delivery
}

const findFailedOfMessage = sql(
  'deliveries.find_failed_of_message',
  `select ${DELIVERY_COLUMNS}
   from ${deliveriesOf('$3::bigint')}
   join channels c on c.bucket = $1 and c.account_id = d.account_id and c.id = d.channel_id
   where d.bucket = $1 and d.account_id = $2 and d.status in ('failed', 'bounced', 'retrying')
   order by d.id`,
)

/** The deliveries of a message that have failed, bounced or are retried, by id. */
export async function failedOfMessage(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  messageId: number,
): Promise<Delivery[]> {
  return (await findFailedOfMessage(connection, bucket, accountId, messageId)).map(deliveryOfRow)
}

const findDeliveriesOfMessage = sql(
  'deliveries.find_ids_of_message',
  `select coalesce((
       select array_agg(d.id order by d.id) from ${deliveriesOf('m.id')} where d.bucket = $1 and d.account_id = $2
     ), '{}') as ids
   from messages m where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
)

/** 404 for an id that no delivery has. If a message has it, the sentence names its deliveries. */
export async function noDelivery(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  id: number,
): Promise<ApiError> {
  const [message] = await findDeliveriesOfMessage(connection, bucket, accountId, id)
  if (message === undefined) return new ApiError('not_found')
  const { ids } = message
  const deliveries = ids.length === 0 ? 'It has no deliveries' : `Its deliveries are ${ids.join(', ')}`
  return new ApiError('not_found', { sentence: `Not found: ${id} is a message. ${deliveries}` })
}

/** 404 for an id that no message has. If a delivery has it, the sentence names its message. */
export async function noMessage(
  connection: Connection,
  caller: { bucket: number; accountId: number },
  id: number,
): Promise<ApiError> {
  const delivery = await deliveryWithId(connection, caller, id)
  if (delivery === null) return new ApiError('not_found')
  return new ApiError('not_found', { sentence: `Not found: ${id} is a delivery. Its message is ${delivery.messageId}` })
}
