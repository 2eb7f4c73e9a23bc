-- oldest version: 1
--
-- An event that failed or was skipped is not missing while it is queued again.

alter table webhook_queue
  -- When the event failed or was skipped, if a resend or replay has queued it again. Otherwise null.
  add column missed_at timestamptz;
