/** Erases the messages of an inbox. Changes hold ids alone, so they stay. */
import { amongIds } from '../db/id-conditions.ts'
import { sql } from '../db/sql.ts'

/** Removes the messages from the inbox. Call it before the deliveries are locked, as all writers do. */
export const removeInboxMessages = sql<
  { message_id: number },
  [bucket: number, accountId: number, messageIds: readonly number[]]
>(
  'inbox.remove',
  `with removed as (
     delete from inbox_messages
     where bucket = $1 and account_id = $2 and ${amongIds('message_id', '$3::bigint[]')}
     returning message_id
   )
   select message_id from removed`,
)
