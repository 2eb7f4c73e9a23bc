-- oldest version: 1
--
-- Channels that send if a channel's provider is down. An older version sends by the delivery's own channel only. So give a channel
-- fallbacks after all processes have this version.
alter table channels
  -- At most two channels of the same account and type, in order. None of them has fallbacks itself.
  add column fallback_channel_ids bigint[] not null default '{}' check (cardinality(fallback_channel_ids) <= 2),
  -- True: another provider may send although the first one may have taken the message.
  add column resend_after_timeout boolean not null default false,
  -- Since when the provider has taken nothing, and the word of the cause. Null: it works.
  add column failing_since timestamptz,
  add column failing_cause text,
  add constraint channels_failing check ((failing_since is null) = (failing_cause is null));
create index channels_failing on channels (bucket) where failing_since is not null;

-- The column `channel_id` of `send_queue` names the channel of the next send, or of the send under way.
alter table send_queue
  -- True: the outcome of a send by this channel is unknown. So only this channel may send again.
  add column is_pinned boolean not null default false;

-- Null: the channel of the delivery.
alter table sends add column channel_id bigint;

alter table mails
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('webhook_endpoint_failing', 'webhook_endpoint_disabled',
    'notification_channel_failing', 'notification_channel_recovered')) not valid;
