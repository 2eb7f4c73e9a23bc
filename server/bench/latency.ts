import type { Pool } from '../src/db/pool.ts'
import { eventIdFloor } from '../src/ids.ts'
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

/** The smallest value that is not exceeded by `share` of the values. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
}

/** @throws if an event arrived that is not stored, or arrived before its commit. */
async function latencyOf(pool: Pool, arrivals: readonly Arrival[], fromMs: number): Promise<Latency> {
  if (arrivals.length < EVENTS_MIN) throw new Error(`${arrivals.length} events are too few to tell a latency`)
  const { rows } = await pool.query<{ id: string; at: number }>({
    text: `select id, (extract(epoch from pg_xact_commit_timestamp(tx::xid)) * 1000)::float8 as at
      from events where id >= $1`,
    values: [eventIdFloor(fromMs)],
  })
  const committed = new Map(rows.map((row) => [row.id, row.at]))
  const times = arrivals.map(([id, atMs]) => atMs - (committed.get(id) ?? NaN)).toSorted((a, b) => a - b)
  if (times.some(Number.isNaN)) throw new Error('An event came that is not stored')
  if (times[0]! < -CLOCK_TOLERANCE_MS) throw new Error(`An event came ${-times[0]!} ms before its commit`)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) }
}

/** Creates messages at a fixed rate. The run has the latency of all their webhooks. */
export async function runPaced(bench: Bench, options: MessagesOptions & { perSecond: number }): Promise<Run> {
  const { database, receiver } = bench
  const startMs = Date.now()
  receiver.keepArrivals()
  const run = await runMessages(bench, options)
  return { ...run, latency: await latencyOf(database.pool, await receiver.arrivals(), startMs) }
}

/** The latency for a progress line. */
export function latencyText({ latency }: Run): string {
  const { p50, p95, p99 } = latency!
  return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
