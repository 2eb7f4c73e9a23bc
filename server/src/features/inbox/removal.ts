import type { ErasureStep } from '../../core/recipients/erasure.ts'
import { EXPORTED_BOUNDS, EXPORTED_IDS, exportPage, padded } from '../../core/recipients/export.ts'
import type { ExportPart } from '../../core/recipients/export.ts'
import { between, isRowOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { partitionsBefore } from '../../platform/db/partitions/catalog.ts'
import { removePartition } from '../../platform/db/partitions/remove.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { bytesOf } from '../../platform/http/pages.ts'
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

const listInboxMessages = sql(
  'export.inbox_messages',
  exportPage(
    `select ${padded('message_id')} as page_key, 0 as page_number, message_id, delivery_id, title, body, url, created_at,
       fetched_at, seen_at, read_at, archived_at
     from ${keysOf(EXPORTED_IDS, 'k')}
     cross join ${rowOf(['inbox_messages', 'm'], 'k', ['message_id', 'id'], `and ${between('one.message_id', ...EXPORTED_BOUNDS)}`)}
     where (${padded('k.id')}, 0) > ($4::text, $5::integer)`,
    bytesOf('title', 'body', 'url'),
  ),
)

export const inboxExport: ExportPart = {
  name: 'inbox_messages',
  ofMessages: (connection, { bucket, accountId, messageIds }, ...after) =>
    listInboxMessages(connection, bucket, accountId, messageIds, ...after),
}

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
