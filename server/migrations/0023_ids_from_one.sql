-- Messages and deliveries take ids from one sequence, which begins at 1. A partition has a range of 50,000,000 ids, so
-- floor(id / 50,000,000) names it. A message and its deliveries have ids of the same range. Before, an id was
-- days since 1970 * 10,000,000,000 + n, from two sequences. These ids and their partitions stay: they are above 2 * 10^14.

-- The ids of an earlier day are in the first range of their day, so they need no other arithmetic.
do $$ begin
  if exists (select from messages where id % 10000000000 >= 50000000)
    or exists (select from deliveries where id % 10000000000 >= 50000000) then
    raise exception 'A day of this database has more than 50,000,000 messages or deliveries: this version cannot keep their ids';
  end if;
end $$;

-- For messages and deliveries.
alter sequence messages_id_seq restart with 1;
drop sequence deliveries_id_seq;
drop function take_ids(regclass, integer, timestamptz);

-- Retention finds the oldest messages of a partition, and its newest one. No other statement has these expressions, so
-- PostgreSQL never reads the messages of all accounts for it.
create index messages_oldest on messages ((created_at at time zone 'UTC'), (id + 0));

-- The list of the sandbox, because ids are no longer in the order of time.
create index sandbox_messages_newest on sandbox_messages (bucket, account_id, at desc, delivery_id desc);

-- The search for failed messages goes down from `cursor`, a time and an id. A running search begins again: it leaves out
-- the messages that it has found or sent.
alter table message_resends drop column cursor_end;
alter table message_resends alter column cursor type text using case when cursor is not null then
  rtrim(translate(encode(convert_to(floor(extract(epoch from created_at) * 1000)::bigint || '.9007199254740991', 'UTF8'), 'base64'),
    '+/', '-_'), '=') end;
