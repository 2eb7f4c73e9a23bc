-- The failed events in a row of an endpoint (specification 3.2) after more of its events have ended, in this order; true:
-- succeeded. At the limit it stays: the endpoint is disabled then, and what ended later does not count.
create function count_failures(stored integer, succeeded boolean[], failures_max integer) returns integer
language plpgsql immutable strict parallel safe as $$
declare
  counted integer := stored;
  event_succeeded boolean;
begin
  foreach event_succeeded in array succeeded loop
    counted := case when event_succeeded then 0 else counted + 1 end;
    exit when counted >= failures_max;
  end loop;
  return counted;
end
$$;
