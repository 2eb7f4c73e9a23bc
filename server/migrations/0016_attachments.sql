-- oldest version: 1

-- The attachments of a message without their content: JSON as in the API. Null: none. An older version does not send them.
alter table messages add column attachments text;

-- The files of messages, until no delivery of their message is to be sent any more. Partitioned as messages are.
create table message_attachments (
  bucket smallint not null,
  account_id bigint not null,
  message_id bigint not null,
  position smallint not null,
  filename text not null,
  content_type text not null,
  -- Names an image in the text. Null: none.
  content_id text,
  content bytea not null,
  created_at timestamptz not null,
  primary key (bucket, account_id, message_id, position)
) partition by range (message_id);
