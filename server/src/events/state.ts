/**
 * The state of an event is derived, never stored: from its queue row, its attempts, how it was emitted, and whether it
 * was dropped. This is the one place that says how (invariant 3).
 */

export const EVENT_STATES = ['pending', 'delivered', 'failed', 'skipped', 'dropped'] as const
export type EventState = (typeof EVENT_STATES)[number]

/**
 * What the state is derived from, joined to events under the alias `e` in a statement whose $1 is their bucket. An
 * event's attempts are few, and lie in the partition of its own day.
 */
export const EVENT_STATE_JOINS = `
  left join webhook_queue q on q.bucket = $1 and q.account_id = e.account_id and q.event_id = e.id
  left join dropped_events d on d.bucket = $1 and d.account_id = e.account_id and d.event_id = e.id
  cross join lateral (
    select count(*) as made, max(a.created_at) as newest_at,
      (array_agg(a.final order by a.created_at desc, a.number desc))[1] as final,
      (array_agg(a.succeeded order by a.created_at desc, a.number desc))[1] as succeeded
    from attempts a where a.bucket = $1 and a.account_id = e.account_id and a.event_id = e.id
  ) attempted`

/**
 * Queued: pending. Else what ended it last: a drop, or the final attempt of the newest series, which may have come
 * after an older end if the event was sent again. Else it was skipped. An event with none of these would have been
 * forgotten; it will not be sent, and shows as dropped without a reason.
 */
export const EVENT_STATE = `case
    when q.event_id is not null then 'pending'
    when d.event_id is not null and (attempted.newest_at is null or d.at >= attempted.newest_at) then 'dropped'
    when attempted.final and attempted.succeeded then 'delivered'
    when attempted.final then 'failed'
    when e.skipped is not null then 'skipped'
    else 'dropped' end`

/** The reason if the event was skipped or dropped, or null. */
export const EVENT_STATE_REASON = `case ${EVENT_STATE} when 'dropped' then d.reason when 'skipped' then e.skipped end`
