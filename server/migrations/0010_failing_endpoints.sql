-- A success ends a row of failures: whether there is one to end is asked for every webhook that was delivered.

create index webhook_endpoints_failing on webhook_endpoints (bucket, account_id) where consecutive_failures > 0;
