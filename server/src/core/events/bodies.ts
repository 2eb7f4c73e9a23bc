/** Changes the stored bodies of events: before the first POST, or when a recipient is erased. */
import { between, isRowOf, rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Connection } from '../../platform/db/sql.ts'

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

interface NewBody {
  bucket: number
  accountId: number
  id: string
  /** Of an event of a delivery. */
  body: string
  /** JSON of `MessageOfEvent`, if it is known. */
  about: string | null
}

const idOfMessage = (body: string) =>
  (JSON.parse(body) as { data: { delivery: { message_id: number } } }).data.delivery.message_id

/** The ids in the body of a delivery's event, for the log. Other events have none. */
export function idsOfBody(body: string): { message_id?: number; delivery_id?: number } {
  const { data } = JSON.parse(body) as { data?: { delivery?: { id: number; message_id: number } } }
  return data?.delivery === undefined ? {} : { message_id: data.delivery.message_id, delivery_id: data.delivery.id }
}

/** The message that an event is about, in its body. */
export interface MessageOfEvent {
  id: number
  external_user_id: string | null
  message_template_name: string
}

/**
 * The body with JSON of `MessageOfEvent` as the last member of `data`. The sentence of the specification about `data` names only
 * the delivery.
 */
const withMessage = (body: string, message: string) => `${body.slice(0, -'}}'.length)},"message":${message}}}`

/**
 * Adds the messages to the bodies of new events. If an event does not know its message, it is read, and the stored body is
 * written again in the transaction that stores it. `events`: one or more, in the order of their ids. Returns the new bodies by
 * id.
 */
export async function addMessages(
  transaction: Connection,
  events: readonly NewBody[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map(
    events.flatMap(({ id, body, about }) => (about === null ? [] : [[id, withMessage(body, about)] as const])),
  )
  const unknown = events.filter(({ about }) => about === null)
  if (unknown.length === 0) return bodies
  const keyed = unknown.map((event) => ({ ...event, messageId: idOfMessage(event.body) }))
  const nameOf = (accountId: number, messageId: number) => `${accountId}/${messageId}`
  const messages = new Map(
    (await findMessages(transaction, keyed)).map(({ accountId, id, externalUserId, messageTemplateName: name }) => {
      const about: MessageOfEvent = { id, external_user_id: externalUserId, message_template_name: name }
      return [nameOf(accountId, id), JSON.stringify(about)]
    }),
  )
  const changed = keyed.map(({ bucket, accountId, id, body, messageId }) => {
    return { bucket, accountId, id, body: withMessage(body, messages.get(nameOf(accountId, messageId))!) }
  })
  await writeBodies(transaction, changed, unknown[0]!.id, unknown.at(-1)!.id)
  for (const { id, body } of changed) bodies.set(id, body)
  return bodies
}
