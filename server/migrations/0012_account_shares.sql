-- An account lies in one bucket, but PostgreSQL takes the two columns for independent: it multiplies how rare each is, holds an
-- account for far smaller than it is, and so may look for one of its rows by any index that begins with the account and
-- read them all. Told that there is one value, it takes as its share that of the most common one instead.

alter table recipients alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table messages alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table deliveries alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table send_queue alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table webhook_queue alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);

-- What is partitioned, and its partitions; those to come are made so.
do $$
declare
  relation regclass;
begin
  for relation in
    select oid from pg_catalog.pg_class
    where relkind = 'p' and relnamespace = current_schema()::regnamespace
    union all
    select i.inhrelid from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhparent
    where c.relkind = 'p' and c.relnamespace = current_schema()::regnamespace
  loop
    execute format('alter table %s alter column bucket set (n_distinct = 1, n_distinct_inherited = 1),
      alter column account_id set (n_distinct = 1, n_distinct_inherited = 1)', relation);
  end loop;
end $$;

-- Ids of messages are unique by themselves, and an index of them alone is none of an account's rows.
drop index deliveries_of_message;
create index deliveries_of_message on deliveries (message_id);

-- It holds from the next statistics on; a table that has none yet needs none.
do $$
declare
  relation regclass;
begin
  for relation in
    select oid from pg_catalog.pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and reltuples > 0
      and relname in ('recipients', 'messages', 'deliveries', 'send_queue', 'webhook_queue', 'events', 'attempts')
  loop
    execute format('analyze %s', relation);
  end loop;
end $$;
