-- What providers report of messages after they took them, and the addresses to which nothing more is sent.

-- Reports that have been recorded, kept for some days: a provider repeats what it is not sure that we have.
create table provider_events (
  bucket smallint not null,
  account_id bigint not null,
  channel_id bigint not null,
  -- By which the provider knows the report.
  event_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (bucket, account_id, channel_id, event_id)
);
create index provider_events_oldest on provider_events (bucket, created_at);

create sequence suppressions_id_seq;

create table suppressions (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('suppressions_id_seq'),
  channel_type text not null check (channel_type in ('email', 'sms')),
  -- As it is compared: an email address in lower case, a phone number without spaces.
  address text collate "C" not null,
  reason text not null check (reason in ('bounce', 'complaint', 'unsubscribe', 'manual')),
  -- The delivery that told of it, or null: somebody added the address.
  delivery_id bigint,
  created_at timestamptz not null,
  primary key (bucket, account_id, id),
  unique (bucket, account_id, channel_type, address)
);
create index suppressions_newest on suppressions (bucket, account_id, created_at desc, id desc);
