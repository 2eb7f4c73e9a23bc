/** How stored sends come into the lanes of their channels: what the hand-off left out, retries, schedules, take-overs. */
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Lane } from '../dispatch/lane.ts'
import type { Lanes } from '../dispatch/lanes.ts'
import type { QueuedSend } from './advance.ts'
import { readSends, sweepSends } from './queries.ts'

/** A send in a lane; what it sends is read when it begins. */
export interface SendItem extends QueuedSend {
  id: string
  size: number
}

/** What a waiting send takes in memory, as characters. */
export const SEND_CHARACTERS = 100

export function itemOf(send: QueuedSend): SendItem {
  return { ...send, id: String(send.deliveryId), size: SEND_CHARACTERS }
}

export const laneKey = (accountId: number, channelId: number) => `${accountId}/${channelId}`

/** The lane of a channel. */
export function laneOf(lanes: Lanes<SendItem>, bucket: number, accountId: number, channelId: number): Lane<SendItem> {
  return lanes.open({ key: laneKey(accountId, channelId), bucket, accountId })
}

const channelOf = (lane: Lane<SendItem>) => Number(lane.key.split('/')[1])

/** Has every channel of the bucket with waiting sends read from the beginning. */
export async function sweepBucket({ pool }: Context, lanes: Lanes<SendItem>, bucket: number): Promise<void> {
  for (const row of await sweepSends(pool, bucket)) lanes.reread(laneOf(lanes, bucket, row.account_id, row.channel_id))
}

/** Reads what the lanes, all of one bucket, have room for, in the order in which it is due, and when the next is due. */
export async function pollSends(
  context: Context,
  lanes: Lanes<SendItem>,
  bucket: number,
  some: Lane<SendItem>[],
): Promise<void> {
  try {
    await poll(context, lanes, bucket, some)
  } catch (error) {
    for (const lane of some) lanes.reread(lane)
    throw error
  }
}

async function poll(
  { pool, clock, config }: Context,
  lanes: Lanes<SendItem>,
  bucket: number,
  some: Lane<SendItem>[],
): Promise<void> {
  // What is known already may be among the rows, and must not crowd out what is not.
  const limits = some.map((lane) => lanes.room(lane, 'fresh') + lane.known.size + 1)
  const cursors = some.map((lane) => (lane.cursor === '' ? '-infinity' : lane.cursor))
  const accountIds = some.map((lane) => lane.accountId)
  const rereads = some.map((lane) => lane.rereads)
  // Cleared before the read: whoever finds the lane behind, or a send due, meanwhile sets it again.
  for (const lane of some) {
    lane.behind = false
    lane.nextDueAt = Infinity
  }
  const rows = await readSends(pool, bucket, accountIds, some.map(channelOf), cursors, limits)
  const now = clock.now()
  // Nearer to the clock a row may still be committed that was due earlier.
  const settledTime = isoTime(now - config.pollCursorLagMs)
  const byLane = Map.groupBy(rows, (row) => laneKey(row.account_id, row.channel_id))
  for (const [index, lane] of some.entries()) {
    const found = byLane.get(lane.key) ?? []
    // What came is in the order in which it is due: the first that is not yet is the next, and all due ones were read.
    const later = found.find((row) => row.due_at > now)
    if (later !== undefined) lane.nextDueAt = Math.min(lane.nextDueAt, later.due_at)
    else if (found.length === limits[index]) lane.behind = true
    for (const row of found) {
      if (row.due_at > now) break
      const queued = { bucket, accountId: row.account_id, channelId: row.channel_id, deliveryId: row.delivery_id }
      const send = itemOf({ ...queued, dueAt: row.due_at })
      if (!lanes.offer(lane, send, 'fresh')) break
      // What the poll itself keeps known may be due again already: it is read once more when it has been forgotten.
      if (lane.leaving.has(send.id)) lane.nextDueAt = Math.min(lane.nextDueAt, now)
      const dueAt = isoTime(row.due_at)
      if (lane.rereads === rereads[index] && dueAt < settledTime && dueAt > lane.cursor) lane.cursor = dueAt
    }
  }
}
