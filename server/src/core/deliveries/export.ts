/** The deliveries of a person's export, with their sends, reports and events, and the person's suppressed addresses. */
import { between, deliveriesOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { bytesOf } from '../../platform/http/pages.ts'
import { EXPORTED_IDS, EXPORTED_BOUNDS, exportPage, exportedEvents, padded } from '../recipients/export.ts'
import type { ExportPart } from '../recipients/export.ts'
import { comparableAddress } from './suppressions.ts'

const findSuppressions = sql(
  'export.suppressions',
  `select s.id, s.channel_type, s.address, s.reason, s.delivery_id, s.created_at
   from (values ($1::smallint, $2::bigint, 'email', $3::text), ($1, $2, 'sms', $4))
     as key (bucket, account_id, channel_type, address)
   cross join ${rowOf(['suppressions', 's'], 'key', ['address'], 'and one.channel_type = key.channel_type')}
   order by s.id`,
)

const listDeliveries = sql(
  'export.deliveries',
  exportPage(
    `select ${padded('d.id')} as page_key, 0 as page_number, d.id, d.message_id, d.status, c.name as notification_channel,
       c.channel_type, d.scheduled_at, d.queued_at, d.retrying_at, d.sent_at, d.failed_at, d.delivered_at, d.bounced_at,
       d.opened_at, d.canceled_at, d.error_message, d.friendly_error_message, d.limit_feature_key, d.provider_message_id,
       d.created_at, d.updated_at
     from unnest(${EXPORTED_IDS}) as of_message cross join lateral ${deliveriesOf('of_message')}
     join channels c on c.bucket = $1 and c.account_id = $2 and c.id = d.channel_id
     where d.bucket = $1 and d.account_id = $2 and (${padded('d.id')}, 0) > ($4::text, $5::integer)`,
    bytesOf('error_message', 'friendly_error_message', 'provider_message_id'),
  ),
)

const ofDeliveries = (table: string) => `from ${keysOf(EXPORTED_IDS, 'k')}
     cross join ${rowOf([table, 's'], 'k', ['delivery_id', 'id'], `and ${between('one.delivery_id', ...EXPORTED_BOUNDS)}`)}
     where (${padded('k.id')}, s.number) > ($4::text, $5::integer)`

const listSends = sql(
  'export.sends',
  exportPage(
    `select ${padded('delivery_id')} as page_key, number as page_number, delivery_id, number, started_at, duration_ms, result,
       cause, provider_message_id, sent_to
     ${ofDeliveries('sends')}`,
    bytesOf('cause', 'provider_message_id', 'sent_to'),
  ),
)

const listReports = sql(
  'export.delivery_reports',
  exportPage(
    `select ${padded('delivery_id')} || event_id as page_key, 0 as page_number, delivery_id, created_at, cause,
       encode(source, 'escape') as source
     from ${keysOf(EXPORTED_IDS, 'k')}
     cross join lateral (select * from provider_events one where one.delivery_id = k.id offset 0) e
     where e.bucket = $1 and e.account_id = $2 and (${padded('delivery_id')} || event_id, 0) > ($4::text, $5::integer)`,
    bytesOf('cause', 'source'),
  ),
)

const listSandboxMessages = sql(
  'export.sandbox_messages',
  exportPage(
    `select ${padded('delivery_id')} as page_key, number as page_number, delivery_id, number, sent_to, subject, body, at
     ${ofDeliveries('sandbox_messages')}`,
    bytesOf('sent_to', 'subject', 'body'),
  ),
)

const listEvents = sql(
  'export.events',
  exportPage(
    `${exportedEvents('e.id as page_key, 0 as page_number, e.id, e.type, e.delivery_id, e.created_at, e.source, e.body', '')}
     where (e.id, 0) > ($4::text, $5::integer)`,
    bytesOf('body'),
  ),
)

export const suppressionExport: ExportPart = {
  name: 'suppressions',
  ofPerson(connection, { bucket, accountId }, person) {
    const email = person.email === null ? null : comparableAddress('email', person.email)
    const phone = person.phone === null ? null : comparableAddress('sms', person.phone)
    return findSuppressions(connection, bucket, accountId, email, phone)
  },
}

export const deliveryExports: readonly ExportPart[] = [
  {
    name: 'deliveries',
    ofMessages: (connection, { bucket, accountId, messageIds }, ...after) =>
      listDeliveries(connection, bucket, accountId, messageIds, ...after),
  },
  {
    name: 'sends',
    ofMessages: (connection, { bucket, accountId, deliveryIds }, ...after) =>
      listSends(connection, bucket, accountId, deliveryIds, ...after),
  },
  {
    name: 'delivery_reports',
    ofMessages: (connection, { bucket, accountId, deliveryIds }, ...after) =>
      listReports(connection, bucket, accountId, deliveryIds, ...after),
  },
  {
    name: 'sandbox_messages',
    ofMessages: (connection, { bucket, accountId, deliveryIds }, ...after) =>
      listSandboxMessages(connection, bucket, accountId, deliveryIds, ...after),
  },
]

export const eventExport: ExportPart = {
  name: 'events',
  ofMessages: (connection, { bucket, accountId, deliveryIds, lowestEventId }, ...after) =>
    listEvents(connection, bucket, accountId, deliveryIds, ...after, lowestEventId),
}
