/** The statements of `advance.ts`. No other statements write deliveries. */
import { byKey, isRowOf, keysOf, rowOf, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import { isErased } from '../providers/queries.ts'
import { DELIVERY_COLUMNS, DELIVERY_KEYS } from './delivery.ts'

/**
 * The order of `sends s` for finding the send behind a provider's report: the accepted one, then sends without a
 * response, then unclear ones, then refused ones. The newest goes first.
 */
export const MOST_LIKELY_TAKEN = `s.result = 'accepted' desc,
  coalesce(split_part(s.cause, ':', 1) in ('aborted', 'timeout', 'connection_reset'), false) desc,
  s.result = 'transient' desc, s.number desc`

/** Locks and reads deliveries in key order. */
export const lockDeliveries = DELIVERY_KEYS.sql(
  'deliveries.lock',
  ({ input, between }) => `select ${DELIVERY_COLUMNS}, ${isErased('d')} as recipient_erased
   from (select distinct * from ${input} order by bucket, account_id, delivery_id) k
   cross join ${writtenRowOf(['deliveries', 'd'], 'k', ['id', 'delivery_id'], `and ${between('one.id', 'delivery_id')} for update`)}
   cross join ${rowOf(['channels', 'c'], 'd', ['id', 'channel_id'])}`,
)

/**
 * Stores new deliveries and their sends. The caller must sort them by key, because unsorted multi-row writes deadlock.
 */
export const insertDeliveries = columns(
  `bucket smallint, account_id bigint, id bigint, message_id bigint, recipient_id bigint, channel_id bigint, status text,
   scheduled timestamptz null, queued timestamptz null, created_at timestamptz, updated_at timestamptz, due_at timestamptz,
   reference text null, metadata text null, priority smallint`,
).sql(
  'deliveries.insert',
  ({ input }) => `with input as (
     select * from ${input}
   ), queued as (
     insert into send_queue (bucket, account_id, channel_id, delivery_id, due_at, priority)
     select bucket, account_id, channel_id, id, due_at, priority from input
   )
   insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, scheduled_at, queued_at, created_at,
     updated_at, reference, metadata)
   select bucket, account_id, id, message_id, recipient_id, channel_id, status, scheduled, queued, created_at, updated_at, reference,
     metadata from input`,
)

/**
 * Writes the changed facts of deliveries, sorted by key. Deletes the sends of settled deliveries. A send under way
 * stays until its end is recorded, or the sweep finds it cut off.
 */
export const writeDeliveries = columns(
  `bucket smallint, account_id bigint, id bigint, status text, queued timestamptz null, retrying timestamptz null,
   sent timestamptz null, failed timestamptz null, delivered timestamptz null, bounced timestamptz null,
   opened timestamptz null, canceled timestamptz null, error_message text null, friendly_error_message text null,
   limit_feature_key text null, provider_message_id text null, updated_at timestamptz, settled boolean, send_ended boolean`,
).sql(
  'deliveries.write_facts',
  ({ input, between }) => `with input as (
     select * from ${input}
   ), settled as (
     delete from send_queue q using input i
     where i.settled and (i.send_ended or q.started_at is null) and ${byKey('q', 'i', 'delivery_id', 'id')}
   )
   update deliveries d
   set status = i.status, queued_at = i.queued, retrying_at = i.retrying, sent_at = i.sent,
     failed_at = i.failed, delivered_at = i.delivered, bounced_at = i.bounced, opened_at = i.opened,
     canceled_at = i.canceled, error_message = i.error_message, friendly_error_message = i.friendly_error_message,
     limit_feature_key = i.limit_feature_key, provider_message_id = i.provider_message_id, updated_at = i.updated_at
   from input i
   where ${isRowOf('d', 'i', 'id')} and ${between('d.id', 'id')}`,
)

/**
 * Finds the send behind a provider's report, for locked deliveries, and its start (ms since the epoch). This is the
 * send under way, whose end will be recorded. Otherwise it is the most likely earlier send, and it becomes accepted. A
 * delivery has none if no send has begun, or if all were refused.
 */
export const takeSends = DELIVERY_KEYS.sql(
  'sends.take',
  ({ input, between }) => `with k as (
     select distinct * from ${input}
   ), under_way as (
     select q.bucket, q.account_id, q.delivery_id, q.started_at
     from k cross join ${rowOf(['send_queue', 'q'], 'k', ['delivery_id'])}
     where q.started_at is not null
   ), taken as (
     update sends s set result = 'accepted'
     from (
       select distinct on (k.bucket, k.account_id, k.delivery_id) k.bucket, k.account_id, k.delivery_id, s.number
       from k cross join ${writtenRowOf(['sends', 's'], 'k', ['delivery_id'], `and ${between('one.delivery_id', 'delivery_id')}`)}
       where s.result in ('accepted', 'transient') and not exists (
         select from under_way u where u.bucket = k.bucket and u.account_id = k.account_id and u.delivery_id = k.delivery_id)
       order by k.bucket, k.account_id, k.delivery_id, ${MOST_LIKELY_TAKEN}
     ) t
     where ${isRowOf('s', 't', 'delivery_id')} and s.number = t.number and ${between('s.delivery_id', 'delivery_id')}
     returning s.account_id, s.delivery_id, s.started_at
   )
   select account_id, delivery_id, started_at as "started_at!" from under_way
   union all
   select account_id, delivery_id, started_at from taken`,
)

/** Moves the sends of an account's locked deliveries to another time. */
export const moveSends = sql(
  'deliveries.move_sends',
  `with moved as (
     update send_queue q set due_at = $4::timestamptz
     from ${keysOf('$3::bigint[]', 'k')} where ${byKey('q', 'k', 'delivery_id', 'id')}
     returning q.delivery_id, q.channel_id, q.priority
   )
   select delivery_id, channel_id, priority from moved`,
)

/** Makes the locked deliveries' waiting sends due now: either those that are repeated, or first sends. */
export const releaseSends = DELIVERY_KEYS.sql(
  'deliveries.release_sends',
  ({ input }, now, retried) => `with released as (
     update send_queue q set due_at = ${now}::timestamptz
     from ${input}
     where ${byKey('q', 'input', 'delivery_id')} and q.started_at is null and (q.sends_made > 0) = ${retried}::boolean
       -- Not a condition alone: the index of due sends has those of all recipients.
       and case when q.due_at > ${now}::timestamptz then true end
     returning q.bucket, q.account_id, q.delivery_id, q.channel_id, q.priority
   )
   select bucket, account_id, delivery_id, channel_id, priority from released`,
)
