import { isoTime } from '../../platform/clock.ts'
import { isContention } from '../../platform/db/database-error.ts'
import { carryOver } from '../../platform/db/partitions/carry-over.ts'
import { byKey } from '../../platform/db/id-conditions.ts'
import { readFormer, readLastId } from '../../platform/db/partitions/catalog.ts'
import type { FormerPartition, Span } from '../../platform/db/partitions/catalog.ts'
import { RANGES_AHEAD } from '../../platform/db/partitions/make.ts'
import { removePartition } from '../../platform/db/partitions/remove.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { RANGE_IDS, rangeStart } from '../../platform/ids.ts'
import type { Task } from '../../platform/task-runner.ts'

/**
 * Messages are deleted with their deliveries, sends, sandbox messages and places in inboxes. A partition is removed if all
 * its messages are older than the retention. Messages still to be sent stay: they are carried over into the emptied
 * partition. In a partition with younger messages, those older by another day are deleted in small steps, because a service
 * with few messages stays in one range for years. Events have their own retention. An id of a removed message or delivery
 * is not found any more.
 */

const DAY_MS = 86_400_000

/**
 * Older by this than the retention, messages are deleted one by one. A partition that is filled in less time is always
 * removed as a whole.
 */
const ONE_BY_ONE_AFTER_MS = DAY_MS

/** Messages looked at by one statement: some 20 ms. */
const STEP_MESSAGES = 500
/** Steps of one run. The next run, an hour later, goes on. */
const STEPS_MAX = 2000

/** In the order of removal: a message without deliveries is possible, but not a delivery without its message. */
const TABLES = ['inbox_messages', 'sandbox_messages', 'sends', 'deliveries', 'message_attachments', 'messages']

/** All statements wait while rows are carried over. With more rows, the partition stays until some of them are sent. */
const CARRIED_MESSAGES_MAX = 10_000
const CARRIED_BYTES_MAX = 64 * 1024 * 1024

/**
 * The messages of a partition that are still to be sent, or to be shown later. Every unsettled delivery has a row in
 * `send_queue`. It is of all accounts, because a partition is.
 */
const findLive = sql(
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
       + coalesce(octet_length(m.channel_texts), 0) + coalesce(octet_length(m.metadata), 0)), 0)::float8 as "bytes!"
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
  /** The number of messages that were deleted one by one. */
  deleted: number
  /** Names of the partitions with too many messages still to be sent. They stay whole. */
  kept: string[]
  /** The reason why the last of the other partitions was not removed or reduced because of locks, or null. */
  refusal: Error | null
}

/** The partitions of all tables with one span. */
interface Range {
  /** The end of their names. */
  suffix: string
  /** Null: the partition of messages is detached. */
  span: Span | null
  /** False: a removal was interrupted, or another process is making the partitions. */
  isWhole: boolean
}

/** The ranges that have a partition of messages, attached or not. */
async function readRanges(session: Connection): Promise<Range[]> {
  const attached = new Map<string, number>()
  let messages: FormerPartition[] = []
  for (const table of TABLES) {
    messages = await readFormer(session, table)
    for (const { name, span } of messages) {
      const suffix = name.slice(table.length)
      if (span !== null) attached.set(suffix, (attached.get(suffix) ?? 0) + 1)
    }
  }
  return messages.map(({ name, span }) => {
    const suffix = name.slice('messages'.length)
    return { suffix, span, isWhole: attached.get(suffix) === TABLES.length }
  })
}

/** Whether the partition has a message created at this time or later. */
async function isYoung(session: Connection, messages: string, fromMs: number): Promise<boolean> {
  const { rows } = await session.query<{ found: boolean }>({
    // The end of an index, whatever the statistics say.
    text: `select coalesce(max(created_at at time zone 'UTC') >= $1::timestamptz at time zone 'UTC', false) as found
      from ${messages}`,
    values: [isoTime(fromMs)],
  })
  return rows[0]!.found
}

async function removeAll(session: Connection, suffix: string, result: MessageRetentionResult): Promise<Error | null> {
  for (const table of TABLES) {
    const name = `${table}${suffix}`
    const refusal = await removePartition(session, table, name)
    if (refusal !== null) return refusal
    result.removed.push(name)
  }
  return null
}

/** Removes a range without young messages, or leaves only its live messages. */
async function removeRange(
  session: Connection,
  suffix: string,
  { from, to }: Span,
  nowMs: number,
  result: MessageRetentionResult,
): Promise<Error | null> {
  const limit = CARRIED_MESSAGES_MAX + 1
  const [live] = await findLive(session, from, to, isoTime(nowMs), limit)
  const { buckets, accountIds, ids, bytes } = live!
  if (buckets === null || accountIds === null || ids === null) return removeAll(session, suffix, result)
  const [inboxMessages, sandboxMessages, sends, deliveries, , messages] = TABLES.map((table) => `${table}${suffix}`)
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
 * SQL: deletes the next messages of a range that are older than $1 and not live at $2, with their rows. $3 and $4: the time
 * and the id of the last message looked at. Messages are locked first, as every other statement does, and those that
 * another one has locked wait for the next run. Returns the last message looked at and the number of deleted ones.
 */
function deleteNext(suffix: string): string {
  const [inboxMessages, sandboxMessages, sends, deliveries, attachments, messages] = TABLES.map(
    (table) => `${table}${suffix}`,
  )
  const deleteOf = (table: string, of: string, column: string) =>
    `delete from ${table} t using ${of} k where ${byKey('t', 'k', column, 'id')}`
  return `with old as materialized (
      select m.bucket, m.account_id, m.id, m.created_at, m.send_at, m.canceled_at from ${messages} m
      where (m.created_at at time zone 'UTC', m.id + 0) > ($3::timestamp, $4::bigint)
        and m.created_at at time zone 'UTC' < $1::timestamptz at time zone 'UTC'
      order by m.created_at at time zone 'UTC', m.id + 0 limit ${STEP_MESSAGES} for update skip locked
    ), delivery as materialized (
      select o.id as message_id, d.bucket, d.account_id, d.id, exists (
          select from send_queue q where q.bucket = d.bucket and q.account_id = d.account_id and q.delivery_id = d.id
        ) as is_unsent
      from old o cross join lateral (
        select one.bucket, one.account_id, one.id from ${deliveries} one where one.message_id = o.id offset 0
      ) d
      where d.bucket = o.bucket and d.account_id = o.account_id
    ), live as materialized (
      select distinct message_id, bucket, account_id from delivery where is_unsent
    ), gone as materialized (
      select o.bucket, o.account_id, o.id from old o
      where not coalesce(o.send_at > $2::timestamptz and o.canceled_at is null, false)
        and (o.bucket, o.account_id, o.id) not in (select bucket, account_id, message_id from live)
    ), gone_delivery as materialized (
      select d.bucket, d.account_id, d.id from delivery d
      where (d.bucket, d.account_id, d.message_id) in (select bucket, account_id, id from gone)
    ), of_inbox as (${deleteOf(inboxMessages!, 'gone', 'message_id')}
    ), of_sandbox as (${deleteOf(sandboxMessages!, 'gone_delivery', 'delivery_id')}
    ), of_send as (${deleteOf(sends!, 'gone_delivery', 'delivery_id')}
    ), of_delivery as (${deleteOf(deliveries!, 'gone_delivery', 'id')}
    ), of_attachment as (${deleteOf(attachments!, 'gone', 'message_id')}
    ), of_message as (${deleteOf(messages!, 'gone', 'id')}
    )
    select (created_at at time zone 'UTC')::text as last_at, id::text as last_id,
      (select count(*) from gone)::integer as deleted, (select count(*) from old)::integer as looked_at
    from old order by created_at desc, id desc limit 1`
}

interface Step {
  last_at: string
  last_id: string
  deleted: number
  looked_at: number
}

async function step(session: Connection, text: string, values: unknown[]): Promise<Step | undefined> {
  await session.query({ text: 'begin' })
  try {
    // A bucket that has moved to another server leaves its rows here until the move removes them.
    await session.query({ text: `set local tidings.moves_buckets = 'on'` })
    const { rows } = await session.query<Step>({ text, values })
    await session.query({ text: 'commit' })
    return rows[0]
  } catch (error) {
    // If it fails too, the connection is lost. The first error has the cause.
    await session.query({ text: 'rollback' }).catch(() => {})
    // A late report of a provider may have the locks. The next run goes on.
    if (!isContention(error)) throw error
    return undefined
  }
}

/** Deletes the messages of a range that are older than `beforeMs`, except the live ones. Returns the number of steps. */
async function deleteOld(
  session: Connection,
  suffix: string,
  { beforeMs, nowMs, stepsMax }: { beforeMs: number; nowMs: number; stepsMax: number },
  result: MessageRetentionResult,
): Promise<number> {
  const text = deleteNext(suffix)
  let [lastAt, lastId] = ['-infinity', '0']
  for (let steps = 1; steps <= stepsMax; steps++) {
    const last = await step(session, text, [isoTime(beforeMs), isoTime(nowMs), lastAt, lastId])
    result.deleted += last?.deleted ?? 0
    if (last === undefined || last.looked_at < STEP_MESSAGES) return steps
    ;[lastAt, lastId] = [last.last_at, last.last_id]
  }
  return stepsMax
}

/**
 * Removes the ranges whose messages were all created more than `retentionDays` before `nowMs`, and the old messages of the
 * others. Null keeps all. The range of the last id, the one before and the next one stay: their ids are in use. `session`
 * must be outside of a transaction, because PostgreSQL detaches partitions concurrently only there. Repeated and parallel calls are safe.
 */
export async function removeOldMessages(
  session: Connection,
  nowMs: number,
  retentionDays: number | null,
): Promise<MessageRetentionResult> {
  const result: MessageRetentionResult = { removed: [], reduced: [], deleted: 0, kept: [], refusal: null }
  if (retentionDays === null) return result
  const beforeMs = nowMs - retentionDays * DAY_MS
  const [last] = await readLastId(session)
  const current = rangeStart(last!.id)
  const isInUse = ({ from, to }: Span) => to > current - RANGE_IDS && from <= current + RANGES_AHEAD * RANGE_IDS
  let stepsMax = STEPS_MAX
  for (const { suffix, span, isWhole } of await readRanges(session)) {
    if (!isWhole) {
      if (span !== null && isInUse(span)) continue
      result.refusal = (await removeAll(session, suffix, result)) ?? result.refusal
    } else if (isInUse(span!) || (await isYoung(session, `messages${suffix}`, beforeMs))) {
      const times = { beforeMs: beforeMs - ONE_BY_ONE_AFTER_MS, nowMs, stepsMax }
      stepsMax -= await deleteOld(session, suffix, times, result)
    } else {
      result.refusal = (await removeRange(session, suffix, span!, nowMs, result)) ?? result.refusal
    }
  }
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
