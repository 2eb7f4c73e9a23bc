-- Counts of events, made of the event feed as it grows: no row is written per message.

-- How far the events of an account have been counted. It moves in the transaction that counts them.
create table event_count_positions (
  bucket smallint not null,
  account_id bigint not null,
  -- The last event counted, and the transaction that stored it. If another one stores it now, the rows were moved and
  -- lie in another order: all are counted anew.
  tx xid8 not null,
  event_id text collate "C" not null,
  -- No event that was made before this time is still to be counted.
  from_at timestamptz not null,
  -- Deliveries that failed or bounced, the newest first.
  failed_delivery_ids bigint[] not null,
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

-- Whoever asks why a mail did not arrive knows the address.
create index recipients_email on recipients (bucket, account_id, lower(email)) where deleted_at is null;
