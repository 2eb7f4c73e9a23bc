/**
 * Going on with replays. A replay gives way to live events: it queues more only while few of the account's events are
 * ready to be POSTed, and what it queues waits its turn among the fresh ones (`webhookStatements`). So a live event waits
 * behind `READY_EVENTS_MAX` others at the most, however many are replayed.
 */
import { isoTime } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { eventIdFloor } from '../../ids.ts'
import { countReady, lockReplays, queueReplayed } from './event-queries.ts'
import { listRunning } from './queries.ts'
import type { RunningReplay } from './queries.ts'
import { findAgain } from './search.ts'

/** Three times what may be in flight to one endpoint. */
const READY_EVENTS_MAX = 200

/** Chunks that one run looks at for one replay: some 50 ms. */
const CHUNKS_MAX = 5

const REPLAYS_AT_ONCE = 100

const DAY_MS = 86_400_000

/** The time of the oldest events that may still be sent again, ms: one about to be removed may not become pending. */
export function oldestReplayableMs({ clock, config }: Pick<Context, 'clock' | 'config'>): number {
  return clock.now() - (config.eventRetentionDays - 1) * DAY_MS
}

/** How many events a replay may queue now. */
export async function readReplayRoom(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  bucket: number,
  accountId: number,
): Promise<number> {
  const [row] = await countReady(pool, bucket, accountId, isoTime(clock.now()), READY_EVENTS_MAX)
  return Math.max(0, READY_EVENTS_MAX - row!.ready)
}

export interface ReplayProgressOptions extends Pick<Context, 'pool' | 'clock' | 'config'> {
  /** Called once events are queued: whoever POSTs looks for them. */
  onQueuedAgain(bucket: number, accountId: number): void
}

/**
 * Queues the next events of every replay whose endpoint is active; those of the others are held. It may run in several
 * processes: events and cursor are written by one statement, for a replay that still stands where it was read.
 */
export async function continueReplays(options: ReplayProgressOptions): Promise<void> {
  for (let after = { bucket: -1, account_id: 0, id: 0 }; ;) {
    const running = await listRunning(options.pool, after.bucket, after.account_id, after.id, REPLAYS_AT_ONCE)
    for (const replay of running) await continueReplay(options, replay)
    const last = running.at(-1)
    if (last === undefined || running.length < REPLAYS_AT_ONCE) return
    after = last
  }
}

async function continueReplay(options: ReplayProgressOptions, replay: RunningReplay): Promise<void> {
  const { pool, clock, onQueuedAgain } = options
  const { bucket, account_id: accountId, endpoint_id: endpointId, id, states, types, cursor } = replay
  const room = await readReplayRoom(options, bucket, accountId)
  if (room === 0) return
  // It may have been held for long.
  const oldestId = eventIdFloor(oldestReplayableMs(options))
  const range = { fromId: cursor < oldestId ? oldestId : cursor, belowId: replay.cursor_end }
  const search = { bucket, accountId, ...range, states, types, askedAt: replay.created_at }
  const { ids, nextId } = await findAgain(pool, search, CHUNKS_MAX, room)
  await transaction(pool, async (tx) => {
    await lockReplays(tx, bucket, accountId)
    const queue = [bucket, accountId, endpointId, ids, states, isoTime(clock.now())] as const
    const [moved] = await queueReplayed(tx, ...queue, id, cursor, nextId)
    if (moved !== undefined && moved.queued > 0) tx.afterCommit(() => onQueuedAgain(bucket, accountId))
  })
}
