import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors.ts'
import { DELIVERY_COLUMNS, deliveryOfRow } from './delivery.ts'
import type { Delivery, DeliveryRow } from './delivery.ts'

const findDeliverySql = sql<DeliveryRow, [bucket: number, accountId: number, id: number]>(
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
  if (delivery === null) throw new ApiError('not_found')
  return delivery
}
