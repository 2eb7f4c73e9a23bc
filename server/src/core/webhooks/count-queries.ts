/** Statements of the counts of events and attempts by minute. */
import { columns } from '../../platform/db/rows.ts'
import { inSnakeCase, listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'

/** The counted numbers of a span. */
export const NUMBERS = [
  ...['emitted', 'skipped', 'delivered', 'failed', 'failedNow', 'skippedNow', 'recovered', 'succeeded'],
] as const
/** Their columns. */
const COLUMNS = NUMBERS.map(inSnakeCase)

/**
 * Accounts after ($1, $2) with an endpoint that has uncounted attempts or events before a time ($4), ordered by key. Without
 * a position, an account is counted from the oldest kept event on ($5, $6).
 */
export const findToCount = sql(
  'webhook_minutes.find_accounts',
  `select e.bucket, e.account_id, e.id as endpoint_id
   from webhook_endpoints e
   left join lateral (
     select p.counted_until, p.from_id from webhook_count_positions p
     where p.bucket = e.bucket and p.account_id = e.account_id limit 1
   ) p on true
   where (e.bucket, e.account_id) > ($1::smallint, $2::bigint)
     and (exists (
       select from events v where v.bucket = e.bucket and v.account_id = e.account_id
         and v.id >= coalesce(p.from_id, $6::text) and v.id < $7::text
     ) or exists (
       select from attempts a where a.bucket = e.bucket and a.account_id = e.account_id and a.endpoint_id = e.id
         and a.created_at >= coalesce(p.counted_until, $5::timestamptz) and a.created_at < $4::timestamptz
     ))
   order by e.bucket, e.account_id limit $3`,
)

/** Creates the position of an account, if it has none. */
export const beginPosition = sql(
  'webhook_minutes.begin_position',
  `insert into webhook_count_positions (bucket, account_id, counted_until, from_id)
   values ($1, $2, $3::timestamptz, $4) on conflict (bucket, account_id) do nothing`,
)

/** Returns nothing while another process counts the account. */
export const takePosition = sql(
  'webhook_minutes.take_position',
  `select counted_until, from_id from webhook_count_positions
   where bucket = $1 and account_id = $2 for update skip locked`,
)

export const readPosition = sql(
  'webhook_minutes.read_position',
  'select counted_until, from_id from webhook_count_positions where bucket = $1 and account_id = $2',
)

export const movePosition = sql(
  'webhook_minutes.move_position',
  `update webhook_count_positions set counted_until = $3::timestamptz, from_id = $4 where bucket = $1 and account_id = $2`,
)

/** The time of the first uncounted attempt or event before a time, ms since the epoch. */
export const findNext = listSql(
  'webhook_minutes.find_next',
  `select least((
     select min(created_at) from attempts
     where bucket = $1 and account_id = $2 and endpoint_id = $3
       and created_at >= $4::timestamptz and created_at < $5::timestamptz
   ), (
     select created_at from events where bucket = $1 and account_id = $2 and id >= $6 and id < $7 order by id limit 1
   )) as at`,
)

/**
 * What attempts and events of a span add to the counts, by minute (ms since the epoch): attempts by result, and by the step of
 * their duration if there is a response. A final attempt of an event that had failed or was skipped takes it from the minute
 * in which it was missed. Most events end with their first attempt, in the span of their emission: only the others, and the
 * skipped ones of the span, are looked up.
 */
export const countBetween = listSql(
  'webhook_minutes.count_between',
  `with made as materialized (
     select event_id, number, succeeded, final, created_at, coalesce(error_message, response_code::text) as result,
       case when response_code is not null then ceil(ln(greatest(duration_ms, 1)) / ln(1.05))::integer end as step
     from attempts
     where bucket = $1 and account_id = $2 and endpoint_id = $3 and created_at >= $4::timestamptz
       and ($5::timestamptz is null or created_at < $5::timestamptz)
   ), emitted as materialized (
     select id, created_at, skipped is not null as skipped from events
     where bucket = $1 and account_id = $2 and id >= $6 and ($7::text is null or id < $7)
   ), again as materialized (
     select event_id, number, succeeded, created_at from made
     where final and (number > 1 or event_id < $6 or event_id in (select id from emitted where skipped))
   ), ended as (
     select coalesce(before.created_at, e.created_at) as missed_at, before.succeeded is not null as was_failed, again.succeeded
     from again
     left join lateral (
       select a.succeeded, a.created_at from attempts a
       where a.bucket = $1 and a.account_id = $2 and a.event_id = again.event_id and a.final
         and (a.created_at, a.number) < (again.created_at, again.number)
       order by a.created_at desc, a.number desc limit 1
     ) before on true
     cross join lateral (
       select v.created_at, v.skipped from events v
       where v.bucket = $1 and v.account_id = $2 and v.id = again.event_id limit 1
     ) e
     where before.succeeded = false or before.succeeded is null and e.skipped is not null
   )
   select date_trunc('minute', created_at) as "minute!", result, step, count(*) as attempts,
     count(*) filter (where succeeded) as succeeded, 0 as emitted, 0 as skipped,
     count(*) filter (where final and succeeded) as delivered, count(*) filter (where final and not succeeded) as failed,
     count(*) filter (where final and not succeeded) as failed_now, 0 as skipped_now, 0 as recovered
   from made group by 1, 2, 3
   union all
   select date_trunc('minute', created_at), null, null, 0, 0, count(*), count(*) filter (where skipped), 0, 0, 0,
     count(*) filter (where skipped), 0
   from emitted group by 1
   union all
   select date_trunc('minute', missed_at), null, null, 0, 0, 0, 0, 0, 0, -count(*) filter (where was_failed),
     -count(*) filter (where not was_failed), count(*) filter (where succeeded)
   from ended group by 1`,
)

const COUNTS = columns(
  `bucket smallint, account_id bigint, start timestamptz, emitted integer, skipped integer, delivered integer, failed integer,
   failed_now integer, skipped_now integer, recovered integer, succeeded integer, results text, durations text`,
)

const addedTo = (table: string, input: string) => `insert into ${table} as c
     (bucket, account_id, start, ${COLUMNS.join()}, results, durations)
   select bucket, account_id, start, ${COLUMNS.join()}, results::jsonb, durations::jsonb from ${input}
   on conflict (bucket, account_id, start) do update
   set ${COLUMNS.map((number) => `${number} = c.${number} + excluded.${number}`).join()},
     results = add_counts(c.results, excluded.results), durations = add_counts(c.durations, excluded.durations)`

/** They add to the counts. The caller must sort the rows by key. A number may be negative. */
export const addMinutes = COUNTS.sql('webhook_minutes.add', ({ input }) => addedTo('webhook_minutes', input))
export const addHours = COUNTS.sql('webhook_hours.add', ({ input }) => addedTo('webhook_hours', input))

const fromMinutes = `from webhook_minutes where bucket = $1 and account_id = $2 and start >= $3::timestamptz
     and start < coalesce($4::timestamptz, 'infinity')`
const fromHours = 'from webhook_hours where bucket = $1 and account_id = $2 and start >= $4::timestamptz'

/** The counts of an account: of the minutes from $3 to $4, and of the hours from $4 on. $4 null: of minutes only. */
export const listCounts = sql(
  'webhook_minutes.list',
  `select start as "start!", ${COLUMNS.map((name) => `${name} as "${name}!"`).join()}, results, durations ${fromMinutes}
   union all select start, ${COLUMNS.join()}, results, durations ${fromHours}`,
).as<{ results: Record<string, number>; durations: Record<string, number> }>()

export type CountRow = Row<typeof listCounts>

/** Events that failed or were skipped, and were not delivered since. Those that are queued again are among them. */
export const sumMissing = sql(
  'webhook_minutes.sum_missing',
  `select ((select coalesce(sum(failed_now + skipped_now), 0) ${fromMinutes})
     + (select coalesce(sum(failed_now + skipped_now), 0) ${fromHours}))::bigint as "missing!"`,
)

const removedFrom = (table: string, condition: string) => `with old as (
     select bucket, account_id, start from ${table}
     where bucket = any($1::smallint[]) and start < $2::timestamptz ${condition} limit $3::integer
   )
   delete from ${table} c using old
   where c.bucket = old.bucket and c.account_id = old.account_id and c.start = old.start
   returning c.start`

/**
 * They delete old counts of buckets, a limited number, and return a row for each. Minutes with missing events stay until a
 * later time.
 */
export const removeMinutes = sql(
  'webhook_minutes.remove_before',
  removedFrom('webhook_minutes', 'and (failed_now = 0 and skipped_now = 0 or start < $4::timestamptz)'),
)
export const removeHours = sql('webhook_hours.remove_before', removedFrom('webhook_hours', ''))
