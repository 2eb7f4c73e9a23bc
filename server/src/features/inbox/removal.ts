import type { ErasureStep } from '../../core/recipients/erasure.ts'
import { isRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { partitionsBefore } from '../../platform/db/partitions/catalog.ts'
import { removePartition } from '../../platform/db/partitions/remove.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { CHANGE_DAYS } from './changes.ts'
import type { Task } from '../../platform/task-runner.ts'

/** Removes the messages from the inbox. Call it before the messages and their deliveries are locked, as all writers do. */
export const removeInboxMessages = columns('bucket smallint, account_id bigint, message_id bigint').sql(
  'inbox.remove',
  ({ input, between }) => `with removed as (
     delete from inbox_messages m using ${input}
     where ${isRowOf('m', 'input', 'message_id')} and ${between('m.message_id', 'message_id')}
     returning m.message_id
   )
   select message_id from removed`,
)

export const inboxErasure: ErasureStep = { beforeMessages: removeInboxMessages }

const DAY_MS = 86_400_000

/**
 * Removes the days of changes that no cursor needs any more. `session` must be outside of a transaction. Returns the reason
 * why the last of the other days was not removed because of locks, or null.
 */
async function removeOldChanges(session: Connection, nowMs: number): Promise<Error | null> {
  let refusal: Error | null = null
  for (const { name } of await partitionsBefore(session, 'inbox_changes', nowMs - CHANGE_DAYS * DAY_MS))
    refusal = (await removePartition(session, 'inbox_changes', name)) ?? refusal
  return refusal
}

export const changeRemoval: Task = {
  name: 'inbox_changes_removed',
  intervalMs: 3_600_000,
  run: async ({ clock, unlessMoving }) => {
    const refusal = await unlessMoving((session) => removeOldChanges(session, clock.now()))
    if (refusal !== null) throw new Error(`Old changes are not removed: ${refusal.message}`, { cause: refusal })
  },
}
