-- oldest version: 17
-- The span of the request that created the message, a `traceparent` of W3C, if traces were on. It takes 56 bytes, or
-- none if it is null. The check is not run over older messages: they have none.
alter table messages add column traceparent text,
  add constraint messages_traceparent check (length(traceparent) = 55) not valid;
