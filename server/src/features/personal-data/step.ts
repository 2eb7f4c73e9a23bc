/** One step of an erasure: the next messages with everything of them, in one transaction. */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction, Write } from '../../platform/db/transaction.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { endAndBlankDeliveries } from '../../core/deliveries/advance-erasure.ts'
import {
  blankSends,
  removeReports,
  removeSandboxMessages,
  removeSuppressionsOf,
} from '../../core/deliveries/erasure.ts'
import { blankBodies, lowestEventId } from '../../core/events/erasure.ts'
import { eraseResponses } from '../../platform/http/idempotency-removal.ts'
import { removeAttachments } from '../../core/messages/attachments.ts'
import { blankMessages } from '../../core/messages/queries.ts'
import type { ErasureStep } from '../../core/recipients/erasure.ts'
import { blankAttempts } from '../../core/webhooks/queries.ts'
import { listMessageIds, lockErasure, saveErasure } from './queries.ts'
import type { ErasureRow } from './queries.ts'
import type { PersonKey } from '../../core/recipients/export.ts'

export interface ErasureTools {
  clock: Clock
  recorder: Recorder
  /** Of all features that keep data of a person. */
  steps: readonly ErasureStep[]
  /** Called after bodies of events have changed: processes may hold the old ones in memory. */
  onBodiesChanged(bucket: number, accountId: number): void
}

/** With their deliveries, sends, events and attempts they are about 1,000 rows. */
const MESSAGES_AT_ONCE = 100
/** Rows of a table changed by a step. If a table has more, the next step goes on with the same messages. */
const ROWS_MAX = 1000

/**
 * All messages are looked at again after this time, ms. Until then, requests that read the recipient before have stored
 * their messages, and sends and attempts under way have ended.
 */
export const LOOK_AGAIN_MS = 15 * 60_000

const START = '-infinity'

/** `none`: the erasure is not due. `more`: another step follows at once. */
export type StepResult = 'none' | 'more' | 'ended'

type Messages = Awaited<ReturnType<typeof listMessageIds>>

/** Erases everything of the messages. Returns the number of deliveries, and whether a table may have more rows. */
async function eraseMessages(tx: Transaction, tools: ErasureTools, key: PersonKey, messages: Messages) {
  const { bucket, accountId } = key
  const messageKeys = messages.map(({ id: messageId }) => ({ bucket, accountId, messageId }))
  // The order of all writers: features' rows of the message, the message, its deliveries. Another order could deadlock.
  for (const step of tools.steps) await step.beforeMessages?.(tx, messageKeys)
  await blankMessages(tx, messageKeys)
  await removeAttachments(tx, messageKeys)
  const deliveryIds = await endAndBlankDeliveries(tx, tools.recorder, key, messageKeys)
  const deliveryKeys = deliveryIds.map((deliveryId) => ({ bucket, accountId, deliveryId }))
  const of = [bucket, accountId, deliveryIds] as const
  const lowestId = lowestEventId(Math.min(...messages.map((message) => message.createdAt)))
  await removeSuppressionsOf(tx, key, { deliveryIds, email: null, phone: null })
  for (const step of tools.steps) await step.ofDeliveries?.(tx, ...of, lowestId)
  const bodies = await blankBodies(tx, key, deliveryIds, lowestId, ROWS_MAX)
  if (bodies > 0) tx.afterCommit(() => tools.onBodiesChanged(bucket, accountId))
  const changed = [
    bodies,
    (await blankSends(tx, deliveryKeys, ROWS_MAX)).length,
    (await removeReports(tx, deliveryKeys, ROWS_MAX)).length,
    (await removeSandboxMessages(tx, deliveryKeys, ROWS_MAX)).length,
    (await blankAttempts(tx, ...of, lowestId, ROWS_MAX)).length,
  ]
  return { deliveries: deliveryIds.length, isFull: changed.includes(ROWS_MAX) }
}

/** The row after the last message. The second look begins at the first message again, and counts nothing. */
function atTheEnd(row: ErasureRow, now: number): ErasureRow {
  const isSecond = row.finishedAt !== null
  const again = row.requestedAt + LOOK_AGAIN_MS
  const dueAt = isSecond ? null : Math.max(again, now)
  return { ...row, afterAt: START, afterId: 0, finishedAt: row.finishedAt ?? now, dueAt }
}

function save(tx: Transaction, row: ErasureRow) {
  const { bucket, accountId, recipientId, afterAt, afterId, messages, deliveries, finishedAt, dueAt } = row
  const times = [isoTime(finishedAt), isoTime(dueAt)] as const
  return saveErasure(tx, bucket, accountId, recipientId, afterAt, afterId, messages, deliveries, ...times)
}

/** Runs the next step of an erasure. Repeated and parallel calls are safe. */
export async function runStep(write: Write, tools: ErasureTools, key: PersonKey): Promise<StepResult> {
  const { bucket, accountId, recipientId } = key
  return write(async (tx) => {
    const now = tools.clock.now()
    const [row] = await lockErasure(tx, bucket, accountId, recipientId, isoTime(now))
    if (row === undefined) return 'none'
    const hasMoreResponses = await eraseResponses(tx, key, recipientId, ROWS_MAX)
    const { afterAt: afterTime, afterId } = row
    const messages = await listMessageIds(tx, bucket, accountId, recipientId, afterTime, afterId, MESSAGES_AT_ONCE)
    const last = messages.at(-1)
    if (last === undefined) {
      if (hasMoreResponses) return 'more'
      await save(tx, atTheEnd(row, now))
      return 'ended'
    }
    const { deliveries, isFull } = await eraseMessages(tx, tools, key, messages)
    if (isFull) return 'more'
    const isCounted = row.finishedAt === null
    const progress = { afterAt: last.place, afterId: last.id }
    const counts = { messages: row.messages + messages.length, deliveries: row.deliveries + deliveries }
    await save(tx, { ...row, ...progress, ...(isCounted ? counts : {}) })
    return 'more'
  })
}
