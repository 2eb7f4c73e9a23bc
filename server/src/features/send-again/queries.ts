import { FAILURE_CAUSE_SQL } from '../../core/deliveries/cause.ts'
import type { FailureCause } from '../../core/deliveries/cause.ts'
import { between, boundsOf, deliveriesOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'

/** The filters of failed deliveries. Times are ISO. Absent: no filter. */
export interface ResendFilters {
  status?: string
  cause?: string
  notification_user_id?: number
  notification_channel_id?: number
  channel_type?: string
  message_template_id?: number
  created_after?: string
  created_before?: string
}

/** `cursor`: `encodeCursor` of the last delivery searched. Null: the search has ended. */
const RESEND_COLUMNS = `id, filters, cursor, total, sent, not_failed, cannot_arrive, refused, has_more, created_at, finished_at,
  canceled`

/** Stores a new resend with its known messages. Returns no row if a resend of the account is running. */
export const insertResend = sql(
  'message_resends.insert',
  `with inserted as (
     insert into message_resends (bucket, account_id, actor, filters, cursor, created_at, total, finished_at)
     values ($1, $2, $3, $4::jsonb, $5::text, $6::timestamptz, cardinality($7::bigint[]),
       case when $5::text is null and cardinality($7::bigint[]) = 0 then $6::timestamptz end)
     on conflict (bucket, account_id) where finished_at is null do nothing
     returning ${RESEND_COLUMNS}
   ), items as (
     insert into message_resend_items (bucket, account_id, resend_id, message_id)
     select $1, $2, inserted.id, one from inserted cross join unnest($7::bigint[]) one order by one
   )
   select ${RESEND_COLUMNS} from inserted`,
)

/** Deletes the account's oldest resends except `kept`. A running one stays. */
export const trimResends = sql(
  'message_resends.trim',
  `with old as (
     select r.id from message_resends r where r.bucket = $1 and r.account_id = $2
     order by r.created_at desc, r.id desc offset $3
   )
   delete from message_resends r using old
   where r.bucket = $1 and r.account_id = $2 and r.id = old.id and r.finished_at is not null returning r.id`,
)

export const listResends = listSql(
  'message_resends.list',
  `with listed as materialized (
   select ${RESEND_COLUMNS} from message_resends
   where bucket = $1 and account_id = $2 and ($3::timestamptz is null or (created_at, id) < ($3, $4::bigint))
   order by created_at desc, id desc limit $5
   ) ${withinBytes('listed', NEWEST_FIRST, '0')} order by ${NEWEST_FIRST}`,
)

export const findResend = sql(
  'message_resends.show',
  `select ${RESEND_COLUMNS} from message_resends where bucket = $1 and account_id = $2 and id = $3`,
)

export type ResendRow = Row<typeof findResend>

/** The counted deliveries of resends ($5) by their present status, from a time on. Reads a limited number of counts: $4. */
export const sumOutcomes = sql(
  'message_resends.sum_outcomes',
  `with counted as materialized (
     select * from delivery_counts
     where bucket = $1 and account_id = $2 and grouped_by = 'resend' and start >= $3::timestamptz
       and value = any($5::text[])
     order by start desc limit $4
   )
   select value::bigint as "id!", greatest(0, sum(scheduled + queued))::integer as "waiting!", sum(sent)::integer as "sent!",
     sum(delivered + opened)::integer as "delivered!", sum(failed + bounced)::integer as "failed!", sum(canceled)::integer as "canceled!"
   from counted group by value`,
)

/** The account's running resend. There is at most one. */
export const findRunningResend = sql(
  'message_resends.find_running',
  'select id from message_resends where bucket = $1 and account_id = $2 and finished_at is null',
)

/** Ends a running resend, and forgets its other messages. Returns no row if it has ended. */
export const cancelResend = sql(
  'message_resends.cancel',
  `with canceled as (
     update message_resends set canceled = true, finished_at = $4::timestamptz, cursor = null
     where bucket = $1 and account_id = $2 and id = $3 and finished_at is null returning ${RESEND_COLUMNS}
   ), forgotten as (
     delete from message_resend_items i using canceled
     where i.bucket = $1 and i.account_id = $2 and i.resend_id = canceled.id
   )
   select ${RESEND_COLUMNS} from canceled`,
)

/** Running resends, after the given one. */
export const listRunningResends = sql(
  'message_resends.list_running',
  `select bucket, account_id, id, actor, filters, cursor, total from message_resends
   where finished_at is null and (bucket, account_id, id) > ($1::smallint, $2::bigint, $3::bigint)
   order by bucket, account_id, id limit $4`,
)

export type RunningResend = Row<typeof listRunningResends>

/** Whether the objects of filters exist. Null is no filter. */
export const findFiltered = sql(
  'message_resends.find_filtered',
  `select $3::bigint is null or exists (
       select from recipients where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
     ) as recipient,
     $4::bigint is null or exists (
       select from channels where bucket = $1 and account_id = $2 and id = $4 and deleted_at is null
     ) as channel,
     $5::bigint is null or exists (
       select from templates where bucket = $1 and account_id = $2 and id = $5 and deleted_at is null
     ) as template`,
)

/**
 * Searches `rows` deliveries after `pageStart` for failed ones that match ($7 to $14), newest first. Messages that were sent
 * again are left out. `reachedAt` and `reachedId`: the last delivery searched, or null if the search has ended.
 */
export const searchFailed = listSql(
  'message_resends.search',
  `with scanned as materialized (
     select * from deliveries
     where bucket = $1 and account_id = $2 and (created_at, id) < ($3::timestamptz, $4::bigint)
       and created_at > $13::timestamptz and created_at < $14::timestamptz
     order by created_at desc, id desc limit $5
   ), reached as materialized (
     select created_at, id from scanned
     where (select count(*) from scanned) = $5 order by created_at, id limit 1
   ), failed as materialized (
     select distinct message_id as id from scanned
     where status in ('failed', 'bounced') and ($7::text[] is null or status = any($7))
       and ($8::text is null or ${FAILURE_CAUSE_SQL} = $8)
       and ($9::bigint is null or recipient_id = $9)
       and ($10::bigint is null or channel_id = $10)
       and ($11::text is null or channel_id in (
         select t.id from channels t where t.bucket = $1 and t.account_id = $2 and t.channel_type = $11))
       and ($12::bigint is null or (
         select m.template_id from messages m where m.bucket = $1 and m.account_id = $2 and m.id = scanned.message_id) = $12)
   )
   select (select created_at from reached) as reached_at, (select id from reached) as reached_id,
     coalesce((
       select array_agg(id order by id desc) from (
         select f.id from failed f
         where not exists (
           select from messages_sent_again s where s.bucket = $1 and s.account_id = $2 and s.message_id = f.id)
         order by f.id desc limit $6) found), '{}') as ids`,
)

/** The messages of the given ids that failed on a channel, and were never sent again. */
export const findFailed = sql(
  'message_resends.find_failed',
  `select k.id as "id!" from ${keysOf('$3::bigint[]', 'k')}
   where exists (
     select from ${deliveriesOf('k.id')} where d.bucket = $1 and d.account_id = $2 and d.status in ('failed', 'bounced'))
     and not exists (
       select from messages_sent_again s where s.bucket = $1 and s.account_id = $2 and s.message_id = k.id)
   order by k.id`,
)

/**
 * Adds found messages to a resend and moves its cursor. Returns no row and changes nothing if the resend has ended, or
 * has another cursor by now. Without a cursor and without messages it is finished.
 */
export const addFound = sql(
  'message_resends.add_found',
  `with resend as materialized (
     select id from message_resends
     where bucket = $1 and account_id = $2 and id = $3 and cursor = $4 and finished_at is null for update
   ), added as (
     insert into message_resend_items (bucket, account_id, resend_id, message_id)
     select $1, $2, resend.id, one from resend cross join unnest($6::bigint[]) one order by one
     on conflict do nothing returning message_id
   )
   update message_resends r set cursor = $5::text, has_more = $7, total = r.total + (select count(*) from added),
     finished_at = case when $5::text is null and r.total + (select count(*) from added) = 0 then $8::timestamptz end
   from resend where r.bucket = $1 and r.account_id = $2 and r.id = resend.id returning r.total`,
)

/** The next messages of a resend. */
export const nextItems = sql(
  'message_resends.next_items',
  `select message_id from message_resend_items
   where bucket = $1 and account_id = $2 and resend_id = $3 order by message_id limit $4`,
)

/** Takes messages out of a running resend. Another process may have taken some of them. */
export const takeItems = sql(
  'message_resends.take_items',
  `with resend as materialized (
     select id from message_resends where bucket = $1 and account_id = $2 and id = $3 and finished_at is null for update
   )
   delete from message_resend_items i using resend
   where i.bucket = $1 and i.account_id = $2 and i.resend_id = resend.id and i.message_id = any($4::bigint[])
   returning i.message_id`,
)

/** Counts how taken messages ended. Without more messages the resend is finished. */
export const countEnded = sql(
  'message_resends.count_ended',
  `update message_resends r
   set sent = sent + $4, not_failed = not_failed + $5, cannot_arrive = cannot_arrive + $6, refused = refused + $7,
     finished_at = case when not exists (
       select from message_resend_items i where i.bucket = $1 and i.account_id = $2 and i.resend_id = $3) then $8::timestamptz end
   where r.bucket = $1 and r.account_id = $2 and r.id = $3 and r.finished_at is null returning r.id`,
)

/** The number of the newest sends that are due or under way. Counts at most `countedMax`. */
export const countReadySends = sql(
  'message_resends.count_ready',
  `select count(*) as ready from (
     select q.due_at from send_queue q where q.bucket = $1 and q.account_id = $2 order by q.delivery_id desc limit $4
   ) newest where newest.due_at <= $3::timestamptz`,
)

/** The failed deliveries of messages, with the present ways to their recipients. */
export const findFailedDeliveries = sql(
  'message_resends.find_deliveries',
  `select d.message_id, d.channel_id, c.channel_type, ${FAILURE_CAUSE_SQL} as cause, r.email, r.phone,
     exists (
       select from devices one where one.bucket = $1 and one.account_id = $2 and one.recipient_id = d.recipient_id
     ) as has_device,
     (
       select s.sent_to from sends s where s.bucket = $1 and s.account_id = $2 and s.delivery_id = d.id
       order by s.number desc limit 1
     ) as sent_to,
     m.attachments is not null as has_attachments
   from ${keysOf('$3::bigint[]', 'k')}
   cross join ${rowOf(['messages', 'm'], 'k', ['id'], `and ${between('one.id', ...boundsOf('$3::bigint[]'))}`)}
   cross join lateral ${deliveriesOf('k.id')}
   cross join ${rowOf(['channels', 'c'], 'd', ['id', 'channel_id'])}
   cross join ${rowOf(['recipients', 'r'], 'd', ['id', 'recipient_id'])}
   where d.bucket = $1 and d.account_id = $2 and d.status in ('failed', 'bounced')`,
).as<{ cause: FailureCause }>()

export type FailedRow = Row<typeof findFailedDeliveries>
