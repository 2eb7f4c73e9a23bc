-- What POSTs go by is kept in memory for as long as nothing has changed: one small read tells it of all endpoints of a bucket.

create table webhook_endpoint_versions (
  bucket smallint primary key check (bucket between 0 and 63),
  -- Grows in every transaction that changes what a POST to an endpoint of the bucket goes by.
  version bigint not null default 0
) with (fillfactor = 10);
insert into webhook_endpoint_versions (bucket) select generate_series(0, 63);

-- A trigger, so that no statement can forget it. An endpoint that is new has been read by nobody.
create function webhook_endpoint_changed() returns trigger language plpgsql as $$
begin
  update webhook_endpoint_versions set version = version + 1 where bucket = old.bucket;
  return null;
end $$;

create trigger webhook_endpoint_deleted after delete on webhook_endpoints
  for each row execute function webhook_endpoint_changed();
create trigger webhook_endpoint_updated after update on webhook_endpoints
  for each row when (
    (old.url, old.active, old.disabled_at, old.secret, old.previous_secret, old.previous_secret_until, old.generation)
    is distinct from
    (new.url, new.active, new.disabled_at, new.secret, new.previous_secret, new.previous_secret_until, new.generation)
  ) execute function webhook_endpoint_changed();
