/** The state of a channel's provider. The room of sends decides it (`core/deliveries/sends/breaker.ts`). */
import { sql } from '../../platform/db/sql.ts'

/** An owner gets at most one mail about a channel in this time, so a provider that comes and goes sends few. */
const MAIL_INTERVAL = "interval '1 hour'"

/**
 * Sets the cause of a failing channel (`causeOfChannel`), or null if it works again. Tells the owners by mail, and the audit log. The
 * mail of a recovery follows only the mail of its failure. Returns no row if the channel has this state already.
 */
export const turnChannel = sql(
  'channels.turn',
  `with before as (
     select bucket, account_id, id, name, provider, failing_since from channels
     where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
       and (failing_since is null) = ($4::text is not null)
     for no key update
   ), turned as (
     update channels c set failing_cause = $4::text, failing_since = case when $4::text is null then null else $5::timestamptz end
     from before b
     where c.bucket = $1 and c.account_id = $2 and c.id = b.id
     returning c.id
   ), told as (
     select b.*, case when $4::text is null then 'recovered' else 'failing' end as state from before b join turned t on t.id = b.id
   ), mailed as (
     insert into mails (bucket, account_id, kind, details, created_at, due_at)
     select t.bucket, t.account_id, 'notification_channel_' || t.state,
       jsonb_build_object('channel_id', t.id, 'name', t.name, 'provider', t.provider, 'cause', $4::text), $5::timestamptz, $5::timestamptz
     from told t
     where ($4::text is null) = exists (
       select from mails m where m.bucket = $1 and m.account_id = $2 and m.kind = 'notification_channel_failing'
         and (m.details->>'channel_id')::bigint = t.id
         and m.created_at >= coalesce(t.failing_since, $5::timestamptz - ${MAIL_INTERVAL}))
   ), audited as (
     insert into audit_log (bucket, account_id, action, actor, at, target, details)
     select t.bucket, t.account_id, 'notification_channel.' || t.state, 'service', $5::timestamptz, 'notification_channel:' || t.id,
       jsonb_build_object('name', t.name) || case when $4::text is null then '{}'::jsonb else jsonb_build_object('cause', $4::text) end
     from told t
   )
   select id from turned`,
)
