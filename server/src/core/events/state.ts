/**
 * Derives the state of an event from its queue row, its attempts, its skip reason and its drop. The state is never
 * stored, and this file alone defines it (invariant 3).
 */

export const EVENT_STATES = ['pending', 'delivered', 'failed', 'skipped', 'dropped'] as const
export type EventState = (typeof EVENT_STATES)[number]

/**
 * The rows that define the state, joined to events under the alias `e`. $1 of the statement must be the bucket. An
 * event has few attempts, all in the partition of its own day.
 */
export const EVENT_STATE_JOINS = `
  left join lateral (
    select event_id, due_at from webhook_queue where bucket = $1 and account_id = e.account_id and event_id = e.id limit 1
  ) q on true
  left join lateral (
    select event_id, reason, at from dropped_events where bucket = $1 and account_id = e.account_id and event_id = e.id limit 1
  ) d on true
  cross join lateral (
    select count(*) as made, max(a.created_at) as newest_at,
      (array_agg(a.final order by a.created_at desc, a.number desc))[1] as final,
      (array_agg(a.succeeded order by a.created_at desc, a.number desc))[1] as succeeded
    from attempts a where a.bucket = $1 and a.account_id = e.account_id and a.event_id = e.id
  ) attempted`

/**
 * A queue row means pending. Otherwise the last end counts: a drop, or the final attempt of the newest series. A resend
 * may add a series after an earlier end. Without either, the event was skipped. An event with none of these was lost:
 * it will not be sent, and shows as dropped without a reason.
 */
export const EVENT_STATE = `case
    when q.event_id is not null then 'pending'
    when d.event_id is not null and (attempted.newest_at is null or d.at >= attempted.newest_at) then 'dropped'
    when attempted.final and attempted.succeeded then 'delivered'
    when attempted.final then 'failed'
    when e.skipped is not null then 'skipped'
    else 'dropped' end`

/** Why the event was skipped or dropped, otherwise null. */
export const EVENT_STATE_REASON = `case ${EVENT_STATE} when 'dropped' then d.reason when 'skipped' then e.skipped end`
