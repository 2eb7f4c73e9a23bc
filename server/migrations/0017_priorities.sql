-- oldest version: 1
--
-- Which sends of a channel go first. An older version sends in the order of the due times alone, and gives new messages the
-- normal priority. It sorts the rows of a channel, so it is slower while many wait.
alter table messages
  -- Null: normal.
  add column priority text;
alter table messages add constraint messages_priority check (priority in ('high', 'low')) not valid;
alter table template_versions
  -- The priority of messages that give none. Null: normal.
  add column priority text;
alter table template_versions add constraint template_versions_priority check (priority in ('high', 'low')) not valid;
alter table send_queue
  -- 0: high, 1: normal, 2: low.
  add column priority smallint not null default 1 check (priority between 0 and 2);
drop index send_queue_due;
create index send_queue_due on send_queue (bucket, account_id, channel_id, priority, due_at) where due_at is not null;
