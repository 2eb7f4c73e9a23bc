-- Replays: the events that somebody asked to have sent again. They become pending bit by bit, so that they keep live
-- events from waiting; the row says how far it has come.

create sequence replays_id_seq;

create table replays (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('replays_id_seq'),
  endpoint_id bigint not null,
  -- What was asked for; until null: all that was stored, types null: every type.
  since timestamptz not null,
  until timestamptz,
  states text[] not null,
  types text[],
  -- Events that were found when it was asked for, and how many of them have been queued.
  total integer not null,
  done integer not null default 0,
  -- Ids of events: what lies before the first has been looked at, what lies at or behind the second is not asked for.
  cursor text collate "C" not null,
  cursor_end text collate "C" not null,
  created_at timestamptz not null,
  -- Null while events are still to be queued.
  finished_at timestamptz,
  canceled boolean not null default false,
  primary key (bucket, account_id, id),
  check (done between 0 and total),
  check (finished_at is not null or not canceled)
);
create unique index replays_running on replays (bucket, account_id, endpoint_id) where finished_at is null;
create index replays_newest on replays (bucket, account_id, endpoint_id, created_at desc, id desc);
