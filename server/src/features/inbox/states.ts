/** The states that a recipient gives to messages, and the facts of their deliveries. */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction, Write } from '../../platform/db/transaction.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import type { EventIds } from '../../platform/ids.ts'
import { insertChange } from './changes.ts'
import type { ChangeKind } from './changes.ts'
import type { Owner } from './inbox-message.ts'
import { lockMessage, lockMessages, lockOfMessage, markFetched, markMessagesSeen, writeStates } from './queries.ts'
import type { InboxMessageRow, MessageKey } from './queries.ts'
import type { CommonContext } from '../../platform/context.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'

export interface StateTools {
  clock: Clock
  recorder: Recorder
  eventIds: EventIds
}

/** Undefined: as it is. */
export interface StateChange {
  seen?: true | undefined
  read?: boolean | undefined
  archived?: boolean | undefined
}

type States = Pick<InboxMessageRow, 'seenAt' | 'readAt' | 'archivedAt'>

/** The states after a change. A state keeps its first time. A read message is seen too. */
export function statesAfter(before: States, { seen, read, archived }: StateChange, now: number): States {
  const after = (time: number | null, wanted: boolean | undefined) =>
    wanted === undefined ? time : wanted ? (time ?? now) : null
  const isSeen = seen === true || read === true
  return {
    seenAt: isSeen ? (before.seenAt ?? now) : before.seenAt,
    readAt: after(before.readAt, read),
    archivedAt: after(before.archivedAt, archived),
  }
}

const isSame = (one: States, other: States) =>
  one.seenAt === other.seenAt && one.readAt === other.readAt && one.archivedAt === other.archivedAt

/**
 * Writes the states of locked messages. A newly seen message opens its delivery, and is seen in the API too. All writers
 * lock the message of the inbox first, then the message, then its deliveries, so that two of them never wait for each other.
 */
async function changeStates(
  tx: Transaction,
  { clock, recorder }: StateTools,
  changed: readonly { row: InboxMessageRow; after: States }[],
): Promise<void> {
  const states = changed
    .map(({ row, after }) => {
      const { bucket, accountId, id: messageId } = row
      const { seenAt, readAt, archivedAt } = after
      return { bucket, accountId, messageId, seenAt, readAt, archivedAt }
    })
    .toSorted((a, b) => a.messageId - b.messageId)
  await writeStates(tx, states)
  const opened = changed.filter(({ row, after }) => row.seenAt === null && after.seenAt !== null)
  const openedIds = new Set(opened.map(({ row }) => row.id))
  const seen = states.filter(({ messageId }) => openedIds.has(messageId))
  if (seen.length > 0) await markMessagesSeen(tx, seen, isoTime(clock.now()))
  await recorder.advance(
    tx,
    opened.map(({ row: { bucket, accountId, deliveryId } }) => {
      return { bucket, accountId, deliveryId, fact: 'opened' as const, source: 'provider' as const }
    }),
  )
}

/** Changes one message of the inbox. Returns it, or null if the inbox does not have it. */
export function changeMessage(
  write: Write,
  tools: StateTools,
  { bucket, accountId, recipientId }: Owner,
  messageId: number,
  change: StateChange,
): Promise<InboxMessageRow | null> {
  return write(async (tx) => {
    const [row] = await lockMessage(tx, bucket, accountId, recipientId, messageId)
    return row === undefined ? null : changeLocked(tx, tools, row, change)
  })
}

async function changeLocked(tx: Transaction, tools: StateTools, row: InboxMessageRow, change: StateChange) {
  const after = statesAfter(row, change, tools.clock.now())
  if (isSame(row, after)) return row
  await changeStates(tx, tools, [{ row, after }])
  const { bucket, accountId, recipientId, id: messageId } = row
  const { id, timeMs: at } = tools.eventIds.next(0)
  await insertChange(tx, { bucket, accountId, recipientId, id, kind: 'change', messageId, at })
  return { ...row, ...after }
}

/** A message that the account marks as seen is seen in the inbox too. Must come before other locks of the message. */
export async function markSeen(
  tx: Transaction,
  tools: StateTools,
  { bucket, accountId, messageId }: { bucket: number; accountId: number; messageId: number },
): Promise<void> {
  const [row] = await lockOfMessage(tx, bucket, accountId, messageId)
  if (row !== undefined) await changeLocked(tx, tools, row, { seen: true })
}

export type StateOfAll = 'seen' | 'read' | 'archived'

/** The messages that a change of all concerns. */
const LIST_OF = { seen: 'unseen', read: 'unread', archived: 'active' } as const

const KIND_OF: Readonly<Record<StateOfAll, ChangeKind>> = {
  seen: 'seen_all',
  read: 'read_all',
  archived: 'archived_all',
}

/** Messages of a transaction, and transactions of a request. An inbox with more messages needs a further request. */
const MESSAGES_AT_ONCE = 200
const TRANSACTIONS_MAX = 100

/** The place of a message in the lists. ISO, because a page begins at its microsecond. */
interface Position {
  time: string
  id: number
}

const END: Position = { time: 'infinity', id: Number.MAX_SAFE_INTEGER }

/**
 * Changes all messages that are not archived, up to the given one or all, newest first, in small transactions. So a crash
 * may leave the older ones as they are. Returns false if the inbox does not have the message.
 */
export async function changeAll(
  write: Write,
  tools: StateTools,
  owner: Owner,
  { state, upTo }: { state: StateOfAll; upTo: number | null },
): Promise<boolean> {
  const { bucket, accountId, recipientId } = owner
  const account = [bucket, accountId, recipientId] as const
  const change: StateChange = { [state]: true }
  let position: Position | null = END
  for (let transactions = 0; transactions < TRANSACTIONS_MAX; transactions++) {
    const more: boolean = await write(async (tx) => {
      if (transactions === 0 && upTo !== null) {
        const [last] = await lockMessage(tx, ...account, upTo)
        position = last === undefined ? null : { time: isoTime(last.createdAt), id: last.id }
      }
      if (position === null) return false
      const rows = await lockMessages[LIST_OF[state]](tx, ...account, position.time, position.id, MESSAGES_AT_ONCE)
      const now = tools.clock.now()
      if (rows.length > 0)
        await changeStates(
          tx,
          tools,
          rows.map((row) => ({ row, after: statesAfter(row, change, now) })),
        )
      const isLast = rows.length < MESSAGES_AT_ONCE || transactions === TRANSACTIONS_MAX - 1
      if (isLast && (rows.length > 0 || transactions > 0)) {
        const { id, timeMs: at } = tools.eventIds.next(0)
        await insertChange(tx, { bucket, accountId, recipientId, id, kind: KIND_OF[state], messageId: upTo, at })
      }
      return !isLast
    })
    if (!more) break
  }
  return position !== null
}

/** Records that clients have got the messages: those not fetched before become *delivered*. */
async function recordFetches(
  pool: CommonPool,
  { clock, recorder }: Pick<StateTools, 'clock' | 'recorder'>,
  messages: readonly (Owner & { messageId: number })[],
): Promise<void> {
  await transaction(pool, async (tx) => {
    const fetched = await markFetched(tx, messages, isoTime(clock.now()))
    await recorder.advance(
      tx,
      fetched.map(({ bucket, accountId, deliveryId }) => {
        return { bucket, accountId, deliveryId, fact: 'delivered' as const, source: 'provider' as const }
      }),
    )
  })
}

// Records fetched messages in batches. A client need not wait for it.

const BATCH_MAX = 500

export interface Fetches {
  /** Records later that a client has got the messages. Those fetched before cost nothing. */
  report(messages: readonly InboxMessageRow[]): void
  /** Resolves when all reported messages are recorded. */
  drained(): Promise<void>
}

/** If a report is lost in a crash, the next fetch of the message records it. */
export function createFetches({ pool, clock, config, log }: CommonContext, recorder: Recorder): Fetches {
  const batcher = new Batcher<MessageKey, null>({
    itemsMax: BATCH_MAX,
    slots: 2,
    accountOf: ({ accountId }) => accountId,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    async flush(messages) {
      await recordFetches(pool, { clock, recorder }, messages)
      return messages.map(() => null)
    },
  })
  return {
    report(messages) {
      for (const { bucket, accountId, recipientId, id: messageId, fetchedAt } of messages)
        if (fetchedAt === null)
          batcher.add({ bucket, accountId, recipientId, messageId }).catch((error: unknown) => {
            const ids = { message_id: messageId, account_id: accountId }
            logFailure(log, 'tasks', { event: 'inbox.fetch_not_recorded', ...ids }, error)
          })
    },
    drained: () => batcher.drained(),
  }
}
