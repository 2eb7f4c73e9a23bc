/** Events that are to be POSTed, as they are stored and as they are dispatched. */
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { QueueItem, QueueStatements, Read } from '../dispatch/queue.ts'
import type { QueuedEvent } from '../events/event.ts'
import { eventIdFloor } from '../ids.ts'
import { dropQueuedEvents } from './endpoints/queries.ts'
import { findOrphaned, readDue, readFresh, sweepQueue } from './queue-queries.ts'
import type { QueueRow } from './queue-queries.ts'

/** Events of a deleted endpoint that end in one statement: those whose insert raced with the deletion, or too many for it. */
const ORPHANS_AT_ONCE = 10_000

/** The oldest events of a held account among which orphaned ones are looked for. */
const ORPHANS_LOOKED_FOR = 1000

/** An event that is dispatched: it is POSTed as it is. Its `id` is the event's, its `size` the characters of its body. */
export interface WebhookItem extends QueuedEvent, QueueItem {
  attemptsMade: number
  seriesStart: number
}

/** An event that was just committed. */
export function itemOf(event: QueuedEvent): WebhookItem {
  return { ...event, id: event.eventId, size: event.body.length, dueAt: null, attemptsMade: 0, seriesStart: 0 }
}

function itemOfRow(bucket: number, row: QueueRow): WebhookItem {
  return {
    id: row.event_id,
    size: row.body.length,
    dueAt: row.due_at,
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

const laneOf = ({ key, cursor, rowsMax }: Read) => ({ accountId: Number(key), cursor, rowsMax })

/** A key is an account: its endpoint's. Fresh events are POSTed in the order of their ids. */
export function webhookStatements({ pool }: Pick<Context, 'pool'>): QueueStatements<WebhookItem> {
  return {
    keyOf: ({ accountId }) => String(accountId),
    // A series that somebody asked for waits among the fresh events, not before them.
    isRetry: ({ attemptsMade, seriesStart }) => attemptsMade !== seriesStart,
    positionOf: ({ id }) => id,
    positionAt: eventIdFloor,
    async readFresh(bucket, reads) {
      const rows = await readFresh(pool, reads.map(laneOf), bucket)
      return rows.map((row) => itemOfRow(bucket, row))
    },
    async readDue(bucket, reads) {
      const rows = await readDue(pool, reads.map(laneOf), bucket)
      return rows.map((row) => itemOfRow(bucket, row))
    },
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

/** The keys of the bucket with events to be POSTed; ends orphaned events that attempts do not come upon. */
export async function sweepBucket(context: Pick<Context, 'pool' | 'clock'>, bucket: number): Promise<string[]> {
  const { pool } = context
  for (const { account_id: accountId, endpoint_id: endpointId } of await findOrphaned(pool, bucket, ORPHANS_LOOKED_FOR))
    while (await dropOrphans(context, { bucket, accountId, endpointId }));
  const rows = await sweepQueue(pool, bucket)
  return rows.map((row) => String(row.account_id))
}
