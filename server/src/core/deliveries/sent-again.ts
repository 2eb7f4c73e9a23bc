/** Which message was created to send another one again. A resend sends a message only if it was never sent again. */
import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { byKey, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { removeInChunks } from '../../platform/db/in-chunks.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { Id, Nullable } from '../../platform/http/schemas.ts'
import type { Task } from '../../platform/task-runner.ts'

const DAY_MS = 86_400_000

/** The links of a message in the API. */
export const SentAgain = {
  sent_again_as: Nullable({ ...Id, description: 'The newest message that sends this one again. null: none does' }),
  again_of: Nullable({ ...Id, description: 'The message that this one sends again. null: it sends none again' }),
}
const SentAgainObject = Type.Object(SentAgain)
export type SentAgain = Type.Static<typeof SentAgainObject>

export const NOT_SENT_AGAIN: SentAgain = { sent_again_as: null, again_of: null }

const findLinks = sql(
  'messages.find_sent_again',
  `select k.id as "id!", as_new.again_id as sent_again_as, of_old.message_id as again_of
   from ${keysOf('$3::bigint[]', 'k')}
   left join lateral (
     -- Not the largest of all links of the account: only of this message, by the key of the table.
     select max(link.again_id) as again_id from (
       select again_id from messages_sent_again one
       where one.bucket = k.bucket and one.account_id = k.account_id and one.message_id = k.id
       offset 0
     ) link
   ) as_new on true
   left join ${rowOf(['messages_sent_again', 'of_old'], 'k', ['again_id', 'id'])} on true
   -- Evaluated once: most accounts have no links, and need no search for each message.
   where exists (select from messages_sent_again any_link where any_link.bucket = $1 and any_link.account_id = $2)
     and (as_new.again_id is not null or of_old.message_id is not null)`,
)

/** The links of the account's messages that have some, by message id. */
export async function findSentAgain(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  ids: readonly number[],
): Promise<Map<number, SentAgain>> {
  if (ids.length === 0) return new Map()
  const rows = await findLinks(connection, bucket, accountId, ids)
  return new Map(rows.map(({ id, sentAgainAs, againOf }) => [id, { sent_again_as: sentAgainAs, again_of: againOf }]))
}

/** Records which messages send others again. `resendId`: of many messages, or null. The caller has locked the account, so two do not send one at once. */
export const recordSentAgain = columns(
  'bucket smallint, account_id bigint, message_id bigint, again_id bigint, at timestamptz, resend_id bigint null',
).sql(
  'messages.record_sent_again',
  ({ input }) => `insert into messages_sent_again (bucket, account_id, message_id, again_id, at, resend_id)
   select bucket, account_id, message_id, again_id, at, resend_id from ${input} order by bucket, account_id, message_id, again_id
   returning message_id`,
)

const removeLinks = sql(
  'messages.remove_sent_again',
  `with old as (
     select bucket, account_id, message_id, again_id from messages_sent_again
     where bucket = any($1::smallint[]) and at < $2::timestamptz
     order by bucket, account_id, message_id, again_id limit $3
     for update
   ), removed as (
     delete from messages_sent_again s using old
     where ${byKey('s', 'old', 'message_id')} and s.again_id = old.again_id
     returning s.message_id
   )
   select message_id from removed`,
)

/** Deletes the links of messages that are removed by their age. */
export const sentAgainRemoval: Task = {
  name: 'messages_sent_again_removed',
  intervalMs: 3_600_000,
  async run({ pool, buckets, clock, config: { messageRetentionDays: days } }) {
    if (days === null) return
    const before = isoTime(clock.now() - (days + 1) * DAY_MS)
    await removeInChunks((rows) => removeLinks(pool, buckets(), before, rows))
  },
}
