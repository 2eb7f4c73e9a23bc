/** Sends that were counted and have no result: a crash cut them off, or the result could not be written. */
import type { Batcher } from '../db/batcher.ts'
import type { Pool } from '../db/pool.ts'
import type { Lane } from '../dispatch/lane.ts'
import type { Lanes } from '../dispatch/lanes.ts'
import { cause } from '../providers/causes.ts'
import { laneOf } from './poll.ts'
import type { SendItem } from './poll.ts'
import { readStarted } from './queries.ts'
import type { SendEnd } from './send-settle.ts'

/** Why such a send has no result: which of the two it was nobody knows who finds it. */
export const CUT_OFF_WORDS = 'result not recorded, or cut off by a restart'
export const CUT_OFF = cause('aborted', CUT_OFF_WORDS)

interface CutOffTools {
  pool: Pool
  lanes: Lanes<SendItem>
  ends: Batcher<SendEnd, number | null>
}

type StartedRow = Awaited<ReturnType<typeof readStarted>>[number]

/**
 * Settles the sends of a bucket that are counted and that this process does not know: what came of them is not known,
 * so they count as transient (decisions: send retries), unless the provider has reported on them by now. One whose result is
 * being recorded just now stays as recorded.
 */
export async function settleCutOff({ pool, lanes, ends }: CutOffTools, bucket: number, epoch: number): Promise<void> {
  async function settle(lane: Lane<SendItem>, row: StartedRow): Promise<void> {
    const id = String(row.delivery_id)
    const ids = { bucket, epoch, accountId: row.account_id, deliveryId: row.delivery_id }
    const counts = { number: row.sends_made, sendsUnspent: row.sends_unspent, queuedAt: row.started_at }
    const result = { result: 'transient', cause: CUT_OFF, retryAfterMs: null } as const
    lane.known.add(id)
    try {
      const nextDueAt = await ends.add({ ...ids, ...counts, startedAt: row.started_at, durationMs: 0, result })
      if (nextDueAt !== null) lane.nextDueAt = Math.min(lane.nextDueAt, nextDueAt)
    } finally {
      lanes.forget(lane, id)
    }
  }

  const settling: Promise<void>[] = []
  for (const row of await readStarted(pool, bucket)) {
    const lane = laneOf(lanes, bucket, row.account_id, row.channel_id)
    if (!lane.known.has(String(row.delivery_id))) settling.push(settle(lane, row))
  }
  for (const result of await Promise.allSettled(settling)) if (result.status === 'rejected') throw result.reason
}
