-- oldest version: 1

-- Adds the counts of two objects by their keys.
create function add_counts(one jsonb, other jsonb) returns jsonb
language sql immutable strict parallel safe as $$
  select coalesce(jsonb_object_agg(name, total), '{}'::jsonb)
  from (
    select name, sum(number::bigint) as total
    from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) given (name, number)
    group by name
  ) sums
$$;

-- An account's events and attempts by minute, for the statistics of its endpoint. Every minute is counted once,
-- after it has ended. A later end of an event takes it from *failed now* or *skipped now* of the minute in which it was missed.
create table webhook_minutes (
  bucket smallint not null,
  account_id bigint not null,
  start timestamptz not null,
  emitted integer not null,
  skipped integer not null,
  delivered integer not null,
  failed integer not null,
  failed_now integer not null,
  skipped_now integer not null,
  recovered integer not null,
  succeeded integer not null,
  -- Attempts by their result: the code of the receiver, or the error word.
  results jsonb not null,
  -- Attempts with a response by their duration, in steps of 5 % (core/webhooks/counts.ts).
  durations jsonb not null,
  primary key (bucket, account_id, start)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- The retention looks for old counts of every account.
create index webhook_minutes_oldest on webhook_minutes (bucket, start);

-- The same by hour. A table of its own, so that a month of an account lies on few pages.
create table webhook_hours (like webhook_minutes including all);

-- Everything before `counted_until` is counted, everything from it on is not. The start of a minute.
create table webhook_count_positions (
  bucket smallint not null,
  account_id bigint not null,
  counted_until timestamptz not null,
  -- The lowest id of an event at `counted_until`.
  from_id text collate "C" not null,
  primary key (bucket, account_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
