-- oldest version: 1

-- Which message was created to send another one again. An older version records none.
create table messages_sent_again (
  bucket smallint not null,
  account_id bigint not null,
  message_id bigint not null,
  again_id bigint not null,
  at timestamptz not null,
  primary key (bucket, account_id, message_id, again_id)
);
create unique index messages_sent_again_by_new on messages_sent_again (bucket, account_id, again_id);

create sequence message_resends_id_seq;

-- Requests to send many failed messages again. First the service finds the messages, then it sends them in small steps.
create table message_resends (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('message_resends_id_seq'),
  actor text not null,
  -- The filters of the failed deliveries. Null: the request named the messages.
  filters jsonb,
  -- Ids of deliveries. The search goes down from below `cursor` to `cursor_end`. Null: the search has ended.
  cursor bigint,
  cursor_end bigint not null,
  -- Messages found, and how they ended: sent again, or skipped for a reason.
  total integer not null default 0,
  sent integer not null default 0,
  not_failed integer not null default 0,
  cannot_arrive integer not null default 0,
  refused integer not null default 0,
  -- True if the search found more messages than one resend may have.
  has_more boolean not null default false,
  created_at timestamptz not null,
  finished_at timestamptz,
  canceled boolean not null default false,
  primary key (bucket, account_id, id),
  check (sent + not_failed + cannot_arrive + refused <= total),
  check (finished_at is not null or not canceled)
);
create unique index message_resends_running on message_resends (bucket, account_id) where finished_at is null;
create index message_resends_newest on message_resends (bucket, account_id, created_at desc, id desc);

-- The messages of a resend that are still to be sent again.
create table message_resend_items (
  bucket smallint not null,
  account_id bigint not null,
  resend_id bigint not null,
  message_id bigint not null,
  primary key (bucket, account_id, resend_id, message_id)
);
