-- The tables of Tidings, to be read from top to bottom.
--
-- Every row of an account begins with its bucket and the account's id, in primary, unique and foreign keys alike. So no
-- statement reaches another account's row by an id alone, and accounts can be divided among servers by bucket.
--
-- Hot tables (messages, deliveries, queues, events) have no foreign keys: each would cost a lock and a look-up per row.
-- Times of due work and of states are columns of the row itself, so that a state and its work commit together.

-- Accounts -----------------------------------------------------------------------------------------------------------

create sequence accounts_id_seq;

create table accounts (
  bucket smallint not null check (bucket between 0 and 63),
  id bigint not null default nextval('accounts_id_seq'),
  name text not null,
  created_at timestamptz not null,
  primary key (bucket, id)
);

create sequence api_keys_id_seq;

-- The directory of requests: a key's hash is looked up without an account, and the row names the account and its bucket.
create table api_keys (
  key_hash bytea primary key,
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('api_keys_id_seq'),
  name text not null,
  -- `send`: may send messages, but may not change how they are sent.
  role text not null check (role in ('full', 'send', 'read')),
  last4 text not null,
  created_at timestamptz not null,
  -- Changes at most once a minute. Null: not used yet.
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (bucket, account_id, id)
);
-- A quota counts these. Revoked keys stay for ever.
create index api_keys_active on api_keys (bucket, account_id) where revoked_at is null;

-- How many deliveries of a type an account may send in a month. Without a row there is no limit.
create table account_limits (
  bucket smallint not null,
  account_id bigint not null,
  channel_type text not null check (channel_type in ('email', 'push', 'sms', 'in_app')),
  monthly_max bigint not null check (monthly_max >= 0),
  primary key (bucket, account_id, channel_type),
  foreign key (bucket, account_id) references accounts (bucket, id)
);

-- Deliveries whose first send has begun, by month of UTC. A batch of sends changes a row once.
create table monthly_counts (
  bucket smallint not null,
  account_id bigint not null,
  month date not null check (extract(day from month) = 1),
  channel_type text not null check (channel_type in ('email', 'push', 'sms', 'in_app')),
  deliveries bigint not null check (deliveries >= 0),
  -- How many deliveries of the newest change were within the limit.
  granted integer not null,
  primary key (bucket, account_id, month, channel_type)
) with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- Responses under the caller's own keys. Each is stored by the transaction of the request.
create table idempotency_keys (
  bucket smallint not null,
  account_id bigint not null,
  -- Keys of requests to the directory begin with a space. They stay there when the account moves to another server.
  key text collate "C" not null check (length(key) between 1 and 256),
  -- SHA-256 of method, path, content type and body.
  fingerprint bytea not null,
  status smallint not null,
  -- The exact text of the response.
  body text not null,
  -- The recipients in the response, so that an erasure finds it. Null: it may name any person.
  recipient_ids bigint[] default '{}',
  created_at timestamptz not null,
  primary key (bucket, account_id, key)
);
create index idempotency_keys_oldest on idempotency_keys ((bucket + 0), created_at) where created_at is not null;
-- For erasures. Only the records of batches have several recipients.
create index idempotency_keys_of_recipient on idempotency_keys ((recipient_ids[1])) where cardinality(recipient_ids) = 1;
create index idempotency_keys_of_batches on idempotency_keys (account_id, key) where cardinality(recipient_ids) > 1;
create index idempotency_keys_of_anyone on idempotency_keys (account_id, key) where recipient_ids is null;

create sequence audit_log_id_seq;

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
-- The filters of the list.
create index audit_log_of_noun on audit_log (bucket, account_id, split_part(action, '.', 1), at desc, id desc);
create index audit_log_of_actor on audit_log (bucket, account_id, actor, at desc, id desc);

create sequence requests_id_seq;

-- The callers' changes and refused requests of the last seven days.
create table requests (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('requests_id_seq'),
  -- The header X-Request-Id of the response. A caller may choose it, so it may repeat.
  request_id text collate "C" not null,
  actor text not null,
  method text not null,
  -- With the values of numbers only: others may be personal data.
  path text not null,
  status smallint not null,
  duration_ms integer not null,
  code text,
  errors jsonb,
  -- {"message_id": 12} or {"message_ids": [...]}
  made jsonb,
  at timestamptz not null,
  primary key (bucket, account_id, at, id)
);
create index requests_failed on requests (bucket, account_id, at, id) where status >= 400;
create index requests_with_id on requests ((account_id + 0), request_id, at, id);
create index requests_oldest on requests (bucket, at);

create sequence mails_id_seq;

-- The service's own mails to the owners of accounts. The statement of the reported change writes the row, and a task
-- sends it afterwards.
create table mails (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('mails_id_seq'),
  -- The text is made from the details when the mail is sent or shown.
  kind text not null check (kind in ('webhook_endpoint_failing', 'webhook_endpoint_disabled')),
  details jsonb not null,
  created_at timestamptz not null,
  -- The time of the next try. Null: sent, given up, or kept because there is no mail server.
  due_at timestamptz,
  tries smallint not null default 0,
  sent_at timestamptz,
  -- The last refusal; never an address or a secret.
  error_message text,
  primary key (bucket, account_id, id),
  check (sent_at is null or due_at is null)
);
create index mails_due on mails (bucket, due_at) where due_at is not null;

-- People and members -------------------------------------------------------------------------------------------------

create sequence people_id_seq;

-- The directory of sign-in. A person has one sign-in and may be a member of several accounts. An email does not prove who
-- owns it, so several people may have the same email: each account invites by email, and the password tells which person
-- accepts. All people of an email have one salt, so that one hash of the given password is compared with each of them. Two
-- people of an email never have the same password: if one takes the password of the other, they become one person.
create table people (
  id bigint primary key default nextval('people_id_seq'),
  email text not null check (email = lower(email)),
  password_hash text not null,
  password_set_at timestamptz not null,
  created_at timestamptz not null,
  -- Checked at the commit: a person takes the password first, which locks the row, and then the other's accounts.
  unique (email, password_hash) deferrable initially deferred
);
create index people_of_email on people (email, password_set_at desc, id desc);

-- The accounts of each person.
create table person_accounts (
  person_id bigint not null references people (id) on delete cascade,
  bucket smallint not null,
  account_id bigint not null,
  member_id bigint not null,
  -- The begin of the person's last session there: sign-in enters the account with the latest.
  entered_at timestamptz not null,
  primary key (person_id, account_id),
  unique (bucket, account_id, member_id)
);

create sequence members_id_seq;

create table members (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('members_id_seq'),
  email text not null,
  name text,
  role text not null check (role in ('owner', 'developer', 'viewer')),
  -- The person who accepted the invitation. Null until then.
  person_id bigint,
  created_at timestamptz not null,
  primary key (bucket, account_id, id),
  foreign key (bucket, account_id) references accounts (bucket, id)
);
create index members_newest on members (bucket, account_id, created_at desc, id desc);
create unique index members_email on members (bucket, account_id, email);

create sequence member_sessions_id_seq;

-- A member who is signed in. The token in the cookie names the account, so the row is looked up within its bucket. Only
-- the token's hash is stored.
create table member_sessions (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('member_sessions_id_seq'),
  member_id bigint not null,
  token_hash bytea not null,
  -- The session that began with the password, if the person came from it to this account. Null: this session itself.
  first_id bigint,
  -- The last time that the password was given again in this session, for actions that need it. Null: not yet.
  password_given_at timestamptz,
  created_at timestamptz not null,
  -- Changes at most once a minute. A session without use for too long ends.
  last_used_at timestamptz not null,
  -- The session ends then, however much it is used.
  expires_at timestamptz not null,
  origin text,
  user_agent text,
  primary key (bucket, account_id, id),
  unique (bucket, account_id, token_hash),
  foreign key (bucket, account_id, member_id) references members (bucket, account_id, id) on delete cascade
);
create index member_sessions_of_member on member_sessions (bucket, account_id, member_id, last_used_at desc, id desc);

-- The one open invitation of a member. A new one replaces it.
create table member_invitations (
  bucket smallint not null,
  account_id bigint not null,
  member_id bigint not null,
  token_hash bytea not null,
  -- The member who invited, for the page of the invitation. Null for the command line.
  inviter_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (bucket, account_id, member_id),
  foreign key (bucket, account_id, member_id) references members (bucket, account_id, id) on delete cascade
);

-- Recipients, channels and templates ---------------------------------------------------------------------------------

create sequence recipients_id_seq;

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
  -- The recipient's choices: [{"topic_id": 1, "channel_type": "email", "enabled": false, "changed_at": ..., "source": ...}].
  -- Without a choice, the topic is enabled. They are in this row because each create and each send reads it anyway.
  preferences jsonb not null default '[]',
  -- True: only messages of required topics are sent.
  paused boolean not null default false,
  -- Quiet hours, in minutes after midnight in the recipient's time zone. Until the end, sends wait.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Set by an erasure. The row stays, because messages and deliveries name its id.
  erased_at timestamptz,
  primary key (bucket, account_id, id),
  check ((quiet_from is null) = (quiet_until is null) and quiet_from is distinct from coalesce(quiet_until, -1)),
  constraint erased_is_blank check (erased_at is null or (deleted_at is not null and attributes = '{}' and
    preferences = '[]' and not paused and num_nonnulls(external_user_id, email, phone, first_name, last_name, locale,
      time_zone, quiet_from, quiet_until) = 0))
);
-- Every late result of a send asks if its recipient is erased. Few are.
create index recipients_erased on recipients (bucket, account_id, id) where erased_at is not null;
-- The sum keeps a search by another key than the id from the primary key: `ofAccount` in server/src/platform/db/id-conditions.ts.
create unique index recipients_external_user_id on recipients ((account_id + 0), external_user_id)
  where deleted_at is null and external_user_id is not null;
create index recipients_newest on recipients ((account_id + 0), created_at desc, id desc)
  where deleted_at is null and created_at is not null;
-- A person who asks why a mail did not arrive knows a name or an address, or the start of it. The order of bytes serves
-- equal texts and ranges in every collation.
create index recipients_email on recipients ((account_id + 0), lower(email) text_pattern_ops)
  where deleted_at is null and lower(email) is not null;
create index recipients_name on recipients ((account_id + 0),
  lower(coalesce(first_name || ' ', '') || coalesce(last_name, '')) text_pattern_ops)
  where deleted_at is null and lower(coalesce(first_name || ' ', '') || coalesce(last_name, '')) is not null;
create index recipients_last_name on recipients ((account_id + 0), lower(last_name) text_pattern_ops)
  where deleted_at is null and lower(last_name) is not null;
create index recipients_own_id on recipients ((account_id + 0), lower(external_user_id) text_pattern_ops)
  where deleted_at is null and lower(external_user_id) is not null;
create index recipients_phone on recipients ((account_id + 0), phone text_pattern_ops)
  where deleted_at is null and phone is not null;

create sequence devices_id_seq;

create table devices (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('devices_id_seq'),
  recipient_id bigint not null,
  platform text not null check (platform in ('fcm', 'apns', 'web_push', 'expo')),
  -- One of the two: a web push device has a subscription, every other device a token.
  token text,
  subscription jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (bucket, account_id, id),
  foreign key (bucket, account_id, recipient_id) references recipients (bucket, account_id, id),
  check (num_nonnulls(token, subscription) = 1)
);
create index devices_of_recipient on devices (bucket, account_id, recipient_id, id);

create sequence channels_id_seq;

create table channels (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('channels_id_seq'),
  name text not null,
  channel_type text not null check (channel_type in ('email', 'push', 'sms', 'in_app')),
  provider text not null,
  settings jsonb not null default '{}',
  -- The secret settings as one encrypted JSON object, bound to this row; never shown.
  encrypted_settings text,
  active boolean not null default true,
  -- Limits of calls to the provider: at a time, and begun per second. Null: the service's own limit, and no limit.
  max_concurrency smallint check (max_concurrency between 1 and 64),
  max_per_second integer check (max_per_second between 1 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (bucket, account_id, id)
);
create index channels_name on channels (bucket, account_id, name) where deleted_at is null;

create sequence topics_id_seq;

-- The subjects of messages. Recipients choose for each topic and type of channel if they get its messages.
create table topics (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('topics_id_seq'),
  name text not null,
  label text not null,
  description text not null,
  -- Law or safety demands the messages: no choice and no pause stops them.
  required boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (bucket, account_id, id)
);
create unique index topics_name on topics (bucket, account_id, name) where deleted_at is null;

-- The look of the account's page of preferences. Null: the account's name, and the service's own colors.
create table preference_pages (
  bucket smallint not null,
  account_id bigint not null,
  title text,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  background_color text check (background_color ~ '^#[0-9a-f]{6}$'),
  primary key (bucket, account_id)
);

create sequence templates_id_seq;

create table templates (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('templates_id_seq'),
  name text not null,
  -- The number of the current version. Its text is in template_versions.
  version integer not null,
  topic_id bigint,
  -- How often a draft was saved. So no two drafts of the template have the same revision.
  drafts_saved integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (bucket, account_id, id),
  foreign key (bucket, account_id, topic_id) references topics (bucket, account_id, id)
);
create unique index templates_name on templates (bucket, account_id, name) where deleted_at is null;

-- A version never changes. A message keeps its text because it names the version.
create table template_versions (
  bucket smallint not null,
  account_id bigint not null,
  template_id bigint not null,
  version integer not null,
  subject text not null,
  body text not null,
  body_format text not null check (body_format in ('html', 'text')),
  -- [{"notification_channel_id": 1, "subject": null, "body": null, "url": null}]: the channels at that time.
  channels jsonb not null,
  -- True: template_locales has rows of it. A create without locales reads nothing more.
  has_locales boolean not null default false,
  -- True: template_partials has rows of the current version.
  has_partials boolean not null default false,
  created_at timestamptz not null,
  primary key (bucket, account_id, template_id, version),
  foreign key (bucket, account_id, template_id) references templates (bucket, account_id, id)
);

-- The texts of a version in other languages. A null text falls back (core/rendering/texts.ts). Never changed.
create table template_locales (
  bucket smallint not null,
  account_id bigint not null,
  template_id bigint not null,
  version integer not null,
  locale text not null,
  subject text,
  body text,
  -- [{"notification_channel_id": 1, "subject": null, "body": null, "url": null}]. JSON as text, so that its length is known
  -- without reading it.
  channels text not null,
  primary key (bucket, account_id, template_id, version, locale),
  foreign key (bucket, account_id, template_id, version) references template_versions (bucket, account_id, template_id, version)
);

-- The draft beside the version in use. It is removed when it is published or discarded.
create table template_drafts (
  bucket smallint not null,
  account_id bigint not null,
  template_id bigint not null,
  revision integer not null,
  -- The version in use when the draft was begun.
  based_on_version integer not null,
  -- JSON as text: all fields of the template. It is read and written as a whole, and never rendered.
  content text not null,
  updated_at timestamptz not null,
  -- As in the audit log: member:3, api_key:12.
  updated_by text not null,
  primary key (bucket, account_id, template_id),
  foreign key (bucket, account_id, template_id) references templates (bucket, account_id, id)
);

-- The channels of the current version.
create table template_channels (
  bucket smallint not null,
  account_id bigint not null,
  template_id bigint not null,
  channel_id bigint not null,
  position smallint not null,
  subject text,
  body text,
  -- Only of a channel of type in_app.
  url text,
  primary key (bucket, account_id, template_id, channel_id),
  foreign key (bucket, account_id, template_id) references templates (bucket, account_id, id),
  foreign key (bucket, account_id, channel_id) references channels (bucket, account_id, id)
);
create index template_channels_of_channel on template_channels (bucket, account_id, channel_id);

create sequence partials_id_seq;

-- Liquid texts that templates and other partials use by their names.
create table partials (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('partials_id_seq'),
  name text not null,
  -- The number of the current version. Its text is in partial_versions.
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (bucket, account_id, id)
);
create unique index partials_name on partials (bucket, account_id, name) where deleted_at is null;

-- A version never changes.
create table partial_versions (
  bucket smallint not null,
  account_id bigint not null,
  partial_id bigint not null,
  version integer not null,
  text text not null,
  created_at timestamptz not null,
  primary key (bucket, account_id, partial_id, version),
  foreign key (bucket, account_id, partial_id) references partials (bucket, account_id, id)
);

-- The partials in the texts of the current version of a partial. They form no cycle.
create table partial_uses (
  bucket smallint not null,
  account_id bigint not null,
  partial_id bigint not null,
  used_id bigint not null,
  primary key (bucket, account_id, partial_id, used_id),
  foreign key (bucket, account_id, partial_id) references partials (bucket, account_id, id),
  foreign key (bucket, account_id, used_id) references partials (bucket, account_id, id)
);
create index partial_uses_of_used on partial_uses (bucket, account_id, used_id);

-- The partials in the texts of the current version of a template.
create table template_partials (
  bucket smallint not null,
  account_id bigint not null,
  template_id bigint not null,
  partial_id bigint not null,
  primary key (bucket, account_id, template_id, partial_id),
  foreign key (bucket, account_id, template_id) references templates (bucket, account_id, id),
  foreign key (bucket, account_id, partial_id) references partials (bucket, account_id, id)
);
create index template_partials_of_partial on template_partials (bucket, account_id, partial_id);

-- Messages and deliveries --------------------------------------------------------------------------------------------

-- Messages, deliveries, sends and the messages of the sandbox are partitioned by days of their ids, with the same bounds.
-- The service makes the partitions, and removes a partition when all of it is older than the retention.

-- Ids of messages and deliveries begin with their day: id = days since 1970 * 10,000,000,000 + n. So old rows have low ids,
-- and an id alone names its partition. A message and its deliveries have ids of the same day. Ids have 15 digits, and
-- JavaScript reads them exactly for 2,400 years.
--
-- Takes ids of a sequence, separated by spaces. The first caller of a day raises the sequence to the day's lowest id. A
-- caller looks again behind the lock: raised twice, the sequence would hand out the same ids twice. The function has the
-- rights of its owner, because the role of the service may not set sequences.
create function take_ids(sequence regclass, ids integer, at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lowest bigint := floor(extract(epoch from at) / 86400)::bigint * 10000000000;
begin
  if nextval(sequence) < lowest then
    perform pg_advisory_xact_lock(hashtextextended('take_ids', 0));
    if nextval(sequence) < lowest then
      perform setval(sequence, lowest, false);
    end if;
  end if;
  return (select string_agg(nextval(sequence)::text, ' ') from generate_series(1, ids));
end $$;

create sequence messages_id_seq;
create sequence message_attributes_id_seq;

create table messages (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null,
  recipient_id bigint not null,
  template_id bigint not null,
  template_version integer not null,
  actor_id bigint,
  rendered_subject text not null,
  rendered_body text not null,
  -- {"<channel id>": {"subject": ..., "body": ..., "url": ...}}, rendered, of the channels with a text of their own. JSON as text,
  -- because nothing looks inside and jsonb costs a fifth more.
  channel_texts text,
  -- [{"id": 1, "name": ..., "value": ...}] in the given order. JSON as text, for the same reason.
  attributes text not null,
  -- The topic of the template when the message was created. Null: none.
  topic_id bigint,
  -- True: quiet hours do not delay it.
  critical boolean not null default false,
  -- [{"id": 1, "name": ..., "channelType": ..., "reason": ...}]: the channels without a delivery, because of the
  -- recipient's preferences. JSON as text, or null if there are none.
  skipped_channels text,
  -- The locale of the template whose texts were used. Null: the template's own texts.
  locale text,
  -- The span of the request that created the message, a `traceparent` of W3C, if traces were on.
  traceparent text constraint messages_traceparent check (length(traceparent) = 55),
  send_at timestamptz,
  seen_at timestamptz,
  delivered_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (bucket, account_id, id)
) partition by range (id);
-- The conditions of these indexes always hold. PostgreSQL uses an index with a condition only for a statement that implies
-- it, so a look-up by the key cannot take one of these instead, whatever the statistics say. Other tables have more of them.
-- The messages of a recipient are listed in the same order, so the condition of `messages_newest` is another column.
create index messages_newest on messages (bucket, account_id, created_at desc, id desc) where template_id > 0;
create index messages_of_recipient on messages (bucket, account_id, recipient_id, created_at desc, id desc)
  where recipient_id is not null;
-- The retention looks for messages to be shown later. A message sent at once costs nothing here.
create index messages_scheduled on messages (send_at) where send_at is not null;
-- The feed of one recipient is read again and again, and most of its messages have been seen.
create index messages_unseen on messages (bucket, account_id, recipient_id, created_at desc, id desc) where seen_at is null;

create sequence deliveries_id_seq;

create table deliveries (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null,
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
  -- The status is the highest rank among the recorded facts. Nothing else can be stored.
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
) partition by range (id);
-- No index may name a changing column: then updates stay on their page (heap-only tuples).
create index deliveries_newest on deliveries (bucket, account_id, created_at desc, id desc) where created_at is not null;
create index deliveries_message_id on deliveries (message_id);

-- A row per delivery that is still to be sent. It is deleted when the send is settled.
create table send_queue (
  bucket smallint not null,
  account_id bigint not null,
  channel_id bigint not null,
  delivery_id bigint not null,
  due_at timestamptz not null,
  -- Provider calls begun, and how many of them were rate limited and so did not spend a send.
  sends_made smallint not null default 0,
  sends_unspent smallint not null default 0,
  -- Set while a counted send waits for its result. If a crash leaves it, the send is settled as transient.
  started_at timestamptz,
  primary key (bucket, account_id, delivery_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index send_queue_due on send_queue (bucket, account_id, channel_id, due_at) where due_at is not null;
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
  -- The email address or phone number that the provider got. Null for push, and if the send was cut off.
  sent_to text,
  primary key (bucket, account_id, delivery_id, number)
) partition by range (delivery_id);

-- Reports of providers ------------------------------------------------------------------------------------------------

-- Recorded reports, kept for some days: a provider repeats a report until it is sure of our response.
create table provider_events (
  bucket smallint not null,
  account_id bigint not null,
  channel_id bigint not null,
  -- The provider's own id of the report.
  event_id text collate "C" not null,
  created_at timestamptz not null,
  primary key (bucket, account_id, channel_id, event_id)
);
create index provider_events_oldest on provider_events (bucket, created_at) where created_at is not null;

create sequence suppressions_id_seq;

-- Addresses to which nothing more is sent.
create table suppressions (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('suppressions_id_seq'),
  channel_type text not null check (channel_type in ('email', 'sms')),
  -- In the form for comparison: an email address in lower case, a phone number without spaces.
  address text collate "C" not null,
  reason text not null check (reason in ('bounce', 'complaint', 'unsubscribe', 'manual')),
  -- The reported delivery. Null: a caller added the address.
  delivery_id bigint,
  created_at timestamptz not null,
  primary key (bucket, account_id, channel_type, address)
);
create unique index suppressions_ids on suppressions (id);
create index suppressions_newest on suppressions (bucket, account_id, created_at desc, id desc) where created_at is not null;
create index suppressions_of_delivery on suppressions (delivery_id) where delivery_id is not null;

-- The messages of the sandbox provider.
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
) partition by range (delivery_id);

-- Reports that the sandbox still owes, like the callbacks of a provider.
create table sandbox_reports (
  bucket smallint not null,
  account_id bigint not null,
  delivery_id bigint not null,
  fact text not null check (fact in ('delivered', 'opened', 'bounced')),
  due_at timestamptz not null,
  primary key (bucket, account_id, delivery_id, fact)
);
create index sandbox_reports_due on sandbox_reports (bucket, due_at) where due_at is not null;

-- Erasures -----------------------------------------------------------------------------------------------------------

-- Requests to erase the personal data of recipients, with their progress. A task continues them message by message, so
-- each transaction is small. It looks at all messages again some time later, because requests and sends under way may
-- write after the first time.
create table erasures (
  bucket smallint not null,
  account_id bigint not null,
  recipient_id bigint not null,
  requested_at timestamptz not null,
  -- The message after which the next step begins.
  after_at timestamptz not null default '-infinity',
  after_id bigint not null default 0,
  -- The messages so far, and their deliveries.
  messages bigint not null default 0,
  deliveries bigint not null default 0,
  -- The end of the first time.
  finished_at timestamptz,
  -- When the task goes on. Null: never.
  due_at timestamptz,
  primary key (bucket, account_id, recipient_id),
  foreign key (bucket, account_id, recipient_id) references recipients (bucket, account_id, id)
);
create index erasures_due on erasures (bucket, due_at) where due_at is not null;

-- Events -------------------------------------------------------------------------------------------------------------

-- The transaction that stores the row. Declared immutable so that it can be a generated column: it is computed where the
-- row is stored, and again by COPY, a restore or a move to another server. So the order of the feed stays consistent with
-- the counter of that server. A default would carry foreign transaction ids along.
create function storing_transaction(event_id text) returns xid8
  language plpgsql immutable as $$ begin return pg_catalog.pg_current_xact_id(); end $$;

-- Partitioned by day of the id, as attempts are. The service makes the partitions.
create table events (
  bucket smallint not null,
  account_id bigint not null,
  id text collate "C" not null,
  type text not null,
  delivery_id bigint,
  created_at timestamptz not null,
  source text not null check (source in ('api', 'member', 'dispatcher', 'provider', 'pixel', 'operator')),
  -- The exact bytes of every POST.
  body text not null,
  -- The reason for no queue row at the start, or null.
  skipped text check (skipped in ('no_endpoint', 'endpoint_paused', 'endpoint_disabled')),
  -- The outcome of the delivery before and after the event, for its counts: a status, for failures with the cause, for
  -- example `failed:timeout`. Both null: the event changed no outcome.
  outcome_before text,
  outcome_after text,
  tx xid8 generated always as (storing_transaction(id)) stored,
  primary key (bucket, account_id, id)
) partition by range (id);
create index events_feed on events (bucket, account_id, tx, id) where tx is not null;
create index events_of_delivery on events (delivery_id) where delivery_id is not null;

-- How far the events of an account have been counted. It moves in the transaction of the counts. The counts come from
-- the feed, so a message writes no row for them.
create table event_count_positions (
  bucket smallint not null,
  account_id bigint not null,
  -- The last counted event, and the transaction that stored it. If the event has another transaction now, the rows were
  -- moved and have another order: all are counted again.
  tx xid8 not null,
  event_id text collate "C" not null,
  -- All events before this time are counted.
  from_at timestamptz not null,
  -- Deliveries that failed or bounced, the newest first.
  failed_delivery_ids bigint[] not null,
  -- Deliveries created before this time are not counted: some of their events were removed before the count began.
  counted_from timestamptz not null,
  primary key (bucket, account_id)
) with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

create table event_counts (
  bucket smallint not null,
  account_id bigint not null,
  hour timestamptz not null,
  type text not null,
  events bigint not null check (events > 0),
  primary key (bucket, account_id, hour, type)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- Deliveries by their outcome, each counted once, at the time of its creation. All of an account, by channel, by template,
-- and the failures by cause. An event moves its delivery from one column to another, so the sums hold in any order of the
-- events. *retrying* has no event, and counts as queued.
create table delivery_counts (
  bucket smallint not null,
  account_id bigint not null,
  grouped_by text collate "C" not null check (grouped_by in ('all', 'channel', 'template', 'cause')),
  -- The start of an hour. Older counts are added up to 6 hours, then to days.
  start timestamptz not null,
  -- The id of the channel or template, or the word of the cause. '': all.
  value text collate "C" not null,
  scheduled integer not null,
  queued integer not null,
  sent integer not null,
  failed integer not null,
  delivered integer not null,
  bounced integer not null,
  opened integer not null,
  canceled integer not null,
  primary key (bucket, account_id, grouped_by, start, value)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- The retention looks for old counts of every account.
create index delivery_counts_oldest on delivery_counts (bucket, start);

-- The inbox -----------------------------------------------------------------------------------------------------------

create sequence recipient_signing_keys_id_seq;

-- Keys that sign the tokens of recipients.
create table recipient_signing_keys (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('recipient_signing_keys_id_seq'),
  name text not null,
  -- Encrypted, bound to this row.
  secret text not null,
  last4 text not null,
  created_at timestamptz not null,
  primary key (bucket, account_id, id),
  foreign key (bucket, account_id) references accounts (bucket, id)
);
create index recipient_signing_keys_newest on recipient_signing_keys (bucket, account_id, created_at desc, id desc);

-- The origins of the account's pages. Their scripts may read the inbox in a browser.
create table allowed_origins (
  bucket smallint not null,
  account_id bigint not null,
  origin text collate "C" not null check (length(origin) <= 300),
  primary key (bucket, account_id, origin),
  foreign key (bucket, account_id) references accounts (bucket, id)
);

-- The messages in the inboxes of recipients, with their states. Partitioned as messages are.
create table inbox_messages (
  bucket smallint not null,
  account_id bigint not null,
  message_id bigint not null,
  delivery_id bigint not null,
  recipient_id bigint not null,
  topic_id bigint,
  title text not null,
  body text not null,
  url text,
  -- The time of the send.
  created_at timestamptz not null,
  -- When a client first got it: the delivery is then delivered.
  fetched_at timestamptz,
  seen_at timestamptz,
  read_at timestamptz,
  archived_at timestamptz,
  primary key (bucket, account_id, message_id),
  constraint read_is_seen check (read_at is null or seen_at is not null)
) partition by range (message_id);
-- One index for each list, so that a list reads only its own rows.
create index inbox_messages_active on inbox_messages (bucket, account_id, recipient_id, created_at desc, message_id desc)
  where archived_at is null;
create index inbox_messages_unseen on inbox_messages (bucket, account_id, recipient_id, created_at desc, message_id desc)
  where archived_at is null and seen_at is null;
create index inbox_messages_unread on inbox_messages (bucket, account_id, recipient_id, created_at desc, message_id desc)
  where archived_at is null and read_at is null;
create index inbox_messages_archived on inbox_messages (bucket, account_id, recipient_id, created_at desc, message_id desc)
  where archived_at is not null;

-- The changes of inboxes, in the order of the event feed (`tx`, then the id). Streams read them. They name only ids, and are
-- kept for some days.
create table inbox_changes (
  bucket smallint not null,
  account_id bigint not null,
  -- Like the id of an event.
  id text collate "C" not null,
  recipient_id bigint not null,
  kind text not null check (kind in ('message', 'change', 'seen_all', 'read_all', 'archived_all')),
  -- Of a change of all: the newest message that it may have changed. Null: it may have changed all.
  message_id bigint,
  at timestamptz not null,
  tx xid8 generated always as (storing_transaction(id)) stored,
  primary key (bucket, account_id, id),
  check (message_id is not null or kind not in ('message', 'change'))
) partition by range (id);
create index inbox_changes_order on inbox_changes (bucket, tx, id);
create index inbox_changes_of_recipient on inbox_changes (bucket, account_id, recipient_id, tx, id);

-- Webhooks -----------------------------------------------------------------------------------------------------------

create sequence webhook_endpoints_id_seq;

create table webhook_endpoints (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('webhook_endpoints_id_seq'),
  url text not null check (length(url) <= 2048),
  -- The account's own choice. An endpoint sends if it is active and disabled_at is null.
  active boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text,
  inactive_since timestamptz,
  secret text not null,
  secret_last4 text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  -- The headers with the signature: our own, of Standard Webhooks, or both.
  signature_format text not null default 'service' check (signature_format in ('service', 'standard', 'both')),
  consecutive_failures integer not null default 0 check (consecutive_failures between 0 and 20),
  -- Grows with every reactivation: results of attempts begun under an older one are not counted.
  generation integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (bucket, account_id, id),
  constraint one_endpoint_per_account unique (bucket, account_id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((active and disabled_at is null) = (inactive_since is null))
) with (fillfactor = 70);
-- A success ends a row of failures. Every delivered event asks if there is one. A disabled endpoint keeps its count, and
-- no statement asks for it.
create index webhook_endpoints_failing on webhook_endpoints (bucket, account_id)
  where consecutive_failures > 0 and disabled_at is null;

-- Processes keep endpoints in memory until the version of the bucket changes: one small read checks all its endpoints.
create table webhook_endpoint_versions (
  bucket smallint primary key check (bucket between 0 and 63),
  -- Grows with every change of a column that a POST depends on.
  version bigint not null default 0
) with (fillfactor = 10);
insert into webhook_endpoint_versions (bucket) select generate_series(0, 63);

-- A trigger, so that no statement can forget it. It has the rights and the schema of its owner, for every role that
-- changes an endpoint. No process has read a new endpoint, so inserts do not count. The clock keeps a version from coming
-- again after a server lost some of them.
create function webhook_endpoint_changed() returns trigger
  language plpgsql security definer set search_path from current as $$
begin
  insert into webhook_endpoint_versions as v (bucket, version)
  values (old.bucket, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
  on conflict (bucket) do update set version = greatest(v.version + 1, excluded.version);
  return null;
end $$;

create trigger webhook_endpoint_deleted after delete on webhook_endpoints
  for each row execute function webhook_endpoint_changed();
create trigger webhook_endpoint_updated after update on webhook_endpoints
  for each row when (
    (old.url, old.active, old.disabled_at, old.secret, old.previous_secret, old.previous_secret_until, old.signature_format,
      old.generation)
    is distinct from
    (new.url, new.active, new.disabled_at, new.secret, new.previous_secret, new.previous_secret_until, new.signature_format,
      new.generation)
  ) execute function webhook_endpoint_changed();

-- The first event that a receiver confirmed, as the dashboard saw it. Attempts are removed with their days.
create table first_steps (
  bucket smallint not null,
  account_id bigint not null,
  event_confirmed_at timestamptz not null,
  primary key (bucket, account_id)
);

-- The requests to webhook URLs of the test receiver (`webhooks/test-receiver`): the newest of an account, for a day.
create sequence webhook_test_requests_id_seq;
create table webhook_test_requests (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('webhook_test_requests_id_seq'),
  received_at timestamptz not null,
  event_id text collate "C" not null,
  -- [["name", "value"], ...], in their order.
  headers jsonb not null,
  body text not null,
  -- The result of the verification with the secrets at that time.
  verdict text not null check (verdict in ('valid', 'bad_header', 'no_match', 'stale')),
  response_status smallint not null,
  primary key (bucket, account_id, received_at, id)
);
create index webhook_test_requests_oldest on webhook_test_requests (bucket, received_at);

-- A row per event that is still to be POSTed. It is deleted when the event has ended.
create table webhook_queue (
  bucket smallint not null,
  account_id bigint not null,
  endpoint_id bigint not null,
  event_id text collate "C" not null,
  attempts_made integer not null,
  -- attempts_made at the start of the series. A series has 8 attempts.
  series_start integer not null,
  -- Null: fresh, in the order of events.
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
  -- True if the event was POSTed twice within the attempt, because the receiver had closed the kept connection.
  posted_again boolean not null default false,
  response_code smallint,
  error_message text,
  duration_ms integer not null,
  -- The first 1 KiB of the response body as text; only of receivers at public addresses.
  response_head text,
  created_at timestamptz not null,
  -- The signatures as sent (core/webhooks/signature.ts). Null if no connection was made.
  signature text,
  primary key (bucket, account_id, event_id, endpoint_id, number)
) partition by range (event_id);
create index attempts_newest on attempts (bucket, account_id, endpoint_id, created_at desc) where created_at is not null;

-- The failed events in a row of an endpoint (specification 3.2) after more of its events have ended, in this order. True:
-- succeeded. At the limit the number stays: the endpoint is disabled then, and later events do not count.
create function count_failures(stored integer, succeeded boolean[], failures_max integer) returns integer
language plpgsql immutable strict parallel safe as $$
declare
  counted integer := stored;
  event_succeeded boolean;
begin
  foreach event_succeeded in array succeeded loop
    counted := case when event_succeeded then 0 else counted + 1 end;
    exit when counted >= failures_max;
  end loop;
  return counted;
end
$$;

-- Events that ended without a final attempt.
create table dropped_events (
  bucket smallint not null,
  account_id bigint not null,
  event_id text collate "C" not null,
  reason text not null check (reason in ('endpoint_deleted', 'expired')),
  at timestamptz not null,
  primary key (bucket, account_id, event_id)
);

create sequence replays_id_seq;

-- Requests to send stored events again. Their events become pending in small steps, so that live events do not wait. The
-- row has the progress.
create table replays (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('replays_id_seq'),
  endpoint_id bigint not null,
  -- The requested events. Until null: all stored events. Types null: every type.
  since timestamptz not null,
  until timestamptz,
  states text[] not null,
  types text[],
  -- Events found at the start, and how many of them have been queued.
  total integer not null,
  done integer not null default 0,
  -- Ids of events: the next to look at, and the first beyond the request.
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

-- Dispatching --------------------------------------------------------------------------------------------------------

create table processes (
  id uuid primary key,
  roles text[] not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null
);

-- The process that works on a bucket. The epoch grows with every take. A released lease has no owner.
create table bucket_leases (
  bucket smallint primary key check (bucket between 0 and 63),
  owner uuid,
  epoch bigint not null default 0,
  expires_at timestamptz not null default '-infinity',
  -- Set while the bucket moves to another server: the owner releases it, at this time at the latest, and no process takes it.
  leave_by timestamptz
) with (fillfactor = 10);
insert into bucket_leases (bucket) select generate_series(0, 63);

-- Several servers ----------------------------------------------------------------------------------------------------

-- The directory's table: the server with the rows of a bucket, by its name in DATABASES. It is filled at the first start.
create table bucket_places (
  bucket smallint primary key check (bucket between 0 and 63),
  server text not null check (server ~ '^[a-z][a-z0-9-]{0,30}$')
);

-- The directory's table: the moves of buckets that are not finished (`features/bucket-moves/move.ts`). Copying: the source has the bucket,
-- and logical replication fills the target. Switching: the source refuses the bucket's writes, and the target catches up.
-- Adopting: the target has all rows. Cleaning: the place has changed, and the source deletes its rows. Undoing: the move is
-- being aborted.
create table bucket_moves (
  bucket smallint primary key check (bucket between 0 and 63),
  from_server text not null,
  to_server text not null check (to_server <> from_server),
  phase text not null check (phase in ('copying', 'switching', 'adopting', 'cleaning', 'undoing')),
  started_at timestamptz not null
);

-- With several servers, triggers call this for rows of buckets on other servers (`platform/db/servers/fence.ts`).
create function refuse_bucket() returns trigger language plpgsql as $$
begin
  raise exception 'The rows of bucket % are on another server', case when tg_op = 'DELETE' then old.bucket else new.bucket end
    using errcode = 'TB001';
end $$;

-- An account's share -------------------------------------------------------------------------------------------------

-- An account lies in one bucket, but PostgreSQL takes the two columns for independent. It multiplies their shares, expects
-- far too few rows of an account, and may look for one row by any index that begins with the account and read all of them.
-- If a column has one value, PostgreSQL expects the share of the most common account. Partitions get the same setting
-- when they are made.
alter table recipients alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table devices alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table suppressions alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table send_queue alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table webhook_queue alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1);
alter table messages alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table deliveries alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table sends alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table sandbox_messages alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table inbox_messages alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table inbox_changes alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table events alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
alter table attempts alter column bucket set (n_distinct_inherited = 1), alter column account_id set (n_distinct_inherited = 1);
