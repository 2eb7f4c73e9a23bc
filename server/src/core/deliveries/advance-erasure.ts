/** Ends and blanks the deliveries of an erased recipient. */
import { deliveriesOf, isRowOf, rowOf, sameRange, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { FactReport, Recorder } from './advance.ts'
import type { MessageKey } from './by-message.ts'
import { DELIVERY_KEYS } from './delivery.ts'
import { RECIPIENT_DELETED } from './sends/decision.ts'

/** Locks in key order, like every writer of deliveries. */
const lockOfMessages = columns('bucket smallint, account_id bigint, message_id bigint').sql(
  'deliveries.lock_of_messages',
  ({ input, bounds }) => `select d.id, d.status
   from (
     select k.bucket, k.account_id, k.id
     from ${input} cross join lateral ${deliveriesOf('input.message_id', 'k', bounds('message_id'))}
     where k.bucket = input.bucket and k.account_id = input.account_id order by k.id
   ) k
   cross join ${writtenRowOf(['deliveries', 'd'], 'k', ['id'], `and ${sameRange('one.id', ...bounds('message_id'))} for update`)}`,
)

/** The deliveries that wait for a send. A send under way is left out: its result will come. */
const findWaiting = DELIVERY_KEYS.sql(
  'deliveries.find_waiting',
  ({ input }) => `select q.delivery_id from ${input} cross join ${rowOf(['send_queue', 'q'], 'input', ['delivery_id'])}
   where q.started_at is null`,
)

/** Keeps our word for the cause. The provider's words behind it may name the address. Removes the caller's words too. */
const blankDeliveries = DELIVERY_KEYS.sql(
  'deliveries.blank',
  ({ input, between }) => `with blanked as (
     update deliveries d set error_message = split_part(d.error_message, ':', 1), provider_message_id = null,
       reference = null, metadata = null
     from ${input}
     where ${isRowOf('d', 'input', 'id', 'delivery_id')} and ${between('d.id', 'delivery_id')}
       and (d.error_message like '%:%' or num_nonnulls(d.provider_message_id, d.reference, d.metadata) > 0)
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
  messages: readonly MessageKey[],
): Promise<number[]> {
  const deliveries = await lockOfMessages(tx, messages)
  const keys = deliveries.map(({ id: deliveryId }) => ({ bucket, accountId, deliveryId }))
  const waiting = new Set((await findWaiting(tx, keys)).map((row) => row.deliveryId))
  const key = { bucket, accountId, source: 'api' as const }
  const reports = deliveries
    .filter(({ id }) => waiting.has(id))
    .map(({ id: deliveryId, status }): FactReport => {
      if (status === 'scheduled') return { ...key, deliveryId, fact: 'canceled', errorMessage: 'recipient_deleted' }
      const failure = { errorMessage: RECIPIENT_DELETED, friendlyErrorMessage: RECIPIENT_DELETED }
      return { ...key, deliveryId, fact: 'failed', ...failure }
    })
  await recorder.advance(tx, reports)
  await blankDeliveries(tx, keys)
  return deliveries.map(({ id }) => id)
}
