/** Erases the texts and attributes of a recipient's messages. Their ids, times and deliveries stay. */
import { isRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'

/** Blanks messages, and so locks them. Returns those with something to blank. */
export const blankMessages = columns('bucket smallint, account_id bigint, message_id bigint').sql<{ id: number }>(
  'messages.blank',
  ({ input, between }) => `with blanked as (
     update messages m set rendered_subject = '', rendered_body = '', channel_texts = null, attributes = '[]', locale = null
     from ${input}
     where ${isRowOf('m', 'input', 'id', 'message_id')} and ${between('m.id', 'message_id')}
       and (m.rendered_subject <> '' or m.rendered_body <> '' or m.channel_texts is not null or m.attributes <> '[]'
         or m.locale is not null)
     returning m.id
   )
   select id from blanked`,
)
