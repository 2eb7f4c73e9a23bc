-- oldest version: 1

-- An attempt names its URL by a number, because the URLs of most attempts of an endpoint are equal.
alter table webhook_endpoints add column url_number integer not null default 1;
alter table attempts
  -- Null: an older version recorded the attempt.
  add column url_number integer,
  -- The code of Node or OpenSSL, if error_message is tls_error.
  add column error_code text;

-- The URLs that endpoints had before, as long as their attempts are kept.
create table former_webhook_urls (
  bucket smallint not null,
  account_id bigint not null,
  endpoint_id bigint not null,
  number integer not null,
  url text not null,
  replaced_at timestamptz not null,
  primary key (bucket, account_id, endpoint_id, number)
);

-- Whether HTML mails have a pixel that reports when they are opened: of a channel, and of a template.
alter table channels add column track_opens boolean not null default true;
alter table template_versions add column track_opens boolean not null default true;

-- A delivery that waits for the end of quiet hours can be canceled too: nothing of it was sent. All stored rows meet the
-- condition, because the former one was stricter.
alter table deliveries drop constraint canceled_only_from_scheduled;
alter table deliveries add constraint canceled_before_any_send check (canceled_at is null
  or coalesce(retrying_at, sent_at, failed_at, delivered_at, bounced_at, opened_at) is null) not valid;
