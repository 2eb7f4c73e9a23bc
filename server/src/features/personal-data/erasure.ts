/**
 * Erases the personal data of a recipient: recipient, devices, texts and attributes of messages, sends' words of
 * providers, messages of the sandbox and the inbox, suppressed addresses, stored responses, responses of receivers,
 * requests of the test receiver. Ids, states and times stay (decision record 60).
 *
 * One transaction blanks the recipient and stores the request, so from its response on nobody can read or message the
 * person. Steps do the rest, oldest message first, each a transaction of about 1,000 rows. A step that is repeated
 * finds nothing to change. So a crash at any place loses only the step under way, and a task does it again.
 */
import type { RequestConnections, Write, Transaction } from '../../platform/db/transaction.ts'
import { writeOn } from '../../platform/db/transaction.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import {
  removeSuppressionsOf,
  blankSends,
  removeReports,
  removeSandboxMessages,
} from '../../core/deliveries/erasure.ts'
import { eraseRecipient } from '../../core/recipients/erasure.ts'
import type { ErasureOutput, ErasureStep } from '../../core/recipients/erasure.ts'
import type { Changer } from '../../core/recipients/queries.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { findDue, findErasure, insertErasure, listMessageIds, lockErasure, saveErasure } from './queries.ts'
import type { ErasureRow } from './queries.ts'
import type { PersonKey } from '../../core/recipients/export.ts'
import type { Task, TaskTools } from '../../platform/task-runner.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { endAndBlankDeliveries } from '../../core/deliveries/advance-erasure.ts'
import { blankBodies, lowestEventId } from '../../core/events/erasure.ts'
import { eraseResponses } from '../../platform/http/idempotency-removal.ts'
import { removeAttachments } from '../../core/messages/attachments.ts'
import { blankMessages } from '../../core/messages/queries.ts'
import { blankAttempts } from '../../core/webhooks/queries.ts'

// One step of an erasure: the next messages with everything of them, in one transaction.

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
type StepResult = 'none' | 'more' | 'ended'

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
async function runStep(write: Write, tools: ErasureTools, key: PersonKey): Promise<StepResult> {
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

/** A request waits for the steps for so long, ms. Most people have few messages, so their erasure has finished then. */
const REQUEST_MS = 2000
/** Erasures per run of the task, and steps of each. */
const ERASURES_AT_ONCE = 20
const STEPS_AT_ONCE = 50

function erasureView(row: ErasureRow): ErasureOutput {
  return {
    notification_user_id: row.recipientId,
    status: row.finishedAt === null ? 'running' : 'finished',
    requested_at: isoTime(row.requestedAt),
    finished_at: isoTime(row.finishedAt),
    messages: row.messages,
    deliveries: row.deliveries,
  }
}

/**
 * Stores the request to erase a recipient, and blanks the recipient. Also a deleted one, and again. Returns false if
 * there was never a recipient with this id. The audit log gets one entry, with ids only.
 */
export async function beginErasure(
  write: Write,
  clock: Clock,
  { bucket, accountId, recipientId }: PersonKey,
  requester: Changer,
): Promise<boolean> {
  return write(async (tx) => {
    const now = clock.now()
    const before = await eraseRecipient(tx, bucket, accountId, recipientId, isoTime(now))
    if (before === 'not_found') return false
    if (before === 'erased_before') return true
    await removeSuppressionsOf(tx, { bucket, accountId }, { deliveryIds: [], ...before })
    await insertErasure(tx, bucket, accountId, recipientId, isoTime(now))
    const about = { action: 'notification_user.erased', target: `notification_user:${recipientId}`, details: {} }
    await recordAudit(tx, [{ bucket, accountId, at: now, ...requester, ...about }])
    return true
  })
}

/** Runs steps until the erasure has finished or `isEnough`. Returns the progress. */
async function continueErasure(
  { pool, write }: RequestConnections,
  tools: ErasureTools,
  key: PersonKey,
  isEnough: (row: ErasureRow) => boolean,
): Promise<ErasureRow> {
  for (;;) {
    const result = await runStep(write, tools, key)
    const [row] = await findErasure(pool, key.bucket, key.accountId, key.recipientId)
    if (result === 'none' || row!.finishedAt !== null || isEnough(row!)) return row!
  }
}

/** Erases a recipient. Returns the progress after 2 s at the most, or null if the recipient never existed. */
export async function erase(
  { pool, write }: RequestConnections,
  tools: ErasureTools,
  key: PersonKey,
  requester: Changer,
): Promise<ErasureOutput | null> {
  if (!(await beginErasure(write, tools.clock, key, requester))) return null
  const enoughAt = tools.clock.monotonic() + REQUEST_MS
  return erasureView(await continueErasure({ pool, write }, tools, key, () => tools.clock.monotonic() >= enoughAt))
}

/**
 * Erases a recipient and waits for the end. `onStep` gets the progress after each step. Returns null if the recipient
 * never existed.
 */
export async function eraseToTheEnd(
  { pool, write }: RequestConnections,
  tools: ErasureTools,
  key: PersonKey,
  requester: Changer,
  onStep: (soFar: ErasureOutput) => void,
): Promise<ErasureOutput | null> {
  if (!(await beginErasure(write, tools.clock, key, requester))) return null
  const row = await continueErasure({ pool, write }, tools, key, (soFar) => {
    onStep(erasureView(soFar))
    return false
  })
  return erasureView(row)
}

/** Goes on with the due erasures of these buckets. Returns how many there were. */
export async function continueErasures(
  pool: ServicePool,
  tools: ErasureTools,
  buckets: readonly number[],
): Promise<number> {
  const due = await findDue(pool, buckets, isoTime(tools.clock.now()), ERASURES_AT_ONCE)
  for (const { bucket, accountId, recipientId } of due)
    for (let steps = 0; steps < STEPS_AT_ONCE; steps++)
      if ((await runStep(writeOn(pool), tools, { bucket, accountId, recipientId })) !== 'more') break
  return due.length
}

export const erasures: Task<TaskTools & ErasureTools> = {
  name: 'erasures',
  intervalMs: 1000,
  run: (tools) => continueErasures(tools.pool, tools, tools.buckets()),
}
