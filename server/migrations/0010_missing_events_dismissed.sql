-- oldest version: 1
--
-- Until when a member has dismissed the missing events. The dashboard no longer tells older ones to any member.
alter table webhook_endpoints add column missing_dismissed_at timestamptz;
