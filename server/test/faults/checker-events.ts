/** Checks of events, attempts and endpoints. */
import type { ServicePool } from '../../src/platform/db/pool.ts'
import type { EventSource } from '../../src/core/events/event.ts'

export interface AttemptRow {
  endpoint: number
  number: number
  succeeded: boolean
  final: boolean
  code: number | null
  error: string | null
  at: number
  took: number
}

export interface EventRow {
  account_id: number
  id: string
  type: string
  source: EventSource
  delivery_id: number | null
  body: string
  skipped: string | null
  queued: boolean
  dropped: boolean
  attempts: AttemptRow[]
}

/** An attempt's start is stored in whole ms, and its outcome is written a moment later. */
const SCHEDULE_TOLERANCE_MS = 2

/** Specification 3.2: this many failed events in a row disable the endpoint. */
const FAILED_EVENTS_MAX = 20

/** Events ordered by id, of one account or of all (null). */
export async function readEvents(pool: ServicePool, accountId: number | null): Promise<EventRow[]> {
  const { rows } = await pool.query<EventRow>({
    text: `select e.account_id, e.id, e.type, e.source, e.delivery_id, e.body, e.skipped, q.event_id is not null as queued,
        d.event_id is not null as dropped,
        coalesce((select json_agg(json_build_object('endpoint', a.endpoint_id, 'number', a.number,
            'succeeded', a.succeeded, 'final', a.final, 'code', a.response_code, 'error', a.error_message,
            'at', extract(epoch from a.created_at) * 1000, 'took', a.duration_ms) order by a.number)
          from attempts a where a.bucket = e.bucket and a.account_id = e.account_id and a.event_id = e.id), '[]') as attempts
      from events e
      left join webhook_queue q on q.bucket = e.bucket and q.account_id = e.account_id and q.event_id = e.id
      left join dropped_events d on d.bucket = e.bucket and d.account_id = e.account_id and d.event_id = e.id
      where $1::bigint is null or e.account_id = $1
      order by e.id`,
    values: [accountId],
  })
  return rows
}

/**
 * Splits attempts into series. A series ends with its final attempt. The last one may be unfinished if the endpoint was
 * deleted.
 */
function seriesOf(attempts: readonly AttemptRow[]): AttemptRow[][] {
  const series: AttemptRow[][] = []
  let open: AttemptRow[] = []
  for (const attempt of attempts) {
    open.push(attempt)
    if (!attempt.final) continue
    series.push(open)
    open = []
  }
  return open.length > 0 ? [...series, open] : series
}

/** Specification 4.4: the meaning of a response. */
function judgeResponse(attempt: AttemptRow, isLast: boolean): string | null {
  const { code, succeeded, final, number } = attempt
  if (succeeded !== (code !== null && code >= 200 && code < 300)) return `attempt ${number} is taken for what it is not`
  const refused = code !== null && code >= 400 && code < 500 && code !== 408 && code !== 429
  if (final !== (succeeded || refused || isLast)) return `attempt ${number} (${code}) has final ${final}`
  return null
}

/** Invariants 5, 6 and 7 for one series: not too many attempts, none after the final one, none too early. */
function judgeSeries(series: readonly AttemptRow[], retryScheduleMs: readonly number[]): string[] {
  const breaches: string[] = []
  if (series.length > retryScheduleMs.length + 1) breaches.push(`a series has ${series.length} attempts`)
  for (const [index, attempt] of series.entries()) {
    const response = judgeResponse(attempt, index === retryScheduleMs.length)
    if (response !== null) breaches.push(response)
    const before = series[index - 1]
    if (before === undefined) continue
    const earliest = before.at + before.took + retryScheduleMs[index - 1]! - SCHEDULE_TOLERANCE_MS
    if (attempt.at < earliest) breaches.push(`attempt ${attempt.number} came ${earliest - attempt.at} ms early`)
  }
  return breaches
}

/**
 * Also checks invariant 3: every event has exactly one end. In a drained run, only inactive endpoints may still have
 * pending events. So the caller first activates or deletes every endpoint.
 */
export function judgeEvent(event: EventRow, retryScheduleMs: readonly number[], resends: number): string[] {
  const breaches: string[] = []
  if (event.queued) breaches.push('is still pending')
  const series: AttemptRow[][] = []
  // Attempt numbers are per endpoint, so a new endpoint starts again at 1.
  for (const attempts of Map.groupBy(event.attempts, (attempt) => attempt.endpoint).values()) {
    if (attempts.some((attempt, index) => attempt.number !== index + 1)) breaches.push('the attempts have gaps')
    const ofEndpoint = seriesOf(attempts)
    if (ofEndpoint.at(-1)?.at(-1)?.final === false && !event.dropped) breaches.push('the last series has no end')
    series.push(...ofEndpoint)
  }
  for (const one of series) breaches.push(...judgeSeries(one, retryScheduleMs))
  if (series.length === 0 && !event.dropped && event.skipped === null) breaches.push('has no end')
  const asked = resends + (event.skipped === null ? 1 : 0)
  if (series.length > asked) breaches.push(`has ${series.length} series and was asked for ${asked}`)
  if (event.skipped !== null && event.dropped && resends === 0) breaches.push('was skipped and dropped')
  const envelope = JSON.parse(event.body) as { id: string; type: string }
  if (envelope.id !== event.id || envelope.type !== event.type) breaches.push('its body is of another event')
  return breaches.map((breach) => `${event.id}: ${breach}`)
}

/**
 * Invariant 14: no event has disappeared. Runs are shorter than the retention, so all events must still exist. Here:
 * other rows do not refer to a missing event. Other checks compare POSTs and facts with the stored events.
 */
export async function judgeMissingEvents(pool: ServicePool, accountId: number | null): Promise<string[]> {
  const { rows } = await pool.query<{ breach: string }>({
    text: `select left_over.event_id || ': is not stored, and left ' || left_over.what as breach from (
        select bucket, account_id, event_id, 'a queue row' as what from webhook_queue
        union all select bucket, account_id, event_id, 'an attempt' from attempts
        union all select bucket, account_id, event_id, 'the reason for which it was dropped' from dropped_events
      ) left_over
      where ($1::bigint is null or left_over.account_id = $1) and not exists (select from events e
        where e.bucket = left_over.bucket and e.account_id = left_over.account_id and e.id = left_over.event_id)`,
    values: [accountId],
  })
  return rows.map((row) => row.breach)
}

interface EndpointRow {
  id: number
  disabled: boolean
  consecutive_failures: number
  disables: number
  reactivations: number
  failed_events: number
}

/** Invariant 8: an endpoint is disabled at its 20th failed event in a row, each time with one audit entry. */
export async function judgeEndpoints(pool: ServicePool, accountId: number | null): Promise<string[]> {
  const { rows } = await pool.query<EndpointRow>({
    text: `select e.id, e.disabled_at is not null as disabled, e.consecutive_failures,
        (select count(*)::int from audit_log l where l.bucket = e.bucket and l.account_id = e.account_id
          and l.target = 'webhook_endpoint:' || e.id and l.action = 'webhook_endpoint.disabled') as disables,
        (select count(*)::int from audit_log l where l.bucket = e.bucket and l.account_id = e.account_id
          and l.target = 'webhook_endpoint:' || e.id and l.action = 'webhook_endpoint.reactivated') as reactivations,
        (select count(*)::int from attempts a where a.bucket = e.bucket and a.account_id = e.account_id
          and a.endpoint_id = e.id and a.final and not a.succeeded) as failed_events
      from webhook_endpoints e where $1::bigint is null or e.account_id = $1`,
    values: [accountId],
  })
  return rows.flatMap((row) => {
    const breaches: string[] = []
    const isFull = row.consecutive_failures === FAILED_EVENTS_MAX
    if (row.disabled !== isFull)
      breaches.push(`has ${row.consecutive_failures} failures in a row and is ${row.disabled ? '' : 'not '}disabled`)
    if (row.disables - row.reactivations !== (row.disabled ? 1 : 0))
      breaches.push(`was disabled ${row.disables} and reactivated ${row.reactivations} times by the audit log`)
    if (row.failed_events < row.disables * FAILED_EVENTS_MAX || row.consecutive_failures > row.failed_events)
      breaches.push(`was disabled ${row.disables} times by ${row.failed_events} failed events`)
    return breaches.map((breach) => `endpoint ${row.id}: ${breach}`)
  })
}
