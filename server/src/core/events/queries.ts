import { columns } from '../../platform/db/rows.ts'

/** Stores events, and queues those of accounts with an active endpoint. Returns the queued ones. */
export const insertEvents = columns(
  `bucket smallint, account_id bigint, id text, type text, delivery_id bigint null, created_at timestamptz, source text,
   body text, outcome_before text null, outcome_after text null`,
).sql<{ bucket: number; account_id: number; endpoint_id: number; event_id: string }>(
  'events.insert',
  ({ input }) => `with input as (
     select i.*, e.id as endpoint_id,
       case when e.id is null then 'no_endpoint' when e.disabled_at is not null then 'endpoint_disabled'
         when not e.active then 'endpoint_paused' end as skipped
     from (select * from ${input}) i
     left join lateral (
       select * from webhook_endpoints one where one.bucket = i.bucket and one.account_id = i.account_id offset 0
     ) e on true
   ), stored as (
     insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped, outcome_before, outcome_after)
     select bucket, account_id, id, type, delivery_id, created_at, source, body, skipped, outcome_before, outcome_after
     from input
   ), queued as (
     insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at)
     select bucket, account_id, endpoint_id, id, 0, 0, null from input where skipped is null
     returning bucket, account_id, endpoint_id, event_id
   )
   select bucket, account_id, endpoint_id, event_id from queued`,
)
