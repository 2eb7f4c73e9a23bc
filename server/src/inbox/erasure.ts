/** Erases the messages of an inbox. Changes hold ids alone, so they stay. */
import { between, boundsOf, byKey, keysOf } from '../db/id-conditions.ts'
import { sql } from '../db/sql.ts'

/** Removes the messages from the inbox. Call it before the deliveries are locked, as all writers do. */
export const removeInboxMessages = sql<
  { message_id: number },
  [bucket: number, accountId: number, messageIds: readonly number[]]
>(
  'inbox.remove',
  `with removed as (
     delete from inbox_messages m using ${keysOf('$3::bigint[]', 'k')}
     where ${byKey('m', 'k', 'message_id', 'id')} and ${between('m.message_id', ...boundsOf('$3::bigint[]'))}
     returning m.message_id
   )
   select message_id from removed`,
)
