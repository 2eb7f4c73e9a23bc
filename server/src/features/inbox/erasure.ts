/** Erases the messages of an inbox. Changes hold ids alone, so they stay. */
import { isRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'

/** Removes the messages from the inbox. Call it before the messages and their deliveries are locked, as all writers do. */
export const removeInboxMessages = columns('bucket smallint, account_id bigint, message_id bigint').sql<{
  message_id: number
}>(
  'inbox.remove',
  ({ input, between }) => `with removed as (
     delete from inbox_messages m using ${input}
     where ${isRowOf('m', 'input', 'message_id')} and ${between('m.message_id', 'message_id')}
     returning m.message_id
   )
   select message_id from removed`,
)
