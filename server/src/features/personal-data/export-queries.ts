/**
 * The statements of an export. Each reads a page after the last row seen, at most 1 MiB or 200 rows, so the size of a
 * history does not matter.
 */
import { between, boundsOf, deliveriesOf, eventsOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'
import { bytesOf, withinBytes } from '../../platform/http/pages.ts'

/** Also a deleted recipient, but not an erased one. */
export const findPerson = sql(
  'export.recipient',
  `select id, external_user_id, email, phone, first_name, last_name, locale, time_zone, attributes, preferences, paused,
     quiet_from, quiet_until, created_at, updated_at, deleted_at
   from recipients where bucket = $1 and account_id = $2 and id = $3 and erased_at is null`,
  JSON_WITH_DIGITS,
)

export const findSuppressions = sql(
  'export.suppressions',
  `select s.id, s.channel_type, s.address, s.reason, s.delivery_id, s.created_at
   from (values ($1::smallint, $2::bigint, 'email', $3::text), ($1, $2, 'sms', $4))
     as key (bucket, account_id, channel_type, address)
   cross join ${rowOf(['suppressions', 's'], 'key', ['address'], 'and one.channel_type = key.channel_type')}
   order by s.id`,
)

const IDS = '$3::bigint[]'
const BOUNDS = boundsOf(IDS)

/** The place of a row in the order. Not part of the export. */
export interface ExportedRow {
  pageKey: string | null
  pageNumber: number
}

const ROWS = 200

/** A page of rows that belong to messages ($3) or deliveries ($3), behind a text ($4) and a number ($5). */
const page = (select: string, bytes: string) =>
  `with listed as materialized (${select} order by page_key, page_number limit ${ROWS})
   ${withinBytes('listed', 'page_key, page_number', bytes)} order by page_key, page_number`

/** Ids as texts of equal length sort like numbers. */
const padded = (id: string) => `lpad(${id}::text, 16, '0')`

export const listMessages = sql(
  'export.messages',
  page(
    `select ${padded('k.id')} as page_key, 0 as page_number, m.id, template_id as message_template_id, actor_id,
       rendered_subject, rendered_body, channel_texts, attributes, topic_id, critical, skipped_channels, locale, reference, metadata, attachments, send_at,
       seen_at, delivered_at, canceled_at, created_at, updated_at
     from ${keysOf(IDS, 'k')} cross join ${rowOf(['messages', 'm'], 'k', ['id'], `and ${between('one.id', ...BOUNDS)}`)}
     where (${padded('k.id')}, 0) > ($4::text, $5::integer)`,
    bytesOf(
      'rendered_subject',
      'rendered_body',
      'channel_texts',
      'attributes',
      'skipped_channels',
      'reference',
      'metadata',
      'attachments',
    ),
  ),
)

/** The files that are still stored, with their content in base64. */
export const listAttachments = sql(
  'export.attachments',
  page(
    `select ${padded('k.id')} as page_key, a.position as page_number, a.message_id, a.filename, a.content_type, a.content_id,
       translate(encode(a.content, 'base64'), E'\\n', '') as content, a.created_at
     from ${keysOf(IDS, 'k')} join message_attachments a on a.bucket = $1 and a.account_id = $2 and a.message_id = k.id
     where (${padded('k.id')}, a.position) > ($4::text, $5::integer)`,
    bytesOf('filename', 'content'),
  ),
)

export const listDeliveries = sql(
  'export.deliveries',
  page(
    `select ${padded('d.id')} as page_key, 0 as page_number, d.id, d.message_id, d.status, c.name as notification_channel,
       c.channel_type, d.scheduled_at, d.queued_at, d.retrying_at, d.sent_at, d.failed_at, d.delivered_at, d.bounced_at,
       d.opened_at, d.canceled_at, d.error_message, d.friendly_error_message, d.limit_feature_key, d.provider_message_id,
       d.created_at, d.updated_at
     from unnest(${IDS}) as of_message cross join lateral ${deliveriesOf('of_message')}
     join channels c on c.bucket = $1 and c.account_id = $2 and c.id = d.channel_id
     where d.bucket = $1 and d.account_id = $2 and (${padded('d.id')}, 0) > ($4::text, $5::integer)`,
    bytesOf('error_message', 'friendly_error_message', 'provider_message_id'),
  ),
)

const ofDeliveries = (table: string) => `from ${keysOf(IDS, 'k')}
     cross join ${rowOf([table, 's'], 'k', ['delivery_id', 'id'], `and ${between('one.delivery_id', ...BOUNDS)}`)}
     where (${padded('k.id')}, s.number) > ($4::text, $5::integer)`

export const listSends = sql(
  'export.sends',
  page(
    `select ${padded('delivery_id')} as page_key, number as page_number, delivery_id, number, started_at, duration_ms, result,
       cause, provider_message_id, sent_to
     ${ofDeliveries('sends')}`,
    bytesOf('cause', 'provider_message_id', 'sent_to'),
  ),
)

export const listReports = sql(
  'export.delivery_reports',
  page(
    `select ${padded('delivery_id')} || event_id as page_key, 0 as page_number, delivery_id, created_at, cause,
       encode(source, 'escape') as source
     from ${keysOf(IDS, 'k')}
     cross join lateral (select * from provider_events one where one.delivery_id = k.id offset 0) e
     where e.bucket = $1 and e.account_id = $2 and (${padded('delivery_id')} || event_id, 0) > ($4::text, $5::integer)`,
    bytesOf('cause', 'source'),
  ),
)

export const listSandboxMessages = sql(
  'export.sandbox_messages',
  page(
    `select ${padded('delivery_id')} as page_key, number as page_number, delivery_id, number, sent_to, subject, body, at
     ${ofDeliveries('sandbox_messages')}`,
    bytesOf('sent_to', 'subject', 'body'),
  ),
)

export const listInboxMessages = sql(
  'export.inbox_messages',
  page(
    `select ${padded('message_id')} as page_key, 0 as page_number, message_id, delivery_id, title, body, url, created_at,
       fetched_at, seen_at, read_at, archived_at
     from ${keysOf(IDS, 'k')}
     cross join ${rowOf(['inbox_messages', 'm'], 'k', ['message_id', 'id'], `and ${between('one.message_id', ...BOUNDS)}`)}
     where (${padded('k.id')}, 0) > ($4::text, $5::integer)`,
    bytesOf('title', 'body', 'url'),
  ),
)

/** The events of deliveries, behind the lowest id of an event, which limits the partitions read. */
const events = (columns: string, from: string) => `with of_deliveries as (
     select e.* from unnest(${IDS}) as of_delivery cross join lateral ${eventsOf('of_delivery', '$6::text')}
     where e.bucket = $1 and e.account_id = $2
   ) select ${columns} from of_deliveries e ${from}`

export const listEvents = sql(
  'export.events',
  page(
    `${events('e.id as page_key, 0 as page_number, e.id, e.type, e.delivery_id, e.created_at, e.source, e.body', '')}
     where (e.id, 0) > ($4::text, $5::integer)`,
    bytesOf('body'),
  ),
)

export const listAttempts = sql(
  'export.attempts',
  page(
    `${events(
      `a.event_id || '/' || a.endpoint_id as page_key, a.number as page_number, a.event_id, a.endpoint_id as webhook_endpoint_id,
       a.number, a.succeeded, a.response_code, a.error_message, a.duration_ms, a.response_head, a.created_at`,
      `cross join ${rowOf(['attempts', 'a'], 'e', ['event_id', 'id'])}`,
    )}
     where (a.event_id || '/' || a.endpoint_id, a.number) > ($4::text, $5::integer)`,
    bytesOf('response_head'),
  ),
)
