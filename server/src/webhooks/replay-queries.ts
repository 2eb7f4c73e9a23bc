/** The statements that send events again. None of them locks an endpoint: its counter is written all the time. */
import { listSql, sql } from '../db/sql.ts'
import { EVENT_STATE, EVENT_STATE_JOINS } from '../events/state.ts'

/** One at a time asks for an account's events again: two would number an event's attempts alike. */
export const lockReplays = sql<{ id: number }, [bucket: number, accountId: number]>(
  'webhook_replay.lock',
  'select id from accounts where bucket = $1 and id = $2 for no key update',
)

/** The id behind so many events of a range, where there are more; a chunk of the range ends before it. */
export const findChunkEnd = sql<
  { id: string },
  [bucket: number, accountId: number, fromId: string, belowId: string, events: number]
>(
  'webhook_replay.find_chunk_end',
  `select id from events where bucket = $1 and account_id = $2 and id >= $3 and id < $4 order by id offset $5 limit 1`,
)

/** What an event must be to be sent again, beside lying in the range. */
export type ReplayFilter = [states: readonly string[], types: readonly string[] | null]

/**
 * The events of a chunk that are in one of the states, oldest first. The state of few is worked out: `likely` are those
 * that were skipped or ended failed at some time, unless other states are asked for ($7).
 */
export const findReplayable = listSql<
  { id: string },
  [bucket: number, accountId: number, fromId: string, belowId: string, ...ReplayFilter, anyState: boolean, rows: number]
>(
  'webhook_replay.find',
  `with failed as materialized (
     select distinct a.event_id from attempts a
     where a.bucket = $1 and a.account_id = $2 and a.event_id >= $3 and a.event_id < $4 and a.final and not a.succeeded
   ), likely as materialized (
     select e.account_id, e.id, e.skipped from events e left join failed f on f.event_id = e.id
     where e.bucket = $1 and e.account_id = $2 and e.id >= $3 and e.id < $4
       and ($6::text[] is null or e.type = any($6)) and ($7::boolean or e.skipped is not null or f.event_id is not null)
   )
   select e.id from likely e ${EVENT_STATE_JOINS}
   where q.event_id is null and ${EVENT_STATE} = any($5::text[])
   order by e.id limit $8`,
)

/**
 * Queues events for a fresh series at the account's endpoint, numbered on from the last attempt there, and due in their
 * order, a microsecond apart. Left alone: what is pending, and what is in another state by now. No row at all if the
 * endpoint is not active: then nothing is queued. Planned anew, since one event and 10,000 want different plans.
 */
export const queueAgain = listSql<
  { event_id: string },
  [
    bucket: number,
    accountId: number,
    endpointId: number,
    eventIds: readonly string[],
    states: readonly string[],
    at: string,
  ]
>(
  'webhook_replay.queue',
  `with endpoint as (
     select w.id from webhook_endpoints w
     where w.bucket = $1 and w.account_id = $2 and w.id = $3 and w.active and w.disabled_at is null
   ), again as (
     select e.id, e.account_id, e.skipped from events e
     where e.bucket = $1 and e.account_id = $2 and e.id = any($4::text[])
   ), queued as (
     insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at)
     select $1, $2, endpoint.id, e.id, numbered.last, numbered.last,
       $6::timestamptz + row_number() over (order by e.id) * interval '1 microsecond'
     from endpoint cross join again e ${EVENT_STATE_JOINS}
     cross join lateral (
       select coalesce(max(a.number), 0) as last from attempts a
       where a.bucket = $1 and a.account_id = $2 and a.event_id = e.id and a.endpoint_id = $3
     ) numbered
     where q.event_id is null and ${EVENT_STATE} = any($5::text[])
     order by e.id
     on conflict (bucket, account_id, event_id) do nothing
     returning event_id
   )
   select event_id from queued`,
)
