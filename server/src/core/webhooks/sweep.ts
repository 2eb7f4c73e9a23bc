/** The sweep of a bucket's queue: which accounts have events to POST. It also drops queued events of deleted endpoints. */
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { dropQueuedEvents } from './endpoints/queries.ts'
import { findOrphaned, sweepQueue } from './queue-queries.ts'

/**
 * Events of a deleted endpoint dropped per statement. They were inserted during the deletion, or were too many for it.
 */
const ORPHANS_AT_ONCE = 10_000
/** The number of oldest events of a held account searched for orphaned ones. */
const ORPHANS_LOOKED_FOR = 1000

/** Drops queued events of a deleted endpoint, at most ORPHANS_AT_ONCE. Returns true if there may be more. */
export async function dropOrphans(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { bucket, accountId, endpointId }: { bucket: number; accountId: number; endpointId: number },
): Promise<boolean> {
  const at = isoTime(clock.now())
  const dropped = await dropQueuedEvents(pool, bucket, accountId, endpointId, ORPHANS_AT_ONCE, at)
  return dropped.length === ORPHANS_AT_ONCE
}

/** The keys in the bucket with events to POST. Also drops orphaned events that no attempt would find. */
export async function sweepBucket(context: Pick<Context, 'pool' | 'clock'>, bucket: number): Promise<string[]> {
  const { pool } = context
  for (const { account_id: accountId, endpoint_id: endpointId } of await findOrphaned(pool, bucket, ORPHANS_LOOKED_FOR))
    while (await dropOrphans(context, { bucket, accountId, endpointId }));
  const rows = await sweepQueue(pool, bucket)
  return rows.map((row) => String(row.account_id))
}
