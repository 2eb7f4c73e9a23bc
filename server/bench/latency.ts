import type { ServicePool } from '../src/platform/db/pool.ts'
import { readLastId } from '../src/platform/db/partitions/catalog.ts'
import { eventIdFloor, RANGE_IDS } from '../src/platform/ids.ts'
import type { CreateResponse } from './creates.ts'
import type { Arrival } from './receiver.ts'
import type { Bench, Latency, Run } from './scenario.ts'
import { runMessages } from './whole-path.ts'
import type { MessagesOptions } from './whole-path.ts'

/**
 * From the commit of a change of state to the arrival of its webhook.
 *
 * It begins when PostgreSQL begins to commit the transaction that stored the event (`track_commit_timestamp`). This time
 * is taken before the commit is written and synced. So the figure includes the sync, although nothing may be sent before
 * it. The response to the create would be too late, because a webhook may overtake it. The event's `created_at` would be
 * too early, because batches wait. It ends when the receiver's process reads the first byte of the request from its
 * connection. Both clocks belong to this machine. The receiver's is exact to some us. The first POST of an event counts,
 * with any response.
 *
 * The load is open: creates begin at a fixed rate, even if responses are slow. Every event counts, including all events
 * delayed together by a stall. So a slow moment hides no event (coordinated omission).
 */

/** Permitted difference of the clocks, ms: an event cannot arrive before its commit. */
const CLOCK_TOLERANCE_MS = 2

/** With fewer values the highest hundredth has no meaning. */
const EVENTS_MIN = 200

/** @throws if there are too few values. */
export function summarize(times: readonly number[]): Latency {
  if (times.length < EVENTS_MIN) throw new Error(`${times.length} values are too few for a latency`)
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), p99: quantile(sorted, 0.99), max: sorted.at(-1)! }
}

/** The smallest value that is not exceeded by `share` of the values. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
}

/** @throws if an event arrived that is not stored, or arrived before its commit. */
async function latencyOf(pool: ServicePool, arrivals: readonly Arrival[], fromMs: number): Promise<Latency> {
  const { rows } = await pool.query<{ id: string; at: number }>({
    text: `select id, (extract(epoch from pg_xact_commit_timestamp(tx::xid)) * 1000)::float8 as at
      from events where id >= $1`,
    values: [eventIdFloor(fromMs)],
  })
  const committed = new Map(rows.map((row) => [row.id, row.at]))
  const times = arrivals.map(([id, atMs]) => atMs - (committed.get(id) ?? NaN))
  if (times.some(Number.isNaN)) throw new Error('An event came that is not stored')
  const first = Math.min(...times)
  if (first < -CLOCK_TOLERANCE_MS) throw new Error(`An event came ${-first} ms before its commit`)
  return summarize(times)
}

/** Creates messages at a fixed rate. The run has the latency of all their webhooks. */
export async function runPaced(bench: Bench, options: MessagesOptions & { perSecond: number }): Promise<Run> {
  const { database, receiver } = bench
  const startMs = Date.now()
  receiver.keepArrivals()
  const run = await runMessages(bench, options)
  return { ...run, latency: await latencyOf(database.pool, await receiver.arrivals(), startMs) }
}

/** From the start of a create's request to its response, and to the first webhook of its message. */
export interface ResponseRun {
  responded: Run
  arrived: Run
}

/** Creates messages at a fixed rate, and measures the wait of each caller. */
export async function runResponses(
  bench: Bench,
  options: MessagesOptions & { perSecond: number },
): Promise<ResponseRun> {
  const { database, receiver } = bench
  const startMs = Date.now()
  let responses: readonly CreateResponse[] = []
  receiver.keepArrivals()
  const [last] = await readLastId(database.pool)
  const run = await runMessages(bench, { ...options, onResponse: (given) => (responses = given) })
  const { rows } = await database.pool.query<{ id: string; message_id: number }>({
    text: `select e.id, d.message_id from events e
      join deliveries d on d.bucket = e.bucket and d.account_id = e.account_id and d.id = e.delivery_id
      where e.id >= $1 and d.id >= $2`,
    // The service may have older ids in its memory. Ranges below them are not read.
    values: [eventIdFloor(startMs), last!.id - RANGE_IDS],
  })
  const messageIds = new Map(rows.map((row) => [row.id, row.message_id]))
  const first = new Map<number, number>()
  for (const [eventId, atMs] of await receiver.arrivals()) {
    const messageId = messageIds.get(eventId)!
    first.set(messageId, Math.min(atMs, first.get(messageId) ?? Infinity))
  }
  return {
    responded: {
      ...run,
      latency: summarize(responses.map(([, begunAtMs, respondedAtMs]) => respondedAtMs - begunAtMs)),
    },
    arrived: { ...run, latency: summarize(responses.map(([id, begunAtMs]) => (first.get(id) ?? NaN) - begunAtMs)) },
  }
}

/** The latency for a progress line. */
export function latencyText({ latency }: Run): string {
  const { p50, p95, p99, max } = latency!
  return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`
}
