/** The statements of the log of requests. */
import { isoTime } from '../../platform/clock.ts'
import { ofAccount } from '../../platform/db/id-conditions.ts'
import { removeInChunks } from '../../platform/db/in-chunks.ts'
import { columns } from '../../platform/db/rows.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, pageValues, scannedRows, scanOf, withinBytes } from '../../platform/http/pages.ts'
import type { Page, Scan } from '../../platform/http/pages.ts'
import type { Task } from '../../platform/task-runner.ts'

const DAY_MS = 86_400_000
export const REQUEST_DAYS = 7

export const insertRequests = columns(
  `bucket smallint, account_id bigint, request_id text, actor text, method text, path text, status smallint,
   duration_ms integer, code text null, errors text null, made text null, at timestamptz`,
).sql(
  'requests.insert',
  ({ input }) => `with inserted as (
    insert into requests (bucket, account_id, request_id, actor, method, path, status, duration_ms, code, errors, made, at)
    select bucket, account_id, request_id, actor, method, path, status, duration_ms, code, errors::jsonb, made::jsonb, at
    from ${input}
    returning id
  ) select id from inserted limit 0`,
)

/** Filters of the list. Null: no filter. Times are ISO. */
export interface RequestFilters {
  requestId: string | null
  /** Only the refused ones. */
  isFailed: boolean
  method: string | null
  /** A part of the path. */
  path: string | null
  status: number | null
  actor: string | null
  after: string | null
  before: string | null
}

export const ANY_REQUEST: RequestFilters = {
  ...{
    requestId: null,
    isFailed: false,
    method: null,
    path: null,
    status: null,
    actor: null,
    after: null,
    before: null,
  },
}

/** Requests looked at for one page. Indexes find ids, failures and times, other filters are checked on at most this many. */
const SCANNED_ROWS_MAX = 1000

/** SQL: a page of the rows with the condition, newest first. $3 to $5: `pageValues`. $8: rows to look at. $9 to $12: filters. */
const page = (condition: string) => `with scanned as materialized (
    select id, request_id, actor, method, path, status, duration_ms, code, errors, made, at as created_at from requests r
    where ${condition}
    order by at desc, id desc limit $8
  ), listed as materialized (
    select * from scanned
    where ($9::text is null or method = $9) and ($10::text is null or strpos(path, $10) > 0)
      and ($11::smallint is null or status = $11) and ($12::text is null or actor = $12)
    order by ${NEWEST_FIRST} limit $5
  ), bounded as (
    ${withinBytes('listed', NEWEST_FIRST, bytesOf('errors::text', 'made::text'))}
  ), ${scannedRows('bounded')}`

const OF_ACCOUNT = `bucket = $1 and account_id = $2 and at > $6::timestamptz and at < $7::timestamptz
      and at <= coalesce($3::timestamptz, 'infinity') and ($3::timestamptz is null or at < $3 or id < $4)`

const listAll = listSql('requests.list', page(OF_ACCOUNT))

export type RequestRow = Extract<Row<typeof listAll>, { id: number }>

/** The refused ones, by an index of their own. */
const listFailed = listSql('requests.list_failed', page(`status >= 400 and ${OF_ACCOUNT}`))

/**
 * The requests with this id. $14: only the refused ones. No condition is on a column of another index alone, so
 * PostgreSQL can search only the index of these ids.
 */
const listWithId = listSql(
  'requests.list_with_id',
  page(`${ofAccount('r', '$1', '$2')} and request_id = $13::text and (not $14 or status + 0 >= 400)
      and (request_id, at) > ($13::text, $6::timestamptz) and (request_id, at) < ($13::text, $7::timestamptz)
      and (request_id, at, id) < ($13::text, coalesce($3::timestamptz, 'infinity'), coalesce($4::bigint, 0))`),
)

/** The requests of one page, one more than the page shows if more exist, and the position reached. */
export async function listRequests(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  shown: Page,
  { requestId, isFailed, method, path, status, actor, after, before }: RequestFilters,
): Promise<{ requests: RequestRow[]; scan: Scan }> {
  const others = [method, path, status, actor] as const
  const rowsMax = shown.limit + 1
  const scannedMax = others.every((value) => value === null) ? rowsMax : SCANNED_ROWS_MAX
  const times = [after ?? '-infinity', before ?? 'infinity'] as const
  const values = [bucket, accountId, ...pageValues(shown), ...times, scannedMax, ...others] as const
  const rows = await (requestId !== null
    ? listWithId(connection, ...values, requestId, isFailed)
    : (isFailed ? listFailed : listAll)(connection, ...values))
  const { found: requests, scan } = scanOf(rows, scannedMax)
  return { requests, scan }
}

/** In no order, so that PostgreSQL reads the index of times. By their keys it would look at every account. */
const removeRequests = sql(
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
