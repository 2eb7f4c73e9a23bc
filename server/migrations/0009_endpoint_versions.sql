-- What POSTs go by is kept in memory for as long as nothing has changed: one small read tells it of all endpoints of a bucket.

create table webhook_endpoint_versions (
  bucket smallint primary key check (bucket between 0 and 63),
  -- Grows with every change of what a POST to an endpoint of the bucket goes by.
  version bigint not null default 0
) with (fillfactor = 10);
insert into webhook_endpoint_versions (bucket) select generate_series(0, 63);

-- A trigger, so that no statement can forget it; with the rights and the schema of whoever made it, whoever changes an
-- endpoint. An endpoint that is new has been read by nobody. The clock keeps a version from coming again after one that was
-- lost with its server.
create function webhook_endpoint_changed() returns trigger
  language plpgsql security definer set search_path from current as $$
begin
  insert into webhook_endpoint_versions as v (bucket, version)
  values (old.bucket, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
  on conflict (bucket) do update set version = greatest(v.version + 1, excluded.version);
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
