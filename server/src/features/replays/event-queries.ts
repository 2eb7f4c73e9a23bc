/** Statements that find events to send again, and queue them. None of them blocks an endpoint's failure count. */
import { listSql, sql } from '../../platform/db/sql.ts'
import { EVENT_STATE, EVENT_STATE_JOINS } from '../../core/events/state.ts'
import { isoTime } from '../../platform/clock.ts'
import type { EventState } from '../../core/events/state.ts'
import type { Connection } from '../../platform/db/sql.ts'

/** Locks the account, so that only one caller queues its events again. Two would give attempts the same numbers. */
export const lockReplays = sql(
  'webhook_replay.lock',
  'select id from accounts where bucket = $1 and id = $2 for no key update',
)

/** The id after `events` events of a range, if there are more. A chunk of the range ends before it. */
const findChunkEnd = sql(
  'webhook_replay.find_chunk_end',
  `select id from events where bucket = $1 and account_id = $2 and id >= $3 and id < $4 order by id offset $5 limit 1`,
)

/**
 * Events of a chunk in one of the states since before `askedAt`, oldest first. Deriving a state is slow, so it is done
 * only for `likely` events: skipped ones, and those with a failed final attempt. With other states ($7) it is done for
 * all.
 */
const findReplayable = listSql(
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
     and coalesce(greatest(attempted.newest_at, d.at), '-infinity') < $9::timestamptz
   order by e.id limit $8`,
)

/**
 * Queues events ($4) for a new series at the `endpoint`. Numbers continue after the last attempt there, and due times
 * are in order, a microsecond apart. Pending events, and events in another state by now, are left out.
 */
const QUEUED = `again as (
     select e.id, e.account_id, e.created_at, e.skipped from events e
     where e.bucket = $1 and e.account_id = $2 and e.id = any($4::text[])
       and e.id between (select min(one collate "C") from unnest($4::text[]) one)
         and (select max(one collate "C") from unnest($4::text[]) one)
   ), queued as (
     insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at, missed_at)
     select $1, $2, endpoint.id, e.id, numbered.last, numbered.last,
       $6::timestamptz + row_number() over (order by e.id) * interval '1 microsecond',
       case ${EVENT_STATE} when 'failed' then attempted.newest_at when 'skipped' then e.created_at end
     from endpoint cross join again e ${EVENT_STATE_JOINS}
     cross join lateral (
       -- The endpoint is not a join condition. Otherwise PostgreSQL may search all attempts of the endpoint for each
       -- event.
       select coalesce(max(a.number) filter (where a.endpoint_id = $3), 0) as last from attempts a
       where a.bucket = $1 and a.account_id = $2 and a.event_id = e.id
     ) numbered
     where q.event_id is null and ${EVENT_STATE} = any($5::text[])
     order by e.id
     on conflict (bucket, account_id, event_id) do nothing
     returning event_id
   )`

/** Queues events again at the account's endpoint. Returns no rows if the endpoint is not active. */
export const queueAgain = sql(
  'webhook_replay.queue',
  `with endpoint as (
     select w.id from webhook_endpoints w
     where w.bucket = $1 and w.account_id = $2 and w.id = $3 and w.active and w.disabled_at is null
   ), ${QUEUED}
   select event_id from queued`,
)

/**
 * Queues the replay's next events and moves its cursor. At `cursor_end` it is finished. Returns no row and changes
 * nothing if the replay has ended, has another cursor by now, or its endpoint is not active. `done` never exceeds
 * `total`: an attempt under way at the start may have added an event. Planned at each call, because one event and
 * hundreds need different plans.
 */
export const queueReplayed = listSql(
  'webhook_replay.queue_replayed',
  `with endpoint as (
     select w.id from webhook_endpoints w
     join replays r on r.bucket = $1 and r.account_id = $2 and r.id = $7 and r.endpoint_id = w.id
     where w.bucket = $1 and w.account_id = $2 and w.id = $3 and w.active and w.disabled_at is null
       and r.cursor = $8::text and r.finished_at is null
   ), ${QUEUED}, moved as (
     update replays r
     set cursor = $9::text, done = least(r.total, r.done + (select count(*) from queued)),
       finished_at = case when $9::text >= r.cursor_end then $6::timestamptz end
     from endpoint
     where r.bucket = $1 and r.account_id = $2 and r.id = $7 and r.cursor = $8::text and r.finished_at is null
     returning r.id
   )
   select (select count(*) from queued) as queued from moved`,
)

/**
 * The number of the account's events that are ready to POST or in flight. Counts at most `countedMax` due ones and as
 * many fresh ones. Fresh events have the newest ids, so retries not due yet are not read.
 */
export const countReady = sql(
  'webhook_replay.count_ready',
  `select (
     select count(*) from (
       select q.event_id from webhook_queue q
       where q.bucket = $1 and q.account_id = $2 and q.due_at <= $3::timestamptz order by q.due_at limit $4) due
   ) + (
     select count(*) from (
       select q.due_at from webhook_queue q
       where q.bucket = $1 and q.account_id = $2 order by q.event_id desc limit $4) newest
     where newest.due_at is null
   ) as "ready!"`,
)

// Finds the events of a replay in chunks, outside of a transaction. A long transaction would delay the event feed.

/** Events searched by one statement: about 10 ms. */
const CHUNK_EVENTS = 2000

/** States found without deriving the state of every event. */
const QUICKLY_FOUND = new Set<EventState>(['failed', 'skipped', 'pending'])

interface Search {
  bucket: number
  accountId: number
  /** Event ids: the first one searched, and the first one after the range. */
  fromId: string
  belowId: string
  states: readonly EventState[]
  /** Null: all types. */
  types: readonly string[] | null
  /** ms since the epoch. Events ended later are left out. */
  askedAt: number
}

interface Found {
  /** Ascending. */
  ids: string[]
  /** Where to continue. `belowId` or higher when the whole range is searched. */
  nextId: string
}

/** The lowest text after an id. All ids have the same length. */
export function justBehind(eventId: string): string {
  return `${eventId}0`
}

/** Searches the next chunks of the range, at most `chunksMax`, for at most `idsMax` events. */
export async function findAgain(pool: Connection, search: Search, chunksMax: number, idsMax: number): Promise<Found> {
  const { bucket, accountId, belowId, states, types, askedAt } = search
  const anyState = states.some((state) => !QUICKLY_FOUND.has(state))
  const ids: string[] = []
  let nextId = search.fromId
  for (let chunks = 0; chunks < chunksMax && ids.length < idsMax && nextId < belowId; chunks++) {
    const [end] = await findChunkEnd(pool, bucket, accountId, nextId, belowId, CHUNK_EVENTS)
    const endId = end?.id ?? belowId
    const what = [states, types, anyState, idsMax - ids.length, isoTime(askedAt)] as const
    const rows = await findReplayable(pool, bucket, accountId, nextId, endId, ...what)
    ids.push(...rows.map((row) => row.id))
    nextId = ids.length === idsMax ? justBehind(ids.at(-1)!) : endId
  }
  return { ids, nextId }
}
