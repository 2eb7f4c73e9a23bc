-- What a channel's provider is to be asked at the most: calls at a time, and calls begun per second. Null: the service's
-- own bound, and no limit.

alter table channels
  add column max_concurrency smallint check (max_concurrency between 1 and 64),
  add column max_per_second integer check (max_per_second between 1 and 10000);
