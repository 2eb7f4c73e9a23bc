import { partitionsBefore } from '../../platform/db/partitions/catalog.ts'
import { removePartition } from '../../platform/db/partitions/remove.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { CHANGE_DAYS } from './changes.ts'

const DAY_MS = 86_400_000

/**
 * Removes the days of changes that no cursor needs any more. `session` must be outside of a transaction. Returns the reason
 * why the last of the other days was not removed because of locks, or null.
 */
export async function removeOldChanges(session: Connection, nowMs: number): Promise<Error | null> {
  let refusal: Error | null = null
  for (const { name } of await partitionsBefore(session, 'inbox_changes', nowMs - CHANGE_DAYS * DAY_MS))
    refusal = (await removePartition(session, 'inbox_changes', name)) ?? refusal
  return refusal
}
