-- oldest version: 1
--
-- Whether the events of the account also show their message. An older version does not add it.
alter table webhook_endpoints add column include_message boolean not null default false;
