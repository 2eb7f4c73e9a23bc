-- The service's own mails to the owners of accounts. They are written in the statement of what they tell of, and sent
-- by a task afterwards.

create sequence mails_id_seq;

create table mails (
  bucket smallint not null,
  account_id bigint not null,
  id bigint not null default nextval('mails_id_seq'),
  -- What it tells of; the text is made of the details when it is sent or shown.
  kind text not null check (kind in ('webhook_endpoint_failing', 'webhook_endpoint_disabled')),
  details jsonb not null,
  created_at timestamptz not null,
  -- When it is sent, or tried again; null once it has been sent, given up, or kept because there is no mail server.
  due_at timestamptz,
  tries smallint not null default 0,
  sent_at timestamptz,
  -- The last refusal; never an address or a secret.
  error_message text,
  primary key (bucket, account_id, id),
  check (sent_at is null or due_at is null)
);
create index mails_due on mails (bucket, due_at) where due_at is not null;
