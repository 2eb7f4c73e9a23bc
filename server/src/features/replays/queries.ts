import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'

const REPLAY_COLUMNS = 'id, since, until, states, types, total, done, created_at, finished_at, canceled'

/** Prevents only the deletion of the endpoint until the transaction ends. */
export const keepEndpoint = sql(
  'webhook_replay.keep_endpoint',
  'select id from webhook_endpoints where bucket = $1 and account_id = $2 and id = $3 for key share',
)

/** Stores a new replay at its beginning. Returns no row if a replay of the endpoint is running. */
export const insertReplay = sql(
  'webhook_replay.insert',
  `with inserted as (
     insert into replays (bucket, account_id, endpoint_id, since, until, states, types, total, cursor, cursor_end, created_at)
     values ($1, $2, $3, $4::timestamptz, $5::timestamptz, $6::text[], $7::text[], $8, $9, $10, $11::timestamptz)
     on conflict (bucket, account_id, endpoint_id) where finished_at is null do nothing
     returning id
   )
   select id from inserted`,
)

/** Deletes an endpoint's oldest replays except `kept`. A running one stays. */
export const trimReplays = sql(
  'webhook_replay.trim',
  `with old as (
     select r.id from replays r where r.bucket = $1 and r.account_id = $2 and r.endpoint_id = $3
     order by r.created_at desc, r.id desc offset $4
   )
   delete from replays r using old
   where r.bucket = $1 and r.account_id = $2 and r.id = old.id and r.finished_at is not null returning r.id`,
)

/** Deletes the replays of a deleted endpoint, because no route can show them. */
export const deleteReplays = sql(
  'webhook_replay.delete',
  'delete from replays where bucket = $1 and account_id = $2 and endpoint_id = $3 returning id',
)

/** An endpoint's replays, newest first. */
export const listReplays = listSql(
  'webhook_replay.list',
  `with listed as materialized (
   select ${REPLAY_COLUMNS} from replays
   where bucket = $1 and account_id = $2 and endpoint_id = $6
     and ($3::timestamptz is null or (created_at, id) < ($3, $4::bigint))
   order by created_at desc, id desc limit $5
   ) ${withinBytes('listed', NEWEST_FIRST, '0')} order by ${NEWEST_FIRST}`,
)

export const findReplay = sql(
  'webhook_replay.show',
  `select ${REPLAY_COLUMNS} from replays where bucket = $1 and account_id = $2 and endpoint_id = $3 and id = $4`,
)

export type ReplayRow = Row<typeof findReplay>

/** The endpoint's running replay. There is at most one. */
export const findRunning = sql(
  'webhook_replay.find_running',
  `select id from replays where bucket = $1 and account_id = $2 and endpoint_id = $3 and finished_at is null`,
)

/** Ends a running replay. Returns no row if it has ended. */
export const cancelReplay = sql(
  'webhook_replay.cancel',
  `update replays set canceled = true, finished_at = $4::timestamptz
   where bucket = $1 and account_id = $2 and id = $3 and finished_at is null returning ${REPLAY_COLUMNS}`,
)

/** Running replays of active endpoints, after the given one. Replays of other endpoints are held. */
export const listRunning = sql(
  'webhook_replay.list_running',
  `select r.bucket, r.account_id, r.id, r.endpoint_id, r.states, r.types, r.cursor, r.cursor_end, r.created_at
   from replays r
   join webhook_endpoints e on e.bucket = r.bucket and e.account_id = r.account_id and e.id = r.endpoint_id
   where r.finished_at is null and (r.bucket, r.account_id, r.id) > ($1::smallint, $2::bigint, $3::bigint)
     and e.active and e.disabled_at is null
   order by r.bucket, r.account_id, r.id limit $4`,
)

export type RunningReplay = Row<typeof listRunning>
