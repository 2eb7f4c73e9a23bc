/** Waits until a service has no work left, and checks its run. */
import { createPool } from '../src/platform/db/pool.ts'
import type { ConnectionPool as Pool } from '../src/platform/db/pool.ts'
import { judge } from './faults/checker.ts'
import type { Judgement, Run } from './faults/checker.ts'
import type { Receiver } from './receiver.ts'

/** A run is stuck after this many equal reads in a row. The database waits 0.1 s in each read. */
const STUCK_LOOKS = 1200
/** After this many equal reads in a row, `onQuiet` is called. */
const QUIET_LOOKS = 20
/** The largest number of rows of each kind in the report of a stuck run. */
const REPORTED_ROWS_MAX = 20

/** Counts all remaining work and its progress. The result changes with every send, attempt, report and replay. */
const LEFT = `select (select count(*) from webhook_queue)::int as events,
    (select coalesce(sum(attempts_made), 0) from webhook_queue)::int as attempts,
    (select count(*) from send_queue)::int as sends,
    (select coalesce(sum(sends_made), 0) from send_queue)::int as sends_made,
    (select count(*) from sandbox_reports)::int as reports,
    (select count(*) from replays where finished_at is null)::int as replays,
    (select coalesce(sum(done), 0) from replays where finished_at is null)::int as replayed,
    (select count(*) from message_resends where finished_at is null)::int as resends,
    (select coalesce(sum(sent), 0) from message_resends where finished_at is null)::int as resent
  from pg_sleep(0.1)`

/** Queries for the report of a stuck run: remaining rows, their due times, and the owners of their buckets. */
const REPORT: Record<string, string> = {
  'events by account': `select q.bucket, q.account_id, q.endpoint_id, e.active, e.disabled_at, count(*)::int as events,
      count(*) filter (where q.due_at is null)::int as fresh, min(q.due_at) as first_due, max(q.due_at) as last_due,
      min(q.attempts_made - q.series_start) as attempts_min, max(q.attempts_made - q.series_start) as attempts_max
    from webhook_queue q
    left join webhook_endpoints e on e.bucket = q.bucket and e.account_id = q.account_id and e.id = q.endpoint_id
    group by 1, 2, 3, 4, 5 order by 1, 2 limit $1`,
  events: `select bucket, account_id, event_id, attempts_made, series_start, due_at from webhook_queue
    order by due_at nulls first, event_id limit $1`,
  sends: `select q.bucket, q.account_id, q.channel_id, q.delivery_id, d.status, q.sends_made, q.due_at, q.started_at
    from send_queue q
    left join deliveries d on d.bucket = q.bucket and d.account_id = q.account_id and d.id = q.delivery_id
    order by q.due_at limit $1`,
  reports: 'select * from sandbox_reports limit $1',
  replays: 'select * from replays where finished_at is null limit $1',
  resends: 'select * from message_resends where finished_at is null limit $1',
  leases: `select owner, count(*)::int as buckets, min(expires_at) as first_end, max(expires_at) as last_end from bucket_leases
    group by owner limit $1`,
  processes: 'select * from processes limit $1',
}

async function report(pool: Pool): Promise<string> {
  const lines: string[] = []
  for (const [what, text] of Object.entries(REPORT)) {
    const { rows } = await pool.query<Record<string, unknown>>({ text, values: [REPORTED_ROWS_MAX] })
    lines.push(`${what}:`, ...rows.map((row) => `  ${JSON.stringify(row)}`))
  }
  const { rows } = await pool.query<{ now: number }>('select now()')
  return [...lines, `the time is ${rows[0]!.now}, ms since the epoch, as are those above`].join('\n')
}

/**
 * Resolves when no sends, sandbox reports, replays, resends or webhook events are waiting. If no count changes for a while, it
 * calls `onQuiet`, which may move a clock.
 * @throws if the counts do not change for a long time, with the remaining work.
 */
export async function untilDrained(pool: Pool, onQuiet: () => Promise<void> = async () => {}): Promise<void> {
  let before = ''
  for (let same = 0; same < STUCK_LOOKS;) {
    const { rows } = await pool.query<Record<string, number>>(LEFT)
    const { events, sends, reports, replays, resends } = rows[0]!
    if ([events, sends, reports, replays, resends].every((left) => left === 0)) return
    const left = JSON.stringify(rows[0])
    same = left === before ? same + 1 : 0
    before = left
    if (same > 0 && same % QUIET_LOOKS === 0) await onQuiet()
  }
  throw new Error(`Nothing moves any more, and this is left: ${before}\n${await report(pool)}`)
}

export interface DrainedRun extends Pick<Run, 'acknowledgedDeliveryIds' | 'words' | 'retryScheduleMs'> {
  /** The URL of the database. */
  url: string
  receiver: Receiver
  /** The endpoint's secret. */
  secret: string
}

/** Checks a drained run with one endpoint. */
export async function judgeDrained({ url, receiver, secret, ...run }: DrainedRun): Promise<Judgement> {
  const pool = createPool({
    url,
    connectionsMax: 2,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
    applicationName: 'checker',
    onError: () => {},
  })
  try {
    await untilDrained(pool)
    const { rows } = await pool.query<{ account_id: number }>('select account_id from webhook_endpoints')
    const path = new URL(receiver.url).pathname
    const endpoint = { accountId: rows[0]!.account_id, path, secrets: [{ secret, replacedAtMs: null }], quiet: [] }
    return await judge({ pool, received: receiver.requests, endpoints: [endpoint], ...run })
  } finally {
    await pool.end()
  }
}
