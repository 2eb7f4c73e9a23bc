-- oldest version: 1

-- The counts of a channel name the newest delivery that failed on it, so the last error of a channel is one look-up. Counts of templates
-- by channel: the value is "<template id>/<channel id>".
alter table delivery_counts
  -- Of the groups by channel. Null: none, or an older version counted it.
  add column newest_failure bigint,
  drop constraint delivery_counts_grouped_by_check,
  add constraint delivery_counts_grouped_by_check
    check (grouped_by in ('all', 'channel', 'template', 'cause', 'template_channel')) not valid;
