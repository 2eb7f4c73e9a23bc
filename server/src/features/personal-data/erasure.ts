/**
 * Erases the personal data of a recipient: recipient, devices, texts and attributes of messages, sends' words of
 * providers, messages of the sandbox and the inbox, suppressed addresses, stored responses, responses of receivers,
 * requests of the test receiver. Ids, states and times stay (decision record 60).
 *
 * One transaction blanks the recipient and stores the request, so from its response on nobody can read or message the
 * person. Steps do the rest, oldest message first, each a transaction of about 1,000 rows. A step that is repeated
 * finds nothing to change. So a crash at any place loses only the step under way, and a task does it again.
 */
import type { RequestConnections, Write } from '../../platform/db/transaction.ts'
import { writeOn } from '../../platform/db/transaction.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import { removeSuppressionsOf } from '../../core/deliveries/erasure.ts'
import { eraseRecipient } from '../../core/recipients/erasure.ts'
import type { ErasureOutput } from '../../core/recipients/erasure.ts'
import type { Changer } from '../../core/recipients/queries.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { findDue, findErasure, insertErasure } from './queries.ts'
import type { ErasureRow } from './queries.ts'
import type { PersonKey } from '../../core/recipients/export.ts'
import { runStep } from './step.ts'
import type { ErasureTools } from './step.ts'
import type { Task, TaskTools } from '../../platform/task-runner.ts'

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
