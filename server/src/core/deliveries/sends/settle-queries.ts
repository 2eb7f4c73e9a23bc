/** The statements of `settle.ts`. */
import { MOST_LIKELY_TAKEN } from '../advance-queries.ts'
import { byKey, isRowOf, writtenRowOf } from '../../../platform/db/id-conditions.ts'
import { columns } from '../../../platform/db/rows.ts'
import { isErased } from '../../providers/erased-recipient.ts'

/**
 * Records ended provider calls. Returns the deliveries of calls not recorded before. If the recipient was erased during
 * the call, only our word of the cause is stored.
 */
export const recordSends = columns(
  `bucket smallint, account_id bigint, delivery_id bigint, recipient_id bigint, number smallint, started_at timestamptz,
   duration_ms integer, result text, cause text null, provider_message_id text null, sent_to text null`,
).sql<{ account_id: number; delivery_id: number; recipient_erased: boolean }>(
  'sends.record',
  ({ input }) => `with input as (
     select i.*, ${isErased('i')} as recipient_erased
     from (select * from ${input}) i
   ), recorded as (
     insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, cause,
       provider_message_id, sent_to)
     select bucket, account_id, delivery_id, number, started_at, duration_ms, result,
       case when recipient_erased then split_part(cause, ':', 1) else cause end,
       case when recipient_erased then null else provider_message_id end,
       case when recipient_erased then null else sent_to end
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
 * Sets the next due time of sends, and deletes sends of deliveries settled meanwhile. If a provider's report settled
 * the delivery, the send proven by it becomes accepted, even if its own response was different. `spent`: the call
 * counts against the retry schedule.
 */
export const leaveSends = columns(
  'bucket smallint, account_id bigint, delivery_id bigint, number smallint, due_at timestamptz, spent boolean',
).sql<{ delivery_id: number }>(
  'sends.leave',
  ({ input, between }) => `with input as (
     select i.*, d.status, d.sent_at
     from (select * from ${input}) i
     cross join ${writtenRowOf(['deliveries', 'd'], 'i', ['id', 'delivery_id'], `and ${between('one.id', 'delivery_id')}`)}
   ), waiting as (
     update send_queue q
     set due_at = i.due_at, started_at = null, sends_unspent = q.sends_unspent + case when i.spent then 0 else 1 end
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
