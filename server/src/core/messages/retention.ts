import { isoTime } from '../../platform/clock.ts'
import { carryOver } from '../../platform/db/partitions/carry-over.ts'
import { partitionName, partitionsBefore } from '../../platform/db/partitions/catalog.ts'
import type { Span } from '../../platform/db/partitions/catalog.ts'
import { removePartition } from '../../platform/db/partitions/remove.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { idFloor } from '../../platform/ids.ts'
import type { Task } from '../../platform/task-runner.ts'

/**
 * Messages are deleted with their deliveries, sends, sandbox messages and places in inboxes, by whole partitions of some days. A partition
 * is removed if all of it is older than the retention. Messages still to be sent stay: they are carried over into the
 * emptied partition. Events have their own retention. An id of a removed message or delivery is not found any more.
 */

const DAY_MS = 86_400_000

/** In the order of removal: a message without deliveries is possible, but not a delivery without its message. */
const TABLES = ['inbox_messages', 'sandbox_messages', 'sends', 'deliveries', 'messages', 'message_attachments']

/** All statements wait while rows are carried over. With more rows, the partition stays until some of them are sent. */
const CARRIED_MESSAGES_MAX = 10_000
const CARRIED_BYTES_MAX = 64 * 1024 * 1024

/**
 * The messages of a partition that are still to be sent, or to be shown later. Every unsettled delivery has a row in
 * `send_queue`. It is of all accounts, because a partition is.
 */
const findLive = sql<
  { buckets: number[] | null; account_ids: number[]; ids: number[]; bytes: number },
  [fromId: number, belowId: number, now: string, limit: number]
>(
  'messages.find_live',
  `with unsent as (
     select d.bucket, d.account_id, d.message_id as id from send_queue q
     cross join lateral (
       select bucket, account_id, message_id from deliveries
       where bucket = q.bucket and account_id = q.account_id and id = q.delivery_id limit 1
     ) d
     where q.delivery_id >= $1 and q.delivery_id < $2
   ), live as (
     select bucket, account_id, id from unsent
     union
     select bucket, account_id, id from messages
     where id >= $1 and id < $2 and send_at > $3::timestamptz and canceled_at is null
     limit $4
   )
   select array_agg(live.bucket) as buckets, array_agg(live.account_id) as account_ids, array_agg(live.id) as ids,
     coalesce(sum(octet_length(m.rendered_subject) + octet_length(m.rendered_body) + octet_length(m.attributes)
       + coalesce(octet_length(m.channel_texts), 0) + coalesce(octet_length(m.metadata), 0)), 0)::float8 as bytes
   from live cross join lateral (
     select rendered_subject, rendered_body, attributes, channel_texts, metadata from messages
     where bucket = live.bucket and account_id = live.account_id and id = live.id limit 1
   ) m`,
)

/** True if at least half of the messages of a partition are live, so that carrying over would gain little. */
async function isReduced(session: Connection, partition: string, live: number): Promise<boolean> {
  const { rows } = await session.query<{ rows: number }>({
    text: `select count(*) as rows from (select from ${partition} limit ${2 * live + 1}) first_rows`,
  })
  return rows[0]!.rows <= 2 * live
}

export interface MessageRetentionResult {
  /** Names of the removed partitions. */
  removed: string[]
  /** Names of the partitions with only their live messages left by this run. */
  reduced: string[]
  /** Names of the partitions with too many messages still to be sent. They stay whole. */
  kept: string[]
  /** The reason why the last of the other partitions was not removed or reduced because of locks, or null. */
  refusal: Error | null
}

async function removeSpan(
  session: Connection,
  { fromMs, toMs }: Span,
  nowMs: number,
  result: MessageRetentionResult,
): Promise<Error | null> {
  const limit = CARRIED_MESSAGES_MAX + 1
  const [live] = await findLive(session, idFloor(fromMs), idFloor(toMs), isoTime(nowMs), limit)
  const { buckets, account_ids: accountIds, ids, bytes } = live!
  if (buckets === null) {
    for (const table of TABLES) {
      const name = partitionName(table, fromMs)
      const refusal = await removePartition(session, table, name)
      if (refusal !== null) return refusal
      result.removed.push(name)
    }
    return null
  }
  const [inboxMessages, sandboxMessages, sends, deliveries, messages] = TABLES.map((table) =>
    partitionName(table, fromMs),
  )
  if (ids.length > CARRIED_MESSAGES_MAX || bytes > CARRIED_BYTES_MAX) {
    result.kept.push(messages!)
    return null
  }
  if (await isReduced(session, messages!, ids.length)) return null
  // Whole keys: by ids alone, PostgreSQL would search each id in each account.
  const keys = `unnest('{${buckets.join()}}'::smallint[], '{${accountIds.join()}}'::bigint[], '{${ids.join()}}'::bigint[])`
  const isLive = (id: string): string => `(bucket, account_id, ${id}) in (select * from ${keys})`
  const ofLive = `select bucket, account_id, id from ${deliveries!} where ${isLive('message_id')}`
  const ofDelivery = `(bucket, account_id, delivery_id) in (${ofLive})`
  const refusal = await carryOver(session, [
    { partition: messages!, stays: isLive('id') },
    { partition: deliveries!, stays: isLive('message_id') },
    { partition: sends!, stays: ofDelivery },
    { partition: sandboxMessages!, stays: ofDelivery },
    { partition: inboxMessages!, stays: isLive('message_id') },
  ])
  if (refusal === null) result.reduced.push(messages!)
  return refusal
}

/**
 * Removes the partitions that ended more than `retentionDays` before `nowMs`. Null keeps all. `session` must be outside
 * of a transaction, because PostgreSQL detaches partitions concurrently only there. Repeated and parallel calls are safe.
 */
export async function removeOldMessages(
  session: Connection,
  nowMs: number,
  retentionDays: number | null,
): Promise<MessageRetentionResult> {
  const result: MessageRetentionResult = { removed: [], reduced: [], kept: [], refusal: null }
  if (retentionDays === null) return result
  const spans = new Map<number, Span>()
  for (const table of TABLES)
    for (const { fromMs, toMs } of await partitionsBefore(session, table, nowMs - retentionDays * DAY_MS))
      spans.set(fromMs, { fromMs, toMs: Math.max(toMs, spans.get(fromMs)?.toMs ?? 0) })
  for (const span of spans.values()) result.refusal = (await removeSpan(session, span, nowMs, result)) ?? result.refusal
  return result
}

export const messageRemoval: Task = {
  name: 'messages_removed',
  intervalMs: 3_600_000,
  run: async ({ clock, config, log, server, unlessMoving }) => {
    const found = await unlessMoving((session) => removeOldMessages(session, clock.now(), config.messageRetentionDays))
    const { kept, refusal } = found ?? { kept: [], refusal: null }
    if (kept.length > 0) log.warn({ event: 'messages.kept', server, partitions: kept })
    if (refusal !== null) throw new Error(`Old messages are not removed: ${refusal.message}`, { cause: refusal })
  },
}
