-- oldest version: 1
--
-- Only these indexes begin with the sum, so a search by a reference has one plan, whatever the statistics say.
drop index messages_of_reference;
drop index deliveries_of_reference;
create index messages_of_reference on messages ((account_id + 0), reference, created_at desc, id desc)
  where reference is not null;
create index deliveries_of_reference on deliveries ((account_id + 0), reference, created_at desc, id desc)
  where reference is not null;
