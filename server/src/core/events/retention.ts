import { isoTime } from '../../platform/clock.ts'
import { byKey } from '../../platform/db/id-conditions.ts'
import { removePartition } from '../../platform/db/partitions/remove.ts'
import { partitionName, partitionsBefore } from '../../platform/db/partitions/catalog.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ALL_BUCKETS, eventIdFloor } from '../../platform/ids.ts'
import type { Task } from '../../platform/task-runner.ts'

/**
 * Events and attempts are deleted by whole UTC days, each a partition. A day is deleted when its youngest event is
 * older than the retention (specification 8). Events still pending are dropped first.
 */

const DAY_MS = 86_400_000

/** Rows per statement. It takes milliseconds, and the dispatcher may wait for its locks. */
const CHUNK_ROWS = 1000

const expirePending = sql(
  'retention.expire_pending',
  `with old as (
     select q.bucket, q.account_id, q.event_id from webhook_queue q
     where q.bucket = $1 and (q.account_id, q.event_id) > ($2::bigint, $3::text)
       and q.event_id >= $4::text and q.event_id < $5::text
     order by q.account_id, q.event_id limit $6::integer for update
   ), ended as (
     delete from webhook_queue q using old
     where ${byKey('q', 'old', 'event_id')}
     returning q.bucket, q.account_id, q.event_id
   ), dropped as (
     insert into dropped_events (bucket, account_id, event_id, reason, at)
     select ended.bucket, ended.account_id, ended.event_id, 'expired', $7::timestamptz from ended
     order by ended.account_id, ended.event_id
     on conflict (bucket, account_id, event_id) do nothing
     returning event_id
   )
   select ended.account_id, ended.event_id from ended order by ended.account_id, ended.event_id`,
)

const trimDropped = sql(
  'retention.trim_dropped',
  `with old as (
     select d.bucket, d.account_id, d.event_id from dropped_events d
     where d.bucket = any($1::smallint[]) and d.at < $2::timestamptz limit $3::integer
   )
   delete from dropped_events d using old
   where d.bucket = old.bucket and d.account_id = old.account_id and d.event_id = old.event_id
   returning d.event_id`,
)

async function expireDay(
  pool: ServicePool,
  buckets: readonly number[],
  dayStartMs: number,
  nowMs: number,
): Promise<number> {
  const from = eventIdFloor(dayStartMs)
  const before = eventIdFloor(dayStartMs + DAY_MS)
  let expired = 0
  for (const bucket of buckets)
    for (let after = { accountId: 0, eventId: '' }; ;) {
      const rows = await expirePending(
        pool,
        bucket,
        after.accountId,
        after.eventId,
        from,
        before,
        CHUNK_ROWS,
        isoTime(nowMs),
      )
      expired += rows.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < CHUNK_ROWS) break
      after = last
    }
  return expired
}

async function trimDroppedBefore(pool: ServicePool, buckets: readonly number[], beforeMs: number): Promise<void> {
  while ((await trimDropped(pool, buckets, isoTime(beforeMs), CHUNK_ROWS)).length === CHUNK_ROWS);
}

export interface RetentionResult {
  /** Names of the removed partitions. */
  removed: string[]
  /** Partitions not removed because of constant readers. The next run tries again. */
  kept: string[]
  /** The reason why the last of them was not removed, or null. */
  refusal: Error | null
  /** The number of pending events that were dropped. */
  expired: number
}

/**
 * Removes the days that ended more than `retentionDays` before `nowMs`. `session` must be outside of a transaction,
 * because PostgreSQL detaches partitions concurrently only there. `buckets`: the buckets whose rows are on the server. Repeated and parallel calls are safe.
 */
export async function removeOldDays(
  pool: ServicePool,
  session: Connection,
  nowMs: number,
  retentionDays: number,
  buckets: readonly number[] = ALL_BUCKETS,
): Promise<RetentionResult> {
  const beforeMs = nowMs - retentionDays * DAY_MS
  const result: RetentionResult = { removed: [], kept: [], refusal: null, expired: 0 }
  // Events before attempts: a reader never asks for attempts without their event.
  for (const table of ['events', 'attempts'])
    for (const { name, from } of await partitionsBefore(session, table, beforeMs)) {
      if (table === 'events') result.expired += await expireDay(pool, buckets, from, nowMs)
      // Attempts stay as long as their events. Without attempts, the events would look undelivered.
      const staysWithEvents = table === 'attempts' && result.kept.includes(partitionName('events', from))
      const refusal = staysWithEvents ? result.refusal : await removePartition(session, table, name)
      result.refusal = refusal ?? result.refusal
      ;(refusal === null ? result.removed : result.kept).push(name)
    }
  await trimDroppedBefore(pool, buckets, beforeMs)
  return result
}

export const dayRemoval: Task = {
  name: 'partitions_removed',
  intervalMs: 3_600_000,
  run: async ({ pool, clock, config, buckets, unlessMoving }) => {
    const found = await unlessMoving((session) =>
      removeOldDays(pool, session, clock.now(), config.eventRetentionDays, buckets()),
    )
    if (found === null) return
    const { kept, refusal } = found
    if (refusal !== null) throw new Error(`Not removed: ${kept.join(', ')}: ${refusal.message}`, { cause: refusal })
  },
}
