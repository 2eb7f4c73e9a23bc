import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { eventIdFloor } from '../src/platform/ids.ts'
import { BODY_CHARACTERS, countEvents } from './backlog.ts'
import type { BenchEndpoint } from './backlog.ts'
import type { BenchDatabase } from './database.ts'

/** Ended events, each with its attempt, as in a service after a day of work. Made by SQL. */

const DAY_MS = 86_400_000
/** The youngest event is older than any backlog. */
const AGE_MS = 600_000
const ROWS_PER_STATEMENT = 10_000
/** Disk space of an event with its attempt, their indexes, WAL and temporary data. */
const BYTES_PER_EVENT = 2000
const SPARE_BYTES = 4e9
/** `evt_` and the time in an id. The unique number of the event follows. */
const ID_TIME_CHARACTERS = 14
const PROGRESS_SHARE = 0.1

/**
 * $1 to $3: buckets, accounts and endpoints. $4 and $5: the numbers of the rows. $6: the time in their ids. $7: this
 * time.
 */
const FILL = `with owner as (
    select bucket, account_id, endpoint_id, place
    from unnest($1::smallint[], $2::bigint[], $3::bigint[]) with ordinality as o (bucket, account_id, endpoint_id, place)
  ), input as (
    select bucket, account_id, endpoint_id, n, $6::text || lpad(n::text, 16, '0') as id
    from generate_series($4::integer, $5::integer) n
    join owner on place = 1 + n % cardinality($1::smallint[])
    order by bucket, account_id, n
  ), stored as (
    insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body)
    select bucket, account_id, id, 'delivery.delivered', n, $7::timestamptz, 'provider',
      '{"padding":"' || repeat('x', ${BODY_CHARACTERS - 14}) || '"}' from input
  )
  insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code,
    duration_ms, created_at)
  select bucket, account_id, endpoint_id, id, 'delivery.delivered', 1, true, true, 200, 20, $7::timestamptz from input`

/** An error message if the disk is too small for this number of events, otherwise null. */
export async function lackOfDisk(events: number): Promise<string | null> {
  const { bavail, bsize } = await statfs(tmpdir())
  const neededGb = (events * BYTES_PER_EVENT + SPARE_BYTES) / 1e9
  const freeGb = (bavail * bsize) / 1e9
  if (freeGb >= neededGb) return null
  return `${events.toLocaleString('en')} events were not stored: they need ${neededGb.toFixed(0)} GB in ${tmpdir()}, which has ${freeGb.toFixed(0)} GB free.`
}

/** Adds to the `stored` events until there are `events`, spread over the last day. Then it vacuums. */
export async function storeHistory(
  database: BenchDatabase,
  endpoints: readonly BenchEndpoint[],
  { stored, events, progress }: { stored: number; events: number; progress(text: string): void },
): Promise<void> {
  const { pool } = database
  const endMs = Date.now() - AGE_MS
  const owners = [endpoints.map((endpoint) => endpoint.bucket), endpoints.map((endpoint) => endpoint.accountId)]
  const endpointIds = endpoints.map((endpoint) => endpoint.endpointId)
  let told = 0
  for (let first = stored; first < events; first += ROWS_PER_STATEMENT) {
    const last = Math.min(first + ROWS_PER_STATEMENT, events) - 1
    const share = (last - stored + 1) / (events - stored)
    const timeMs = Math.floor(endMs - (1 - share) * DAY_MS)
    const prefix = eventIdFloor(timeMs).slice(0, ID_TIME_CHARACTERS)
    await pool.query({
      name: 'bench.history',
      text: FILL,
      values: [...owners, endpointIds, first, last, prefix, new Date(timeMs).toISOString()],
    })
    if (share - told < PROGRESS_SHARE) continue
    told = share
    progress(`storing ${events} events: ${(share * 100).toFixed(0)} %`)
  }
  database.historyEnd = eventIdFloor(endMs + 1)
  await countEvents(database)
  for (const text of ['vacuum analyze events', 'vacuum analyze attempts', 'checkpoint']) await pool.query({ text })
}
