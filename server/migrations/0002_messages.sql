-- The feed of one recipient is asked for again and again, and most of its messages have been seen.
create index messages_unseen on messages (bucket, account_id, recipient_id, created_at desc, id desc) where seen_at is null;

-- Answers kept under the caller's own keys, each stored by the transaction whose work it tells of.
create table idempotency_keys (
  bucket smallint not null,
  account_id bigint not null,
  key text collate "C" not null check (length(key) between 1 and 255),
  -- SHA-256 of method, path, content type and body.
  fingerprint bytea not null,
  status smallint not null,
  -- The exact text of the answer.
  body text not null,
  created_at timestamptz not null,
  primary key (bucket, account_id, key)
);
create index idempotency_keys_oldest on idempotency_keys (bucket, created_at);

-- How many deliveries of a type an account may have sent in a month; no row: as many as it likes.
create table account_limits (
  bucket smallint not null,
  account_id bigint not null,
  channel_type text not null check (channel_type in ('email', 'push', 'sms')),
  monthly_max bigint not null check (monthly_max >= 0),
  primary key (bucket, account_id, channel_type),
  foreign key (bucket, account_id) references accounts (bucket, id)
);

-- Deliveries whose first send has begun, by month of UTC. A batch of sends changes a row once.
create table monthly_counts (
  bucket smallint not null,
  account_id bigint not null,
  month date not null check (extract(day from month) = 1),
  channel_type text not null check (channel_type in ('email', 'push', 'sms')),
  deliveries bigint not null check (deliveries >= 0),
  -- How many of those that the newest change asked for it took in.
  granted integer not null,
  primary key (bucket, account_id, month, channel_type)
) with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
