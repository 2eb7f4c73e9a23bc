-- oldest version: 1
--
-- The caller's own words about a message. An older version stores none. Its deliveries have them too, because every event shows
-- them and a delivery changes often.
alter table messages
  add column reference text,
  -- {"name": "text"}. JSON as text, because nothing looks inside.
  add column metadata text;
alter table deliveries
  add column reference text,
  add column metadata text;
create index messages_of_reference on messages (bucket, account_id, reference, created_at desc, id desc)
  where reference is not null;
create index deliveries_of_reference on deliveries (bucket, account_id, reference, created_at desc, id desc)
  where reference is not null;
