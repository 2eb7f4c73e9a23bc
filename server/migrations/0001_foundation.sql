-- Every row of an account begins with its bucket and the account's id, in primary, unique and foreign keys alike: no
-- statement reaches another account's row by an id alone, and the tables can be distributed by bucket.
-- Hot tables (messages, deliveries, queues, events) carry no foreign keys: each would cost a lock and a look-up a row.

create sequence accounts_id_seq;
create sequence api_keys_id_seq;
create sequence members_id_seq;
create sequence audit_log_id_seq;
create sequence recipients_id_seq;
create sequence devices_id_seq;
create sequence channels_id_seq;
create sequence templates_id_seq;
create sequence messages_id_seq;
create sequence message_attributes_id_seq;
create sequence deliveries_id_seq;
create sequence webhook_endpoints_id_seq;

-- Accounts -----------------------------------------------------------------------------------------------------------

create table accounts (
  bucket smallint not null check (bucket between 0 and 63),
  id bigint not null default nextval('accounts_id_seq'),
  name text not null,
  created_at timestamptz not null,
  primary key (bucket, id)
);

-- The one place where a key is looked up without an account: it tells the account and its bucket.
create table api_keys (
  key_hash bytea primary key,
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('api_keys_id_seq'),
  name text not null,
  role text not null check (role in ('full', 'read')),
  last4 text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  unique (bucket, account_id, id)
);

create table members (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('members_id_seq'),
  email text not null,
  name text,
  role text not null check (role in ('owner', 'developer', 'viewer')),
  password_hash text,
  created_at timestamptz not null,
  primary key (bucket, account_id, id),
  foreign key (bucket, account_id) references accounts (bucket, id)
);

-- A member's email is unique in the whole service; it tells the account at sign-in.
create table member_emails (
  email text primary key check (email = lower(email)),
  bucket smallint not null,
  account_id bigint not null,
  member_id bigint not null
);

create table audit_log (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('audit_log_id_seq'),
  action text not null,
  actor text not null,
  at timestamptz not null,
  origin text,
  target text,
  details jsonb not null default '{}',
  primary key (bucket, account_id, id)
);
create index audit_log_newest on audit_log (bucket, account_id, at desc, id desc);

-- What messages refer to ---------------------------------------------------------------------------------------------

create table recipients (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('recipients_id_seq'),
  external_user_id text,
  email text,
  phone text,
  first_name text,
  last_name text,
  locale text,
  time_zone text,
  attributes jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (bucket, account_id, id)
);
create unique index recipients_external_user_id on recipients (bucket, account_id, external_user_id) where deleted_at is null;
create index recipients_newest on recipients (bucket, account_id, created_at desc, id desc) where deleted_at is null;

create table devices (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('devices_id_seq'),
  recipient_id bigint not null,
  platform text not null check (platform in ('fcm', 'apns', 'web_push', 'expo')),
  -- One of the two: a web push device has a subscription, every other a token.
  token text,
  subscription jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (bucket, account_id, id),
  foreign key (bucket, account_id, recipient_id) references recipients (bucket, account_id, id),
  check (num_nonnulls(token, subscription) = 1)
);
create index devices_of_recipient on devices (bucket, account_id, recipient_id);

create table channels (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('channels_id_seq'),
  name text not null,
  channel_type text not null check (channel_type in ('email', 'push', 'sms')),
  provider text not null,
  settings jsonb not null default '{}',
  -- The secret settings as one encrypted JSON object, bound to this row; never shown.
  encrypted_settings text,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (bucket, account_id, id)
);
create index channels_name on channels (bucket, account_id, name) where deleted_at is null;

create table templates (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('templates_id_seq'),
  name text not null,
  -- The number of the version in force; its text is in template_versions.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (bucket, account_id, id)
);
create unique index templates_name on templates (bucket, account_id, name) where deleted_at is null;

-- Never changed once written: a message keeps the text that it was created with by naming the version.
create table template_versions (
  bucket smallint not null,
  account_id bigint not null,
  template_id bigint not null,
  version integer not null,
  subject text not null,
  body text not null,
  body_format text not null check (body_format in ('html', 'text')),
  -- [{"notification_channel_id": 1, "subject": null, "body": null}]: as it was attached then.
  channels jsonb not null,
  created_at timestamptz not null,
  primary key (bucket, account_id, template_id, version),
  foreign key (bucket, account_id, template_id) references templates (bucket, account_id, id)
);

-- The channels attached now.
create table template_channels (
  bucket smallint not null,
  account_id bigint not null,
  template_id bigint not null,
  channel_id bigint not null,
  position smallint not null,
  subject text,
  body text,
  primary key (bucket, account_id, template_id, channel_id),
  foreign key (bucket, account_id, template_id) references templates (bucket, account_id, id),
  foreign key (bucket, account_id, channel_id) references channels (bucket, account_id, id)
);
create index template_channels_of_channel on template_channels (bucket, account_id, channel_id);

-- Messages and deliveries --------------------------------------------------------------------------------------------

create table messages (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('messages_id_seq'),
  recipient_id bigint not null,
  template_id bigint not null,
  template_version integer not null,
  actor_id bigint,
  rendered_subject text not null,
  rendered_body text not null,
  -- {"<channel id>": {"subject": ..., "body": ...}}, rendered, of the channels with a text of their own; JSON as text,
  -- since nothing looks inside and jsonb costs a fifth more.
  channel_texts text,
  -- [{"id": 1, "name": ..., "value": ...}] in the order given; JSON as text likewise.
  attributes text not null,
  send_at timestamptz,
  seen_at timestamptz,
  delivered_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (bucket, account_id, id)
) with (fillfactor = 90);
create index messages_newest on messages (bucket, account_id, created_at desc, id desc);
create index messages_of_recipient on messages (bucket, account_id, recipient_id, created_at desc, id desc);

create table deliveries (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('deliveries_id_seq'),
  message_id bigint not null,
  recipient_id bigint not null,
  channel_id bigint not null,
  status text not null,
  scheduled_at timestamptz,
  queued_at timestamptz,
  retrying_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  delivered_at timestamptz,
  bounced_at timestamptz,
  opened_at timestamptz,
  canceled_at timestamptz,
  error_message text,
  friendly_error_message text,
  limit_feature_key text,
  provider_message_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (bucket, account_id, id),
  -- The status is the highest rank among the recorded facts, and nothing else can be stored.
  constraint status_is_highest_fact check (status = case
    when canceled_at is not null then 'canceled'
    when opened_at is not null then 'opened'
    when bounced_at is not null then 'bounced'
    when delivered_at is not null then 'delivered'
    when failed_at is not null then 'failed'
    when sent_at is not null then 'sent'
    when retrying_at is not null then 'retrying'
    when queued_at is not null then 'queued'
    when scheduled_at is not null then 'scheduled'
  end),
  constraint canceled_only_from_scheduled check (canceled_at is null or (scheduled_at is not null and queued_at is null))
-- Room on the page keeps updates of unindexed columns there (heap-only tuples): no index may name a changing column.
) with (fillfactor = 70);
create index deliveries_newest on deliveries (bucket, account_id, created_at desc, id desc);
create index deliveries_of_message on deliveries (bucket, account_id, message_id);

-- What is still to be sent, a row per delivery; gone when the send is settled.
create table send_queue (
  bucket smallint not null,
  account_id bigint not null,
  channel_id bigint not null,
  delivery_id bigint not null,
  due_at timestamptz not null,
  -- Provider calls begun, and how many of them were rate limited and so did not spend a send.
  sends_made smallint not null default 0,
  sends_unspent smallint not null default 0,
  -- Set while a counted send waits for its result: found after a crash, it is settled as transient.
  started_at timestamptz,
  primary key (bucket, account_id, delivery_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index send_queue_due on send_queue (bucket, account_id, channel_id, due_at);
create index send_queue_started on send_queue (bucket) where started_at is not null;

create table sends (
  bucket smallint not null,
  account_id bigint not null,
  delivery_id bigint not null,
  number smallint not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  result text not null check (result in ('accepted', 'rate_limited', 'transient', 'permanent')),
  cause text,
  provider_message_id text,
  primary key (bucket, account_id, delivery_id, number)
);

-- Events and webhooks ------------------------------------------------------------------------------------------------

-- The transaction that stores the row. Declared immutable so that it can be a generated column: it is computed where
-- the row is stored, and again by COPY, a restore or a move to another server, so that the order of the feed stays
-- consistent with that server's own counter; a default would carry foreign transaction ids along.
create function storing_transaction(event_id text) returns xid8
  language plpgsql immutable as $$ begin return pg_catalog.pg_current_xact_id(); end $$;

create table events (
  bucket smallint not null,
  account_id bigint not null,
  id text collate "C" not null,
  type text not null,
  delivery_id bigint,
  created_at timestamptz not null,
  source text not null check (source in ('api', 'dispatcher', 'provider', 'pixel', 'operator')),
  -- The exact bytes of every POST.
  body text not null,
  -- Why it was not queued when it was emitted, or null.
  skipped text check (skipped in ('no_endpoint', 'endpoint_paused', 'endpoint_disabled')),
  tx xid8 generated always as (storing_transaction(id)) stored,
  primary key (bucket, account_id, id)
) partition by range (id);
create index events_feed on events (bucket, account_id, tx, id);
create index events_of_delivery on events (bucket, account_id, delivery_id) where delivery_id is not null;

-- What is still to be POSTed, a row per event; gone when the event has ended.
create table webhook_queue (
  bucket smallint not null,
  account_id bigint not null,
  endpoint_id bigint not null,
  event_id text collate "C" not null,
  attempts_made integer not null,
  -- attempts_made at the beginning of the series: a series is 8 attempts.
  series_start integer not null,
  -- null: fresh, in the order of emission.
  due_at timestamptz,
  primary key (bucket, account_id, event_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index webhook_queue_due on webhook_queue (bucket, account_id, due_at) where due_at is not null;

create table attempts (
  bucket smallint not null,
  account_id bigint not null,
  endpoint_id bigint not null,
  event_id text collate "C" not null,
  event_type text not null,
  number integer not null,
  succeeded boolean not null,
  -- The last of its series: the event has ended with it.
  final boolean not null,
  response_code smallint,
  error_message text,
  duration_ms integer not null,
  -- The first 1 KiB of the response body as text; only of receivers at public addresses.
  response_head text,
  created_at timestamptz not null,
  primary key (bucket, account_id, event_id, endpoint_id, number)
) partition by range (event_id);
create index attempts_newest on attempts (bucket, account_id, endpoint_id, created_at desc);

-- What ended without a final attempt.
create table dropped_events (
  bucket smallint not null,
  account_id bigint not null,
  event_id text collate "C" not null,
  reason text not null check (reason in ('endpoint_deleted', 'expired')),
  at timestamptz not null,
  primary key (bucket, account_id, event_id)
);

create table webhook_endpoints (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('webhook_endpoints_id_seq'),
  url text not null check (length(url) <= 2048),
  -- What the account asked for; an endpoint sends when this holds and disabled_at is null.
  active boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text,
  inactive_since timestamptz,
  secret text not null,
  secret_last4 text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  consecutive_failures integer not null default 0 check (consecutive_failures between 0 and 20),
  -- Grows with every reactivation: outcomes of attempts begun under an older one are not counted.
  generation integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (bucket, account_id, id),
  constraint one_endpoint_per_account unique (bucket, account_id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((active and disabled_at is null) = (inactive_since is null))
) with (fillfactor = 70);

-- Dispatching --------------------------------------------------------------------------------------------------------

create table processes (
  id uuid primary key,
  roles text[] not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null
);

-- Who works on a bucket; the epoch grows with every take. A released lease has no owner.
create table bucket_leases (
  bucket smallint primary key check (bucket between 0 and 63),
  owner uuid,
  epoch bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 10);
insert into bucket_leases (bucket) select generate_series(0, 63);

-- The sandbox provider -----------------------------------------------------------------------------------------------

create table sandbox_messages (
  bucket smallint not null,
  account_id bigint not null,
  delivery_id bigint not null,
  number smallint not null,
  channel_id bigint not null,
  sent_to text not null,
  subject text not null,
  body text not null,
  at timestamptz not null,
  primary key (bucket, account_id, delivery_id, number)
);

-- Reports that the sandbox still owes, as a provider's callbacks would bring them.
create table sandbox_reports (
  bucket smallint not null,
  account_id bigint not null,
  delivery_id bigint not null,
  fact text not null check (fact in ('delivered', 'opened', 'bounced')),
  due_at timestamptz not null,
  primary key (bucket, account_id, delivery_id, fact)
);
create index sandbox_reports_due on sandbox_reports (bucket, due_at);
