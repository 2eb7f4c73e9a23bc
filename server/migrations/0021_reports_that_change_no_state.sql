-- oldest version: 1
--
-- Reports about a delivery that change no state of it: the timeline shows them. An older version writes neither.
alter table provider_events
  -- The delivery of the report. Null: the event changes a state, or names no delivery.
  add column delivery_id bigint,
  -- Why the mail is late, as in a send.
  add column cause text,
  -- The first bytes of a mail that the service cannot read.
  add column source bytea;
create index provider_events_of_delivery on provider_events (delivery_id) where delivery_id is not null;
