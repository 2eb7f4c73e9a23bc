-- Processes read the endpoints that they POST to every 300 ms (docs/decisions/0015), so nothing reads the versions of buckets.
drop trigger webhook_endpoint_deleted on webhook_endpoints;
drop trigger webhook_endpoint_updated on webhook_endpoints;
drop function webhook_endpoint_changed();
drop table webhook_endpoint_versions;
