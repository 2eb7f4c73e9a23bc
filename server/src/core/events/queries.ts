import { columns } from '../../platform/db/rows.ts'

/** Stores events, and queues those of accounts with an active endpoint. Returns the queued ones. */
export const insertEvents = columns(
  `bucket smallint, account_id bigint, id text, type text, delivery_id bigint null, created_at timestamptz, source text,
   body text, outcome_before text null, outcome_after text null`,
).sql<{ bucket: number; account_id: number; endpoint_id: number; event_id: string }>(
  'events.insert',
  ({ input, distinct }) => `with input as (
     select * from ${input}
   ), endpoint as (
     select e.bucket, e.account_id, e.id, e.active, e.disabled_at
     from webhook_endpoints e
     where e.bucket = any(${distinct('bucket')}) and e.account_id = any(${distinct('account_id')})
   ), stored as (
     insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped, outcome_before, outcome_after)
     select i.bucket, i.account_id, i.id, i.type, i.delivery_id, i.created_at, i.source, i.body,
       case when e.id is null then 'no_endpoint' when e.disabled_at is not null then 'endpoint_disabled'
         when not e.active then 'endpoint_paused' end, i.outcome_before, i.outcome_after
     from input i left join endpoint e on e.bucket = i.bucket and e.account_id = i.account_id
     returning bucket, account_id, id, skipped
   ), queued as (
     insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at)
     select s.bucket, s.account_id, e.id, s.id, 0, 0, null
     from stored s join endpoint e on e.bucket = s.bucket and e.account_id = s.account_id
     where s.skipped is null
     returning bucket, account_id, endpoint_id, event_id
   )
   select bucket, account_id, endpoint_id, event_id from queued`,
)
