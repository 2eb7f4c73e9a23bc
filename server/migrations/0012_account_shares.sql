-- An account lies in one bucket, but PostgreSQL takes the two columns for independent: it multiplies how rare each is, holds an
-- account for far smaller than it is, and so may look for one of its rows by any index that begins with the account and
-- read them all. Told that there is one value, it takes as its share that of the most common one instead.

alter table recipients alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table devices alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table suppressions alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table messages alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table deliveries alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table send_queue alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table webhook_queue alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table events alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table attempts alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);

do $$
declare
  name text;
begin
  -- A partition that is half detached can't be altered, and is on its way out; so is one that has just gone.
  for name in
    select inhrelid::regclass::text from pg_catalog.pg_inherits
    where inhparent in ('events'::regclass, 'attempts'::regclass) and not inhdetachpending
  loop
    begin
      execute format('alter table %s alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1)', name);
    exception when undefined_table then null;
    end;
  end loop;

  -- It holds from the next statistics on, and those of a day that is over are never taken again.
  for name in
    select c.oid::regclass::text from pg_catalog.pg_class c left join pg_catalog.pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.reltuples > 0
      and not coalesce(i.inhdetachpending, false)
      and (i.inhparent in ('events'::regclass, 'attempts'::regclass) or c.relname in
        ('recipients', 'devices', 'suppressions', 'messages', 'deliveries', 'send_queue', 'webhook_queue'))
  loop
    begin
      execute format('analyze %s', name);
    exception when undefined_table then null;
    end;
  end loop;
end $$;
