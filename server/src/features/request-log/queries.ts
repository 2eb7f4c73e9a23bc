/** The statements of the log of requests. */
import { isoTime } from '../../platform/clock.ts'
import { ofAccount } from '../../platform/db/id-conditions.ts'
import { removeInChunks } from '../../platform/db/in-chunks.ts'
import { columns } from '../../platform/db/rows.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import type { BoundedRow } from '../../platform/http/pages.ts'
import type { RequestRow } from './request.ts'
import type { Task } from '../../platform/task-runner.ts'

const DAY_MS = 86_400_000
export const REQUEST_DAYS = 7

export const insertRequests = columns(
  `bucket smallint, account_id bigint, request_id text, actor text, method text, path text, status smallint,
   duration_ms integer, code text null, errors text null, made text null, at timestamptz`,
).sql<{ id: number }>(
  'requests.insert',
  ({ input }) => `with inserted as (
    insert into requests (bucket, account_id, request_id, actor, method, path, status, duration_ms, code, errors, made, at)
    select bucket, account_id, request_id, actor, method, path, status, duration_ms, code, errors::jsonb, made::jsonb, at
    from ${input}
    returning id
  ) select id from inserted limit 0`,
)

type PageValues = [bucket: number, accountId: number, before: string | null, beforeId: number | null, rows: number]
/** ISO, or `-infinity` and `infinity`. */
type Times = [after: string, before: string]

/** SQL: a page of the rows with the condition, newest first. $3 to $5: `pageValues`. */
const page = (condition: string) => `with listed as materialized (
    select id, request_id, actor, method, path, status, duration_ms, code, errors, made, at as created_at from requests r
    where ${condition}
    order by at desc, id desc limit $5
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('errors::text', 'made::text'))}
  order by ${NEWEST_FIRST}`

const OF_ACCOUNT = `bucket = $1 and account_id = $2 and at > $6::timestamptz and at < $7::timestamptz
      and at <= coalesce($3::timestamptz, 'infinity') and ($3::timestamptz is null or at < $3 or id < $4)`

export const listRequests = listSql<RequestRow & BoundedRow, [...PageValues, ...Times]>(
  'requests.list',
  page(OF_ACCOUNT),
)

/** The refused ones, by an index of their own. */
export const listFailedRequests = listSql<RequestRow & BoundedRow, [...PageValues, ...Times]>(
  'requests.list_failed',
  page(`status >= 400 and ${OF_ACCOUNT}`),
)

/**
 * The requests with this id. `failed`: only the refused ones. No condition is on a column of another index alone, so
 * PostgreSQL can search only the index of these ids.
 */
export const listRequestsWithId = listSql<
  RequestRow & BoundedRow,
  [...PageValues, ...Times, requestId: string, failed: boolean]
>(
  'requests.list_with_id',
  page(`${ofAccount('r', '$1', '$2')} and request_id = $8::text and (not $9 or status + 0 >= 400)
      and (request_id, at) > ($8::text, $6::timestamptz) and (request_id, at) < ($8::text, $7::timestamptz)
      and (request_id, at, id) < ($8::text, coalesce($3::timestamptz, 'infinity'), coalesce($4::bigint, 0))`),
)

/** In no order, so that PostgreSQL reads the index of times. By their keys it would look at every account. */
const removeRequests = sql<{ id: number }, [buckets: readonly number[], before: string, rows: number]>(
  'requests.remove',
  `with old as (
     select bucket, account_id, at, id from requests
     where bucket = any($1::smallint[]) and at < $2::timestamptz
     limit $3
     for update skip locked
   ), removed as (
     delete from requests r using old
     where r.bucket = any($1) and r.bucket = old.bucket and r.account_id = old.account_id and r.at = old.at and r.id = old.id
     returning r.id
   )
   select id from removed`,
)

/** Deletes requests after seven days, in chunks. */
export async function removeOldRequests(
  connection: Connection,
  buckets: readonly number[],
  nowMs: number,
): Promise<void> {
  const before = isoTime(nowMs - REQUEST_DAYS * DAY_MS)
  await removeInChunks((rows) => removeRequests(connection, buckets, before, rows))
}

export const requestRemoval: Task = {
  name: 'requests_removed',
  intervalMs: 60_000,
  run: ({ pool, buckets, clock }) => removeOldRequests(pool, buckets(), clock.now()),
}
