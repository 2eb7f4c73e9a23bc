/** Changes the stored bodies of events: before the first POST, or when a recipient is erased. */
import { between, isRowOf, rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'

export const writeBodies = columns('bucket smallint, account_id bigint, id text, body text').sql(
  'events.write_bodies',
  ({ input }, lowestId, highestId) => `with written as (
     update events e set body = input.body from ${input}
     where ${isRowOf('e', 'input', 'id')} and ${between('e.id', `${lowestId}::text`, `${highestId}::text`)}
     returning e.id
   )
   select id from written`,
)

const findMessages = columns('bucket smallint, account_id bigint, message_id bigint').sql(
  'events.find_messages',
  ({ input, between: isBetween }) => `select m.account_id, m.id, r.external_user_id, t.name as message_template_name
   from (select distinct * from ${input}) k
   cross join ${rowOf(['messages', 'm'], 'k', ['id', 'message_id'], `and ${isBetween('one.id', 'message_id')}`)}
   cross join ${rowOf(['recipients', 'r'], 'm', ['id', 'recipient_id'])}
   cross join ${rowOf(['templates', 't'], 'm', ['id', 'template_id'])}`,
)

interface StoredBody {
  bucket: number
  accountId: number
  id: string
  /** Of an event of a delivery. */
  body: string
}

const idOfMessage = (body: string) =>
  (JSON.parse(body) as { data: { delivery: { message_id: number } } }).data.delivery.message_id

/**
 * The body with the message that the event is about as the last member of `data`. The sentence of the specification about
 * `data` names only the delivery.
 */
function withMessage(body: string, message: Row<typeof findMessages>): string {
  const { id, externalUserId, messageTemplateName } = message
  const shown = { id, external_user_id: externalUserId, message_template_name: messageTemplateName }
  return `${body.slice(0, -'}}'.length)},"message":${JSON.stringify(shown)}}}`
}

/**
 * Adds the messages to the bodies of new events, in the transaction that stores them. `events`: one or more, in the order
 * of their ids.
 * Returns the new bodies by id.
 */
export async function addMessages(
  transaction: Connection,
  events: readonly StoredBody[],
): Promise<ReadonlyMap<string, string>> {
  const keyed = events.map((event) => ({ ...event, messageId: idOfMessage(event.body) }))
  const nameOf = (accountId: number, messageId: number) => `${accountId}/${messageId}`
  const rows = await findMessages(transaction, keyed)
  const messages = new Map(rows.map((message) => [nameOf(message.accountId, message.id), message]))
  const changed = keyed.map(({ bucket, accountId, id, body, messageId }) => {
    return { bucket, accountId, id, body: withMessage(body, messages.get(nameOf(accountId, messageId))!) }
  })
  await writeBodies(transaction, changed, events[0]!.id, events.at(-1)!.id)
  return new Map(changed.map(({ id, body }) => [id, body]))
}
