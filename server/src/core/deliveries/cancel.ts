/** Cancels scheduled deliveries when their recipient or channel is deleted or detached, in the same transaction. */
import { deliveriesOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Recorder } from './advance.ts'
import type { CancelReason } from './status.ts'

/** The largest number of deliveries canceled by one statement. The next statement continues. */
const CANCELED_AT_ONCE = 1000

/** `restDispatches`: other deliveries of the message were dispatched, or still will be. */
type ChannelDeliveryRow = RowOf<'deliveries.find_scheduled_of_channel'>

/** SQL: true if the message of `deliveries d` has deliveries left besides those on the removed channels. */
const restDispatches = (channelIds: string) => `exists (
     select from ${deliveriesOf('d.message_id', 'o')}
     where o.bucket = $1 and o.account_id = d.account_id and o.status <> 'canceled' and (o.status <> 'scheduled' or o.channel_id <> all(${channelIds}))
   ) as rest_dispatches`

/** SQL: the delivery of `send_queue q`. The limit makes PostgreSQL look up each one by its id, in one partition. */
const DELIVERY_OF_SEND = `cross join lateral (
     select id, account_id, message_id, status from deliveries
     where bucket = $1 and account_id = $2 and id = q.delivery_id limit 1
   ) d`

const findOfRecipient = sql(
  'deliveries.find_scheduled_of_recipient',
  `select d.id
   from messages m
   cross join lateral ${deliveriesOf('m.id')}
   where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $3 and d.bucket = $1 and d.account_id = $2
     -- Not a condition alone: the index of scheduled messages has those of all accounts.
     and case when m.send_at is not null then d.status = 'scheduled' end
   order by d.id limit $4`,
)

const findOfChannel = sql(
  'deliveries.find_scheduled_of_channel',
  `select d.id, ${restDispatches('array[$3::bigint]')}
   from send_queue q
   ${DELIVERY_OF_SEND}
   where q.bucket = $1 and q.account_id = $2 and q.channel_id = $3 and d.status = 'scheduled'
   order by d.id limit $4`,
)

const findOfTemplate = sql(
  'deliveries.find_scheduled_of_template',
  `select d.id, ${restDispatches('$4::bigint[]')}
   from send_queue q
   ${DELIVERY_OF_SEND}
   cross join lateral (
     select template_id from messages where bucket = $1 and account_id = $2 and id = d.message_id limit 1
   ) m
   where q.bucket = $1 and q.account_id = $2 and q.channel_id = any($4::bigint[]) and m.template_id = $3
     and d.status = 'scheduled'
   order by d.id limit $5`,
)

/** Specification 6: the reason names the channel only if the rest of the message is still dispatched. */
const reasonOfChannel = (row: ChannelDeliveryRow): CancelReason =>
  row.restDispatches ? 'channel_deleted_or_detached' : 'no_live_channels'

export interface Cancellation {
  recipientDeleted(tx: Transaction, gone: { bucket: number; accountId: number; recipientId: number }): Promise<void>
  channelDeleted(tx: Transaction, gone: { bucket: number; accountId: number; channelId: number }): Promise<void>
  channelsDetached(
    tx: Transaction,
    gone: { bucket: number; accountId: number; templateId: number; channelIds: readonly number[] },
  ): Promise<void>
}

export function createCancellation(recorder: Recorder): Cancellation {
  /**
   * Cancels in chunks. Canceled deliveries are not found again, and deliveries dispatched meanwhile are not scheduled.
   */
  async function cancelAll<Row extends { id: number }>(
    tx: Transaction,
    account: { bucket: number; accountId: number },
    reasonOf: (row: Row) => CancelReason,
    find: () => Promise<Row[]>,
  ): Promise<void> {
    const { bucket, accountId } = account
    for (let rows = await find(); rows.length > 0; rows = rows.length < CANCELED_AT_ONCE ? [] : await find()) {
      const fact = { bucket, accountId, fact: 'canceled', source: 'api' } as const
      await recorder.advance(
        tx,
        rows.map((row) => ({ ...fact, deliveryId: row.id, errorMessage: reasonOf(row) })),
      )
    }
  }

  return {
    recipientDeleted: (tx, { recipientId, ...account }) =>
      cancelAll(
        tx,
        account,
        () => 'recipient_deleted',
        () => findOfRecipient(tx, account.bucket, account.accountId, recipientId, CANCELED_AT_ONCE),
      ),
    channelDeleted: (tx, { channelId, ...account }) =>
      cancelAll(tx, account, reasonOfChannel, () =>
        findOfChannel(tx, account.bucket, account.accountId, channelId, CANCELED_AT_ONCE),
      ),
    channelsDetached: (tx, { templateId, channelIds, ...account }) =>
      cancelAll(tx, account, reasonOfChannel, () =>
        findOfTemplate(tx, account.bucket, account.accountId, templateId, channelIds, CANCELED_AT_ONCE),
      ),
  }
}
