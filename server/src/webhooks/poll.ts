/** How stored events come into the lanes of their accounts: what the hand-off left out, retries, and take-overs. */
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Lane } from '../dispatch/lane.ts'
import type { Lanes } from '../dispatch/lanes.ts'
import type { QueuedEvent } from '../events/event.ts'
import { eventIdFloor } from '../ids.ts'
import { dropQueuedEvents } from './endpoint-queries.ts'
import { findOrphaned, readDue, readFresh, sweepQueue } from './poll-queries.ts'
import type { QueueRow } from './poll-queries.ts'

/** Events of a deleted endpoint that end in one statement: those whose insert raced with the deletion, or too many for it. */
const ORPHANS_AT_ONCE = 10_000

/** The oldest events of a held account among which orphaned ones are looked for. */
const ORPHANS_LOOKED_FOR = 1000

/** An event in a lane: it is POSTed as it is. */
export interface WebhookItem extends QueuedEvent {
  id: string
  /** Characters of its body. */
  size: number
  attemptsMade: number
  seriesStart: number
}

/** The lane of an account: its endpoint's. */
export function laneOf(lanes: Lanes<WebhookItem>, bucket: number, accountId: number): Lane<WebhookItem> {
  return lanes.open({ key: String(accountId), bucket, accountId })
}

function itemOf(bucket: number, row: QueueRow): WebhookItem {
  return {
    id: row.event_id,
    size: row.body.length,
    bucket,
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type,
    body: row.body,
    attemptsMade: row.attempts_made,
    seriesStart: row.series_start,
  }
}

/** Whether the row begins a series that somebody asked for: it waits among the fresh events, not before them. */
const isAskedFor = (row: QueueRow) => row.attempts_made === row.series_start

/** Reads what the lanes, all of one bucket, have room for: fresh events, and retries that are due. */
export async function pollQueue(
  context: Context,
  lanes: Lanes<WebhookItem>,
  bucket: number,
  some: Lane<WebhookItem>[],
): Promise<void> {
  const { clock } = context
  try {
    await pollFresh(
      context,
      lanes,
      bucket,
      some.filter((lane) => lane.behind),
    )
    await pollDue(
      context,
      lanes,
      bucket,
      some.filter((lane) => lane.nextDueAt <= clock.now()),
    )
  } catch (error) {
    for (const lane of some) lanes.reread(lane)
    throw error
  }
}

/** Ends queued events of a deleted endpoint as dropped, some thousands at the most; answers whether there may be more. */
export async function dropOrphans(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  ids: { bucket: number; accountId: number; endpointId: number },
): Promise<boolean> {
  const { bucket, accountId, endpointId } = ids
  const at = isoTime(clock.now())
  const dropped = await dropQueuedEvents(pool, bucket, accountId, endpointId, ORPHANS_AT_ONCE, at)
  return dropped.length === ORPHANS_AT_ONCE
}

/** Has every account of the bucket with queued events read from the beginning, and ends what attempts do not come upon. */
export async function sweepBucket(context: Context, lanes: Lanes<WebhookItem>, bucket: number): Promise<void> {
  const { pool } = context
  for (const { account_id: accountId, endpoint_id: endpointId } of await findOrphaned(pool, bucket, ORPHANS_LOOKED_FOR))
    while (await dropOrphans(context, { bucket, accountId, endpointId }));
  for (const row of await sweepQueue(pool, bucket)) lanes.reread(laneOf(lanes, bucket, row.account_id))
}

/** What is known already and lies behind the cursor may be among the rows, and must not crowd out what is not. */
function freshRowsMax(lanes: Lanes<WebhookItem>, lane: Lane<WebhookItem>): number {
  let known = 0
  for (const id of lane.known) if (id > lane.cursor) known += 1
  return lanes.room(lane, 'fresh') + known + 1
}

async function pollFresh(
  { pool, clock, config }: Context,
  lanes: Lanes<WebhookItem>,
  bucket: number,
  some: Lane<WebhookItem>[],
): Promise<void> {
  if (some.length === 0) return
  const limits = some.map((lane) => freshRowsMax(lanes, lane))
  const accountIds = some.map((lane) => lane.accountId)
  const rereads = some.map((lane) => lane.rereads)
  // Cleared before the read: whoever finds the lane behind meanwhile sets it again.
  for (const lane of some) lane.behind = false
  const rows = await readFresh(
    pool,
    bucket,
    accountIds,
    some.map((lane) => lane.cursor),
    limits,
  )
  // Ids near the clock may still be followed by lower ones: commits are not in the order of ids.
  const settledId = eventIdFloor(clock.now() - config.pollCursorLagMs)
  const byAccount = Map.groupBy(rows, (row) => row.account_id)
  for (const [index, lane] of some.entries()) {
    const found = byAccount.get(lane.accountId) ?? []
    if (found.length === limits[index]) lane.behind = true
    for (const row of found) {
      if (!lanes.offer(lane, itemOf(bucket, row), 'fresh')) break
      if (lane.rereads === rereads[index] && row.event_id < settledId && row.event_id > lane.cursor)
        lane.cursor = row.event_id
    }
  }
}

async function pollDue(
  { pool, clock }: Context,
  lanes: Lanes<WebhookItem>,
  bucket: number,
  some: Lane<WebhookItem>[],
): Promise<void> {
  if (some.length === 0) return
  const limits = some.map((lane) => lanes.room(lane, 'due') + lane.known.size + 1)
  const accountIds = some.map((lane) => lane.accountId)
  for (const lane of some) lane.nextDueAt = Infinity
  const rows = await readDue(pool, bucket, accountIds, limits)
  const now = clock.now()
  const byAccount = Map.groupBy(rows, (row) => row.account_id)
  for (const [index, lane] of some.entries()) {
    const found = byAccount.get(lane.accountId) ?? []
    const due = found.filter((row) => row.due_at! <= now)
    // One without room keeps none of the others out: the two kinds have room of their own.
    let left: QueueRow | undefined
    for (const row of due) if (!lanes.offer(lane, itemOf(bucket, row), isAskedFor(row) ? 'fresh' : 'due')) left ??= row
    left ??= found[due.length]
    // What the poll itself keeps known may be due again already: it is read once more when it has been forgotten.
    const again = due.some((row) => lane.leaving.has(row.event_id))
    if (left !== undefined) lane.nextDueAt = Math.min(lane.nextDueAt, left.due_at!)
    // As many as were asked for, and room for all: there may be more that are due.
    if (again || (left === undefined && found.length === limits[index])) lane.nextDueAt = Math.min(lane.nextDueAt, now)
  }
}
