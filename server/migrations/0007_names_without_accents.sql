-- oldest version: 1
--
-- The search finds names without their accents: garcia finds García. An older version searches the names without these indexes.
create index recipients_folded_name on recipients ((account_id + 0),
  lower(regexp_replace(normalize(coalesce(first_name || ' ', '') || coalesce(last_name, ''), NFD), '[\u0300-\u036f]', '', 'g')) text_pattern_ops)
  where deleted_at is null and lower(regexp_replace(normalize(coalesce(first_name || ' ', '') || coalesce(last_name, ''), NFD), '[\u0300-\u036f]', '', 'g')) is not null;
create index recipients_folded_last_name on recipients ((account_id + 0),
  lower(regexp_replace(normalize(last_name, NFD), '[\u0300-\u036f]', '', 'g')) text_pattern_ops)
  where deleted_at is null and lower(regexp_replace(normalize(last_name, NFD), '[\u0300-\u036f]', '', 'g')) is not null;
drop index recipients_name;
drop index recipients_last_name;
