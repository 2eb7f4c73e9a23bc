/** Ends and blanks the deliveries of an erased recipient. */
import { between, boundsOf, byKey, deliveriesOf, keysOf, rowOf, sameDay } from '../db/id-conditions.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { FactReport, Recorder } from './advance.ts'
import { RECIPIENT_DELETED } from './sends/decision.ts'
import type { Fact } from './status.ts'

type Ids = [bucket: number, accountId: number, ids: readonly number[]]

const BOUNDS = boundsOf('$3::bigint[]')

/** Locks in key order, like every writer of deliveries. */
const lockOfMessages = sql<{ id: number; status: Fact }, Ids>(
  'deliveries.lock_of_messages',
  `select d.id, d.status
   from (
     select k.bucket, k.account_id, k.id from unnest($3::bigint[]) as of_message cross join lateral ${deliveriesOf('of_message', 'k')}
     where k.bucket = $1 and k.account_id = $2 order by k.id
   ) k
   cross join ${rowOf(['deliveries', 'd'], 'k', ['id'], `and ${sameDay('one.id', ...BOUNDS)} for update`)}`,
)

/** The deliveries that wait for a send. A send under way is left out: its result will come. */
const findWaiting = sql<{ delivery_id: number }, Ids>(
  'deliveries.find_waiting',
  `select q.delivery_id from ${keysOf('$3::bigint[]', 'k')} cross join ${rowOf(['send_queue', 'q'], 'k', ['delivery_id', 'id'])}
   where q.started_at is null`,
)

/** Keeps our word for the cause. The provider's words behind it may name the address. */
const blankDeliveries = sql<{ id: number }, Ids>(
  'deliveries.blank',
  `with blanked as (
     update deliveries d set error_message = split_part(d.error_message, ':', 1), provider_message_id = null
     from ${keysOf('$3::bigint[]', 'k')}
     where ${byKey('d', 'k', 'id')} and ${between('d.id', ...BOUNDS)}
       and (d.error_message like '%:%' or d.provider_message_id is not null)
     returning d.id
   )
   select id from blanked`,
)

/**
 * Ends the messages' deliveries that wait for a send: scheduled ones are canceled, the others fail. The dispatcher
 * locks a delivery before it begins a send, so no send of these begins afterwards. Then blanks all of them. Returns
 * their ids.
 */
export async function endAndBlankDeliveries(
  tx: Transaction,
  recorder: Recorder,
  { bucket, accountId }: { bucket: number; accountId: number },
  messageIds: readonly number[],
): Promise<number[]> {
  const deliveries = await lockOfMessages(tx, bucket, accountId, messageIds)
  const ids = deliveries.map(({ id }) => id)
  const waiting = new Set((await findWaiting(tx, bucket, accountId, ids)).map((row) => row.delivery_id))
  const key = { bucket, accountId, source: 'api' as const }
  const reports = deliveries
    .filter(({ id }) => waiting.has(id))
    .map(({ id: deliveryId, status }): FactReport => {
      if (status === 'scheduled') return { ...key, deliveryId, fact: 'canceled', errorMessage: 'recipient_deleted' }
      const failure = { errorMessage: RECIPIENT_DELETED, friendlyErrorMessage: RECIPIENT_DELETED }
      return { ...key, deliveryId, fact: 'failed', ...failure }
    })
  await recorder.advance(tx, reports)
  await blankDeliveries(tx, bucket, accountId, ids)
  return ids
}
