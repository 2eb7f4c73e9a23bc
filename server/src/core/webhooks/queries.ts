/** The statements of attempts. */
import { between, byKey, EVENT_ID_MAX, isRowOf, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import { EVENTS_OF_DELIVERIES } from '../events/erasure.ts'

/** An ended attempt to record. */
export interface AttemptRecord {
  bucket: number
  epoch: number
  accountId: number
  endpointId: number
  generation: number
  /** The number of the endpoint's URL, for its former URLs. */
  urlNumber: number
  eventId: string
  eventType: string
  number: number
  succeeded: boolean
  final: boolean
  responseCode: number | null
  errorMessage: string | null
  /** The code of a `tls_error`, or null. */
  errorCode: string | null
  durationMs: number
  responseHead: string | null
  postedAgain: boolean
  /** The signatures as sent, or null if nothing was sent. */
  signature: string | null
  createdAt: number
  /** Null after a final attempt. */
  nextAttemptAt: number | null
  /** For the log of a failed attempt: `message_id`, `delivery_id`. */
  about?: object
}

/** This many consecutive failed events disable the endpoint (specification 3.2). */
export const FAILED_EVENTS_MAX = 20
/** At this count the account's owners get a mail. They get another one when the endpoint is disabled. */
export const FAILED_EVENTS_WARNED = 10

/** The last steps of the statement, after `counted`: mails and audit log. Takes placeholders, returns SQL. */
const toldSteps = (now: string, failedMax: string, failedWarned: string) => `mailed as (
     insert into mails (bucket, account_id, kind, details, created_at, due_at)
     select c.bucket, c.account_id, kind.name,
       jsonb_build_object('endpoint_id', c.id, 'host', c.host, 'consecutive_failures', c.failures, 'limit', ${failedMax}::integer),
       ${now}::timestamptz, ${now}::timestamptz
     from counted c
     cross join lateral (select case when c.disabled_at is null then 'webhook_endpoint_failing'
       else 'webhook_endpoint_disabled' end as name) kind
     where c.disabled_at is not null
       -- At most one mail per day for an endpoint that keeps failing and recovering.
       or c.failures >= ${failedWarned} and c.failures_before < ${failedWarned} and not exists (
         select from mails m where m.bucket = c.bucket and m.account_id = c.account_id and m.kind = kind.name
           and m.created_at > ${now}::timestamptz - interval '1 day')
     order by c.bucket, c.account_id
     returning id
   ), audited as (
     insert into audit_log (bucket, account_id, action, actor, at, target, details)
     select c.bucket, c.account_id, 'webhook_endpoint.disabled', 'service', ${now}::timestamptz, 'webhook_endpoint:' || c.id,
       jsonb_build_object('consecutive_failures', ${failedMax}::integer)
     from counted c where c.disabled_at is not null
     returning id`

/*
 * The steps: `owned` are the attempts that this process may still write. `ended` and `retried` take the queue rows.
 * `recorded` stores the attempts. `results` and `counted` count the endpoints' failures. `mailed` and `audited` report
 * them.
 *
 * `buckets`: of the attempts. Without them beside the joins, PostgreSQL works 130 us on an attempt instead of 77.
 *
 * All steps depend on the taken queue rows. An attempt is recorded and counted only if its row has `number - 1`, under
 * a lease still held by this process. So the statement may run twice, and a process without the lease changes nothing.
 *
 * `count_failures` (migration 1) counts an endpoint's failures in the order of the events' ends. At the limit the
 * endpoint is disabled, and mails to owners are queued.
 */
export const recordAttemptsSql = columns(
  `bucket smallint, epoch bigint, account_id bigint, endpoint_id bigint, generation integer, event_id text, event_type text,
   number integer, succeeded boolean, final boolean, response_code smallint null, error_message text null,
   duration_ms integer, response_head text null, created_at timestamptz, next_attempt_at timestamptz null,
   posted_again boolean, signature text null, url_number integer, error_code text null, ordinal for ordinality`,
).sql(
  'webhooks.record_attempts',
  ({ input }, owner, now, failedMax, failedWarned, buckets) => `with input as (
     select * from ${input}
   ), lease as (
     select l.bucket, l.epoch from bucket_leases l
     where l.bucket = any(${buckets}::smallint[]) and l.owner = ${owner}::uuid order by l.bucket for key share
   ), owned as materialized (
     -- A separate step, so that queue rows are found by their whole key. Joined with the lease, all rows of a bucket
     -- may be read.
     select i.* from input i join lease l on l.bucket = i.bucket and l.epoch = i.epoch
   ), ended as (
     delete from webhook_queue q using owned i
     where i.final and ${byKey('q', 'i', 'event_id')} and q.endpoint_id = i.endpoint_id and q.attempts_made = i.number - 1
     returning i.*
   ), retried as (
     update webhook_queue q set attempts_made = i.number, due_at = i.next_attempt_at
     from owned i
     where not i.final and ${byKey('q', 'i', 'event_id')} and q.endpoint_id = i.endpoint_id and q.attempts_made = i.number - 1
     returning i.*
   ), taken as (
     select * from ended union all select * from retried
   ), recorded as (
     insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code,
       error_message, duration_ms, response_head, created_at, posted_again, signature, url_number, error_code)
     select bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code, error_message,
       duration_ms, response_head, created_at, posted_again, signature, url_number, error_code
     from taken order by bucket, account_id, event_id
     returning event_id
   ), results as (
     -- Leaves out most successes: without failures around them, they keep the count at 0.
     select t.bucket, t.account_id, t.endpoint_id, t.generation, array_agg(t.succeeded order by t.ordinal) as succeeded
     from taken t
     where t.final and (
       exists (select from taken o where o.bucket = t.bucket and o.account_id = t.account_id and o.final and not o.succeeded)
       or exists (
         select from webhook_endpoints x
         where x.bucket = any(${buckets}::smallint[]) and x.bucket = t.bucket and x.account_id = t.account_id
           and x.consecutive_failures > 0 and x.disabled_at is null))
     group by t.bucket, t.account_id, t.endpoint_id, t.generation
   ), counted as (
     update webhook_endpoints e
     set (consecutive_failures, disabled_at, disabled_reason, inactive_since, updated_at) = (
       select c.failures, case when c.reached then ${now}::timestamptz end,
         case when c.reached then 'consecutive_failures' end,
         case when c.reached then coalesce(e.inactive_since, ${now}::timestamptz) else e.inactive_since end,
         case when c.reached then ${now}::timestamptz else e.updated_at end
       from (select failures, failures = ${failedMax} as reached
             from count_failures(e.consecutive_failures, r.succeeded, ${failedMax}) as failures) c)
     from results r
     where e.bucket = any(${buckets}::smallint[]) and e.bucket = r.bucket and e.account_id = r.account_id and e.id = r.endpoint_id
       and e.generation = r.generation and e.disabled_at is null
       and (e.consecutive_failures > 0 or false = any(r.succeeded))
     returning e.bucket, e.account_id, e.id, e.disabled_at, e.consecutive_failures as failures,
       substring(e.url from '://([^/?#]+)') as host,
       case when true = any(r.succeeded) then 0 else e.consecutive_failures - cardinality(r.succeeded) end as failures_before
   ), ${toldSteps(now, failedMax, failedWarned)}
   )
   -- Returns the few unrecorded ones and the disabled endpoints, so the result is short.
   select i.ordinal, null as account_id, null as endpoint_id from input i where i.ordinal not in (select ordinal from taken)
   union all select null, c.account_id, c.id from counted c where c.disabled_at is not null`,
)

/** SQL: skips the partitions before the first event. */
const fromLowest = (name: string) => between(`${name}.event_id`, '$4::text', `'${EVENT_ID_MAX}'`)

/**
 * Removes the responses of receivers from attempts, because a receiver may repeat the body of the event. Returns the
 * changed rows, at most `rowsMax`.
 */
export const blankAttempts = sql(
  'webhooks.blank_attempts',
  `with found as (
     select a.bucket, a.account_id, a.event_id, a.endpoint_id, a.number
     from ${EVENTS_OF_DELIVERIES} cross join ${writtenRowOf(['attempts', 'a'], 'e', ['event_id', 'id'], `and ${fromLowest('one')}`)}
     where a.response_head is not null
     limit $5
   ), blanked as (
     update attempts a set response_head = null from found
     where ${isRowOf('a', 'found', 'event_id')} and ${fromLowest('a')} and a.endpoint_id = found.endpoint_id and a.number = found.number
     returning a.event_id
   )
   select event_id from blanked`,
)
