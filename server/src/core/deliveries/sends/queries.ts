/** The send dispatcher's statements. */
import { byKey, deliveriesOf, rowOf, sameRange, writtenRowOf, isRowOf } from '../../../platform/db/id-conditions.ts'
import { columns } from '../../../platform/db/rows.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Row } from '../../../platform/db/sql.ts'
import { bucketsWithRows } from '../../dispatch/queries.ts'
import { isErased } from '../../providers/queries.ts'
import type { Device } from '../../providers/provider.ts'
import type { JudgedTopic } from '../../recipients/preferences/preferences.ts'
import { MOST_LIKELY_TAKEN } from '../advance-queries.ts'
import { DELIVERY_COLUMNS, DELIVERY_KEYS } from '../delivery.ts'

/**
 * Waiting sends of the lists of lanes in one bucket, from each list's cursor on, in order of due time. Includes sends not due yet.
 */
export const readSends = columns(
  'account_id bigint, channel_id bigint, priority smallint, cursor text, rows_max integer',
).sql(
  'sends.read',
  ({ input }, bucket) => `select q.account_id, q.channel_id, q.priority, q.delivery_id, q.due_at
   from ${input}
   cross join lateral (
     select q.account_id, q.channel_id, q.priority, q.delivery_id, q.due_at from send_queue q
     where q.bucket = ${bucket} and q.account_id = input.account_id and q.channel_id = input.channel_id
       and q.priority = input.priority and q.due_at >= input.cursor::timestamptz and q.started_at is null
     order by q.due_at limit input.rows_max
   ) q
   order by q.account_id, q.channel_id, q.priority, q.due_at`,
)

export const bucketsWithSends = bucketsWithRows('sends.buckets_with_rows', 'send_queue')

/** The channels in a bucket with waiting sends. The recursion skips along the index from channel to channel. */
export const sweepSends = sql(
  'sends.sweep',
  `with recursive lane as (
     (select q.account_id, q.channel_id from send_queue q where q.bucket = $1 and q.due_at > '-infinity'
      order by q.account_id, q.channel_id limit 1)
     union all
     select next.account_id, next.channel_id from lane
     cross join lateral (
       select q.account_id, q.channel_id from send_queue q
       where q.bucket = $1 and q.due_at > '-infinity' and (q.account_id, q.channel_id) > (lane.account_id, lane.channel_id)
       order by q.account_id, q.channel_id limit 1
     ) next
   )
   select account_id as "account_id!", channel_id as "channel_id!" from lane`,
)

/**
 * Locks sends and their deliveries in key order, and reads all data for deciding and sending. All writers lock a
 * delivery before its send. One clause for both would lock the send first, because PostgreSQL comes to partitioned
 * tables last.
 */
export const lockSends = DELIVERY_KEYS.sql(
  'sends.lock',
  ({ input, between, bounds }) => `with d as materialized (
     select d.*
     from (select * from ${input} order by bucket, account_id, delivery_id) k
     cross join ${writtenRowOf(['deliveries', 'd'], 'k', ['id', 'delivery_id'], `and ${between('one.id', 'delivery_id')} for update`)}
   )
   select ${DELIVERY_COLUMNS}, q.due_at, q.priority, q.sends_made, q.sends_unspent, q.started_at, q.is_pinned,
     via.id as via_id, via.name as via_name, via.deleted_at is not null as via_deleted, via.provider, via.settings,
     via.encrypted_settings, via.max_concurrency, via.max_per_second, via.failing_since, c.resend_after_timeout,
     case when c.fallback_channel_ids <> '{}' then (
       select array_agg(f.id order by array_position(c.fallback_channel_ids, f.id)) from channels f
       where f.bucket = d.bucket and f.account_id = d.account_id and f.id = any(c.fallback_channel_ids)
         and f.active and f.deleted_at is null) end as fallback_ids,
     c.active as channel_active, c.deleted_at is not null as channel_deleted, tc.channel_id is not null as channel_attached,
     case when d.status <> 'scheduled' then true else exists (
       select from ${deliveriesOf('d.message_id', 'sd', bounds('delivery_id'))}
       join channels sc on sc.bucket = sd.bucket and sc.account_id = sd.account_id and sc.id = sd.channel_id
       join template_channels st on st.bucket = sd.bucket and st.account_id = sd.account_id
         and st.template_id = m.template_id and st.channel_id = sd.channel_id
       where sd.bucket = d.bucket and sd.account_id = d.account_id
         and sc.active and sc.deleted_at is null) end as any_channel_live,
     m.rendered_subject, m.rendered_body, m.channel_texts, m.traceparent, v.body_format,
     c.track_opens and v.track_opens as track_opens, m.attachments is not null and c.channel_type = 'email' as has_attachments,
     r.email, r.phone, r.deleted_at is not null as recipient_deleted, r.time_zone, r.preferences, r.paused, r.quiet_from,
     r.quiet_until, m.critical,
     case when m.topic_id is not null then (
       select jsonb_build_object('id', o.id, 'required', o.required) from topics o
       where o.bucket = d.bucket and o.account_id = d.account_id and o.id = m.topic_id
     ) end as topic,
     case when c.channel_type = 'push' then (
       select jsonb_agg(jsonb_build_object('id', v.id, 'platform', v.platform, 'token', v.token,
         'subscription', v.subscription) order by v.id)
       from devices v where v.bucket = d.bucket and v.account_id = d.account_id and v.recipient_id = d.recipient_id
     ) end as devices
   from (select * from d order by bucket, account_id, id) d
   cross join ${writtenRowOf(['send_queue', 'q'], 'd', ['delivery_id', 'id'], 'for update')}
   cross join ${rowOf(['channels', 'c'], 'd', ['id', 'channel_id'])}
   cross join ${rowOf(['channels', 'via'], 'q', ['id', 'channel_id'])}
   cross join ${rowOf(['messages', 'm'], 'd', ['id', 'message_id'], `and ${sameRange('one.id', ...bounds('delivery_id'))}`)}
   cross join ${rowOf(['template_versions', 'v'], 'm', ['template_id'], 'and one.version = m.template_version')}
   cross join ${rowOf(['recipients', 'r'], 'd', ['id', 'recipient_id'])}
   left join ${rowOf(['template_channels', 'tc'], 'm', ['template_id'], 'and one.channel_id = d.channel_id')} on true`,
).as<{ topic: JudgedTopic | null; devices: Device[] | null }>()

/** `priority`: its index in `PRIORITIES`. The channel of the send has the columns from `viaId` to `failingSince`. */
export type LockedSend = Row<typeof lockSends>

/** Moves due sends to the end of quiet hours. The caller has locked them. */
export const delaySends = columns('bucket smallint, account_id bigint, delivery_id bigint, due_at timestamptz').sql(
  'sends.delay',
  ({ input }) => `update send_queue q set due_at = input.due_at
   from ${input}
   where ${byKey('q', 'input', 'delivery_id')} and q.started_at is null`,
)

/** Gives sends to other channels, due now. The caller has locked them. */
export const moveToChannels = columns('bucket smallint, account_id bigint, delivery_id bigint, channel_id bigint').sql(
  'sends.move_to_channels',
  ({ input }, now) => `update send_queue q set channel_id = input.channel_id, due_at = ${now}::timestamptz
   from ${input}
   where ${byKey('q', 'input', 'delivery_id')} and q.started_at is null`,
)

/** Counts sends as begun before the provider is called. Skips sends counted by another process. */
export const countSends = columns('bucket smallint, account_id bigint, delivery_id bigint, sends_made smallint').sql(
  'sends.count',
  ({ input }, now) => `with input as (
     select * from ${input}
   ), counted as (
     update send_queue q set sends_made = i.sends_made + 1, started_at = ${now}::timestamptz
     from input i
     where ${byKey('q', 'i', 'delivery_id')} and q.sends_made = i.sends_made and q.started_at is null
     returning q.account_id, q.delivery_id
   )
   select account_id, delivery_id from counted`,
)

/**
 * Records ended provider calls. Returns the deliveries of calls not recorded before. If the recipient was erased during
 * the call, only our word of the cause is stored.
 */
export const recordSends = columns(
  `bucket smallint, account_id bigint, delivery_id bigint, recipient_id bigint, number smallint, started_at timestamptz,
   duration_ms integer, result text, cause text null, provider_message_id text null, sent_to text null,
   fallback_id bigint null`,
).sql(
  'sends.record',
  ({ input }) => `with input as (
     select i.*, ${isErased('i')} as recipient_erased
     from (select * from ${input}) i
   ), recorded as (
     insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, cause,
       provider_message_id, sent_to, channel_id)
     select bucket, account_id, delivery_id, number, started_at, duration_ms, result,
       case when recipient_erased then split_part(cause, ':', 1) else cause end,
       case when recipient_erased then null else provider_message_id end,
       case when recipient_erased then null else sent_to end, fallback_id
     from input
     order by bucket, account_id, delivery_id, number
     on conflict (bucket, account_id, delivery_id, number) do nothing
     returning account_id, delivery_id, number
   )
   select d.account_id, d.delivery_id, i.recipient_erased
   from recorded d join input i on i.account_id = d.account_id and i.delivery_id = d.delivery_id and i.number = d.number`,
)

/** Not a condition on `started_at` alone: the index of started sends has those of all accounts. */
const IS_UNDER_WAY = 'case when q.started_at is not null then q.sends_made = i.number end'

/**
 * Sets the next due time and channel of sends, and deletes sends of deliveries settled meanwhile. If a provider's report settled
 * the delivery, the send proven by it becomes accepted, even if its own response was different. `spent`: the call
 * counts against the retry schedule.
 */
export const leaveSends = columns(
  `bucket smallint, account_id bigint, delivery_id bigint, number smallint, due_at timestamptz, spent boolean,
   channel_id bigint, is_pinned boolean`,
).sql(
  'sends.leave',
  ({ input, between }) => `with input as (
     select i.*, d.status, d.sent_at
     from (select * from ${input}) i
     cross join ${writtenRowOf(['deliveries', 'd'], 'i', ['id', 'delivery_id'], `and ${between('one.id', 'delivery_id')}`)}
   ), waiting as (
     update send_queue q
     set due_at = i.due_at, started_at = null, channel_id = i.channel_id, is_pinned = i.is_pinned, sends_unspent = q.sends_unspent + case when i.spent then 0 else 1 end
     from input i
     where ${byKey('q', 'i', 'delivery_id')} and ${IS_UNDER_WAY} and i.status in ('queued', 'retrying')
   ), settled as (
     delete from send_queue q
     using input i
     where ${byKey('q', 'i', 'delivery_id')} and ${IS_UNDER_WAY} and i.status not in ('queued', 'retrying')
     returning q.bucket, q.account_id, q.delivery_id, i.sent_at
   )
   update sends s set result = 'accepted'
   from (
     select distinct on (e.bucket, e.account_id, e.delivery_id) e.bucket, e.account_id, e.delivery_id, s.number
     from settled e
     cross join ${writtenRowOf(['sends', 's'], 'e', ['delivery_id'], `and ${between('one.delivery_id', 'delivery_id')}`)}
     where e.sent_at is not null
     order by e.bucket, e.account_id, e.delivery_id, ${MOST_LIKELY_TAKEN}
   ) t
   where ${isRowOf('s', 't', 'delivery_id')} and s.number = t.number and ${between('s.delivery_id', 'delivery_id')}
   returning s.delivery_id`,
)
