/**
 * Continues replays. New events have priority: a replay queues more events only if few of the account's events are
 * ready, and its events wait among the fresh ones. So a new event waits behind at most `READY_EVENTS_MAX` others,
 * however large the replay.
 */
import type { Connection } from '../../platform/db/sql.ts'
import type { Clock } from '../../platform/clock.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { forEachRunning } from '../../platform/db/running-jobs.ts'
import type { RunningKey } from '../../platform/db/running-jobs.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { eventIdFloor } from '../../platform/ids.ts'
import { countReady, lockReplays, queueReplayed, findAgain } from './event-queries.ts'
import { listRunning } from './queries.ts'
import type { RunningReplay } from './queries.ts'
import type { Task } from '../../platform/task-runner.ts'

/** Three times the largest number in flight to one endpoint. */
const READY_EVENTS_MAX = 200

/** Chunks searched per run for one replay: about 50 ms. */
const CHUNKS_MAX = 5

const DAY_MS = 86_400_000

/**
 * The oldest time of events that may be sent again, ms since the epoch. Events deleted soon must not become pending.
 */
export function oldestReplayableMs({ clock, config }: Pick<Context, 'clock' | 'config'>): number {
  return clock.now() - (config.eventRetentionDays - 1) * DAY_MS
}

/** The number of events a replay may queue now. */
export async function countFreeReplays(
  { pool, clock }: { pool: Connection; clock: Clock },
  bucket: number,
  accountId: number,
): Promise<number> {
  const [row] = await countReady(pool, bucket, accountId, isoTime(clock.now()), READY_EVENTS_MAX)
  return Math.max(0, READY_EVENTS_MAX - row!.ready)
}

export interface ReplayProgressOptions extends Pick<Context, 'pool' | 'clock' | 'config'> {
  /** The buckets whose replays go on. */
  buckets(): readonly number[]
  /** Called after events are queued, so that the dispatcher reads them. */
  onQueuedAgain(bucket: number, accountId: number): void
}

/**
 * Queues the next events of every replay with an active endpoint. The other replays are held. Several processes may run
 * it: one statement writes events and cursor, and only if the cursor is unchanged.
 */
export async function continueReplays(options: ReplayProgressOptions): Promise<void> {
  const listed = (...after: RunningKey) => listRunning(options.pool, ...after)
  await forEachRunning(listed, options.buckets, (replay) => continueReplay(options, replay))
}

async function continueReplay(options: ReplayProgressOptions, replay: RunningReplay): Promise<void> {
  const { pool, clock, onQueuedAgain } = options
  const { bucket, accountId, endpointId, id, states, types, cursor } = replay
  const free = await countFreeReplays(options, bucket, accountId)
  if (free === 0) return
  // The replay may have been held for a long time.
  const oldestId = eventIdFloor(oldestReplayableMs(options))
  const range = { fromId: cursor < oldestId ? oldestId : cursor, belowId: replay.cursorEnd }
  const search = { bucket, accountId, ...range, states, types, askedAt: replay.createdAt }
  const { ids, nextId } = await findAgain(pool, search, CHUNKS_MAX, free)
  await transaction(pool, async (tx) => {
    await lockReplays(tx, bucket, accountId)
    const queue = [bucket, accountId, endpointId, ids, states, isoTime(clock.now())] as const
    const [moved] = await queueReplayed(tx, ...queue, id, cursor, nextId)
    if (moved !== undefined && moved.queued > 0) tx.afterCommit(() => onQueuedAgain(bucket, accountId))
  })
}

export const replayProgress: Task<ReplayProgressOptions> = {
  name: 'replays',
  intervalMs: 200,
  run: continueReplays,
}
