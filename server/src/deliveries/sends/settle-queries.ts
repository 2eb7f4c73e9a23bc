/** The statements of `settle.ts`. */
import { MOST_LIKELY_TAKEN } from '../advance-queries.ts'
import { columns } from '../../db/rows.ts'

/**
 * Records ended provider calls. Returns the deliveries of calls not recorded before. If the recipient was erased during
 * the call, only our word of the cause is stored.
 */
export const recordSends = columns(
  `bucket smallint, account_id bigint, delivery_id bigint, recipient_id bigint, number smallint, started_at timestamptz,
   duration_ms integer, result text, cause text null, provider_message_id text null, sent_to text null`,
).sql<{ account_id: number; delivery_id: number; recipient_erased: boolean }>(
  'sends.record',
  ({ input, distinct }) => `with input as (
     select i.*, r.id is not null as recipient_erased
     from (select * from ${input}) i
     left join recipients r on r.bucket = any(${distinct('bucket')}) and r.bucket = i.bucket
       and r.account_id = i.account_id and r.id = i.recipient_id and r.erased_at is not null
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

/**
 * Sets the next due time of sends, and deletes sends of deliveries settled meanwhile. If a provider's report settled
 * the delivery, the send proven by it becomes accepted, even if its own response was different. `spent`: the call
 * counts against the retry schedule.
 */
export const leaveSends = columns(
  'bucket smallint, account_id bigint, delivery_id bigint, number smallint, due_at timestamptz, spent boolean',
).sql<{ delivery_id: number }>(
  'sends.leave',
  ({ input, distinct, among }) => `with input as (
     select * from ${input}
   ), waiting as (
     update send_queue q
     set due_at = i.due_at, started_at = null, sends_unspent = q.sends_unspent + case when i.spent then 0 else 1 end
     from input i join deliveries d on d.bucket = i.bucket and d.account_id = i.account_id and d.id = i.delivery_id
     where q.bucket = any(${distinct('bucket')}) and q.bucket = i.bucket and q.account_id = i.account_id and q.delivery_id = i.delivery_id
       and q.sends_made = i.number and q.started_at is not null
       and d.bucket = any(${distinct('bucket')}) and ${among('d.id', 'delivery_id')} and d.status in ('queued', 'retrying')
   ), settled as (
     delete from send_queue q
     using input i join deliveries d on d.bucket = i.bucket and d.account_id = i.account_id and d.id = i.delivery_id
     where q.bucket = any(${distinct('bucket')}) and q.bucket = i.bucket and q.account_id = i.account_id and q.delivery_id = i.delivery_id
       and q.sends_made = i.number and q.started_at is not null
       and d.bucket = any(${distinct('bucket')}) and ${among('d.id', 'delivery_id')} and d.status not in ('queued', 'retrying')
     returning q.bucket, q.account_id, q.delivery_id, d.sent_at
   )
   update sends s set result = 'accepted'
   from (
     select distinct on (s.bucket, s.account_id, s.delivery_id) s.bucket, s.account_id, s.delivery_id, s.number
     from sends s join settled e on e.bucket = s.bucket and e.account_id = s.account_id and e.delivery_id = s.delivery_id
     where s.bucket = any(${distinct('bucket')}) and ${among('s.delivery_id', 'delivery_id')} and e.sent_at is not null
     order by s.bucket, s.account_id, s.delivery_id, ${MOST_LIKELY_TAKEN}
   ) t
   where s.bucket = any(${distinct('bucket')}) and ${among('s.delivery_id', 'delivery_id')}
     and s.bucket = t.bucket and s.account_id = t.account_id and s.delivery_id = t.delivery_id and s.number = t.number
   returning s.delivery_id`,
)
