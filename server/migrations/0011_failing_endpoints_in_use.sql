-- One that is disabled keeps its count, which nothing asks for any more: the index holds those that may still succeed.

drop index webhook_endpoints_failing;
create index webhook_endpoints_failing on webhook_endpoints (bucket, account_id)
  where consecutive_failures > 0 and disabled_at is null;
