/** Statements of the counts of deliveries by outcome. */
import { DELIVERY_KEYS } from '../../core/deliveries/delivery.ts'
import { between, boundsOf, keysOf, rowOf, sameRange } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { OUTCOMES } from './period.ts'

/**
 * Reads what never changes of deliveries by their keys, with the templates of their messages, and the resends that made them. Removed ones are left out.
 * Each is looked up by itself: a join of thousands of keys compared each key with all of them.
 */
export const readCounted = DELIVERY_KEYS.sql(
  'delivery_counts.read_deliveries',
  ({
    input,
    between,
    bounds,
  }) => `select input.account_id, input.delivery_id as "id!", d.created_at, d.channel_id, m.template_id, s.resend_id
   from ${input}
   cross join ${rowOf(['deliveries', 'd'], 'input', ['id', 'delivery_id'], `and ${between('one.id', 'delivery_id')}`)}
   cross join ${rowOf(['messages', 'm'], 'd', ['id', 'message_id'], `and ${sameRange('one.id', ...bounds('delivery_id'))}`)}
   left join ${rowOf(['messages_sent_again', 's'], 'd', ['again_id', 'message_id'])} on true`,
)

export type CountedDelivery = Row<typeof readCounted>

const ADDED = [
  ...[...OUTCOMES, 'unreachable'].map((outcome) => `${outcome} = c.${outcome} + excluded.${outcome}`),
  'newest_failure = greatest(c.newest_failure, excluded.newest_failure)',
].join()

/** Adds to the counts. The caller must sort the rows by key. A number may be negative. */
export const addOutcomes = columns(
  `bucket smallint, account_id bigint, grouped_by text, start timestamptz, value text, scheduled integer, queued integer,
   sent integer, failed integer, delivered integer, bounced integer, opened integer, canceled integer, unreachable integer,
   newest_failure bigint null`,
).sql(
  'delivery_counts.add',
  ({
    input,
  }) => `insert into delivery_counts as c (bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()}, unreachable, newest_failure)
   select bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()}, unreachable, newest_failure from ${input}
   on conflict (bucket, account_id, grouped_by, start, value) do update
   set ${ADDED}`,
)

/** Deletes the counts of each account from its own time on. */
export const removeFrom = columns('bucket smallint, account_id bigint, counted_from timestamptz').sql(
  'delivery_counts.remove_from',
  ({ input }) => `delete from delivery_counts c using ${input}
   where c.bucket = input.bucket and c.account_id = input.account_id
     and c.start >= input.counted_from`,
)

/**
 * Adds up the counts of accounts to 6 hours and to days, if they are older than given times. The groups have times of
 * their own.
 */
export const addUp = columns('bucket smallint, account_id bigint').sql(
  'delivery_counts.add_up',
  ({ input }, sixHours, days, sixHoursOfGroups, daysOfGroups) => {
    const before = (ofAll: string, ofGroups: string) =>
      `start < case grouped_by when 'all' then ${ofAll}::timestamptz else ${ofGroups}::timestamptz end`
    const isOfDays = before(days, daysOfGroups)
    return `with old as (
     delete from delivery_counts c using ${input}
     where c.bucket = input.bucket and c.account_id = input.account_id
       and (${before(sixHours, sixHoursOfGroups)} and start <> date_bin('6 hours', start, 'epoch')
         or ${isOfDays} and start <> date_bin('1 day', start, 'epoch'))
     returning c.*
   )
   insert into delivery_counts as c (bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()}, unreachable, newest_failure)
   select bucket, account_id, grouped_by,
     date_bin(case when ${isOfDays} then interval '1 day' else interval '6 hours' end, start, 'epoch') as coarse,
     value, ${OUTCOMES.map((outcome) => `sum(${outcome})`).join()}, sum(unreachable), max(newest_failure)
   from old
   group by bucket, account_id, grouped_by, coarse, value
   order by bucket, account_id, grouped_by, coarse, value
   on conflict (bucket, account_id, grouped_by, start, value) do update
   set ${ADDED}`
  },
)

/** Deletes old counts of buckets, a limited number. Returns a row for each. */
export const removeBefore = sql(
  'delivery_counts.remove_before',
  `with old as (
     select bucket, account_id, grouped_by, start, value from delivery_counts
     where bucket = any($1::smallint[]) and start < $2::timestamptz limit $3::integer
   )
   delete from delivery_counts c using old
   where c.bucket = old.bucket and c.account_id = old.account_id and c.grouped_by = old.grouped_by and c.start = old.start
     and c.value = old.value
   returning c.start`,
)

/** All deliveries of an account created in a span, oldest first. `start`: ms since the epoch. */
export const listTotals = sql(
  'delivery_counts.list_totals',
  `select start, ${OUTCOMES.join()} from delivery_counts
   where bucket = $1 and account_id = $2 and grouped_by = 'all' and start >= $3::timestamptz and start < $4::timestamptz
   order by start`,
)

/** The sums by group. Reads the newest rows of the span, a limited number: $6. */
export const sumGroups = sql(
  'delivery_counts.sum_groups',
  `with newest as (
     select start, value, unreachable, ${OUTCOMES.join()} from delivery_counts
     where bucket = $1 and account_id = $2 and grouped_by = $3 and start >= $4::timestamptz and start < $5::timestamptz
     order by start desc limit $6
   )
   select value, ${OUTCOMES.map((outcome) => `sum(${outcome})::bigint as "${outcome}!"`).join()},
     sum(unreachable)::bigint as "unreachable!",
     (select min(start) from newest) as "oldest!", (select count(*) from newest) as rows
   from newest group by value order by value`,
)

/** Includes deleted templates: their deliveries still count. */
export const findTemplateNames = sql(
  'delivery_counts.find_template_names',
  'select id, name from templates where bucket = $1 and account_id = $2 and id = any($3::bigint[])',
)

export const findChannelNames = sql(
  'delivery_counts.find_channel_names',
  'select id, name from channels where bucket = $1 and account_id = $2 and id = any($3::bigint[])',
)

/** When channels were created, since when their provider takes nothing, and why (`core/channels/health.ts`). */
export const findChannelTimes = sql(
  'delivery_counts.find_channel_times',
  `select id, created_at, failing_since, failing_cause from channels where bucket = $1 and account_id = $2 and id = any($3::bigint[])`,
)

/**
 * The deliveries of channels ($3) among the first $7 of the account that were created in the span of each ($4, $5), the oldest
 * first. Only the partition of a failure in the span ($6) is searched. Channels with the same span share its reading.
 */
export const listFirst = listSql(
  'delivery_counts.list_first',
  `with given as materialized (
     select * from unnest($3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::bigint[]) as given (channel_id, since, until, failure)
   )
   select d.channel_id, d.status, d.error_message, d.limit_feature_key, d.created_at
   from (select since, until, max(failure) as failure from given group by since, until) span
   cross join lateral (
     select one.id, one.channel_id, one.status, one.error_message, one.limit_feature_key, one.created_at from deliveries one
     where one.bucket = $1 and one.account_id = $2 and one.created_at >= span.since and one.created_at < span.until
       and ${sameRange('one.id', 'span.failure')}
     order by one.created_at, one.id limit $7
   ) d
   join given on given.channel_id = d.channel_id and given.since = span.since and given.until = span.until
   order by d.channel_id, d.created_at, d.id`,
)

/** The newest deliveries of the account, in the partition of one of them ($4), a limited number: $5. The newest come first. */
export const listNewest = listSql(
  'delivery_counts.list_newest',
  `select one.channel_id, one.status, one.error_message, one.limit_feature_key from deliveries one
   where one.bucket = $1 and one.account_id = $2 and one.created_at < $3::timestamptz and ${sameRange('one.id', '$4::bigint')}
   order by one.created_at desc, one.id desc limit $5`,
)

/** The counts of channels by their start, the newest first, a limited number of rows: $6. `start`: ms since the epoch. */
export const listOfChannels = sql(
  'delivery_counts.list_of_channels',
  `with newest as (
     select start, value, ${OUTCOMES.join()}, unreachable, newest_failure from delivery_counts
     where bucket = $1 and account_id = $2 and grouped_by = 'channel' and start >= $4::timestamptz and start < $5::timestamptz
     order by start desc limit $6
   )
   select * from newest where value = any($3::text[]) order by start desc`,
)

/** Deliveries that have still failed. A later report may have changed the others. */
export const findFailures = sql(
  'delivery_counts.find_failures',
  `select d.id, d.channel_id, d.error_message, d.limit_feature_key, d.updated_at
   from ${keysOf('$3::bigint[]', 'k')}
   cross join ${rowOf(['deliveries', 'd'], 'k', ['id'], `and ${between('one.id', ...boundsOf('$3::bigint[]'))}`)}
   where d.status in ('failed', 'bounced')`,
)
