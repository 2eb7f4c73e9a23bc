/**
 * Sends many failed messages again on request, only on the channels on which they failed. A request stores a resend.
 * `continueResends` finds its messages and sends them. One transaction creates a message and removes its original from
 * the resend, so a crash neither loses a message nor sends one twice.
 */
import type { Connection } from '../../platform/db/sql.ts'
import type { RequestConnections, Transaction, Write } from '../../platform/db/transaction.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import { lockAccount } from '../../core/accounts/quotas.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { encodeCursor, pageStart } from '../../platform/http/pages.ts'
import type { PageKey } from '../../platform/http/pages.ts'
import type { Caller } from '../../platform/http/route.ts'
import {
  cancelResend,
  findFailed,
  findFiltered,
  findResend,
  findRunningResend,
  insertResend,
  trimResends,
  searchFailed,
  findFailedDeliveries,
} from './queries.ts'
import type { ResendFilters, ResendRow, FailedRow } from './queries.ts'
import { canArrive, presentAddress, wayOf } from '../../core/deliveries/another-send.ts'
import { findSuppressions } from '../../core/deliveries/suppressions.ts'

// The failed deliveries of messages, and those of them that another send can help.

function mayArrive(row: FailedRow, isSuppressed: boolean): boolean {
  return canArrive(row.cause, wayOf({ ...row, isSuppressed }))
}

export async function readArriving(
  pool: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  messageIds: readonly number[],
): Promise<{ failed: FailedRow[]; arriving: FailedRow[] }> {
  const failed = await findFailedDeliveries(pool, bucket, accountId, messageIds)
  const suppressed = await findSuppressions(
    pool,
    failed.map((row) => ({ bucket, accountId, channelType: row.channelType, address: presentAddress(row) })),
  )
  return { failed, arriving: failed.filter((row, index) => mayArrive(row, suppressed[index] !== null)) }
}

// Finds the messages of a resend in steps, outside of a transaction, newest first.

/** Deliveries searched by one statement: about 10 ms. */
const STEP_DELIVERIES = 2000

interface Search {
  bucket: number
  accountId: number
  filters: ResendFilters
  /** The search goes on behind this delivery, with older ones. Null: from the newest one. */
  after: PageKey | null
}

/** One step. `reached`: the last delivery searched. Null: the search has ended. At most `idsMax` messages. */
export async function searchOnce(
  connection: Connection,
  { bucket, accountId, filters, after }: Search,
  idsMax: number,
): Promise<{ ids: number[]; reached: PageKey | null }> {
  const { status, cause, notification_user_id: recipientId, notification_channel_id: channelId } = filters
  const { channel_type: channelType, message_template_id: templateId, created_after: createdAfter } = filters
  const others = [status?.split(',') ?? null, cause ?? null, recipientId ?? null, channelId ?? null] as const
  const [row] = await searchFailed(
    connection,
    ...([bucket, accountId, ...pageStart({ after }, filters.created_before ?? null), STEP_DELIVERIES, idsMax] as const),
    ...others,
    ...([channelType ?? null, templateId ?? null] as const),
    ...([createdAfter ?? '-infinity', filters.created_before ?? 'infinity'] as const),
  )
  const { reachedAt: createdAt, reachedId: id, ids } = row!
  return { ids, reached: createdAt === null || id === null ? null : { createdAt, id } }
}

/** The largest number of messages in one resend. Further requests send the rest. */
export const RESENT_MESSAGES_MAX = 10_000

/** The number of stored resends per account. Older ones are deleted. */
export const RESENDS_KEPT_MAX = 100

/** Statements of one count: 20,000 deliveries in about 100 ms. */
const COUNTED_STEPS_MAX = 10

/** The messages of a request: named, or found by filters of their failed deliveries. */
export type Wanted = { messageIds: readonly number[] } | { filters: ResendFilters }

interface Asker {
  caller: Caller
  ip: string
}

/** The filters without the messages that the resend itself creates. */
function closed(filters: ResendFilters, nowMs: number): ResendFilters {
  const now = isoTime(nowMs)
  const { created_before: before = now } = filters
  return { ...filters, created_before: before < now ? before : now }
}

/** Throws 422 if an object of the filters does not exist. */
async function judge(pool: Connection, { bucket, accountId }: Caller, wanted: Wanted): Promise<void> {
  if (!('filters' in wanted)) return
  const { notification_user_id: recipientId, notification_channel_id: channelId } = wanted.filters
  const ids = [recipientId ?? null, channelId ?? null, wanted.filters.message_template_id ?? null] as const
  const [exist] = await findFiltered(pool, bucket, accountId, ...ids)
  const { recipient, channel, template } = exist!
  const byField = { notification_user_id: recipient, notification_channel_id: channel, message_template_id: template }
  const missing = Object.entries(byField).filter(([, exists]) => !exists)
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map(([name]) => [`filters.${name}`, ['is unknown']])))
}

/** Starts a resend. Throws 422 for unknown objects, 409 if one of the account is running. */
export async function startResend(
  { pool, write }: RequestConnections,
  clock: Clock,
  { caller, ip }: Asker,
  wanted: Wanted,
): Promise<ResendRow> {
  const { bucket, accountId, actor } = caller
  await judge(pool, caller, wanted)
  const nowMs = clock.now()
  const at = isoTime(nowMs)
  const filters = 'filters' in wanted ? closed(wanted.filters, nowMs) : null
  // The search begins with the newest delivery. `filters` have the time before which they were created.
  const cursor = filters === null ? null : encodeCursor({ createdAt: nowMs, id: Number.MAX_SAFE_INTEGER })
  return write(async (tx) => {
    await lockAccount(tx, bucket, accountId)
    const ids =
      'filters' in wanted ? [] : (await findFailed(tx, bucket, accountId, wanted.messageIds)).map(({ id }) => id)
    const search = [filters && JSON.stringify(filters), cursor] as const
    const [resend] = await insertResend(tx, bucket, accountId, actor, ...search, at, ids)
    if (resend === undefined) {
      const [running] = await findRunningResend(tx, bucket, accountId)
      throw new ApiError('resend_running', { path: { id: running?.id } })
    }
    await trimResends(tx, bucket, accountId, RESENDS_KEPT_MAX)
    const details = filters === null ? { messages: ids.length } : { filters }
    await audit(tx, clock, { caller, ip }, 'asked', resend.id, details)
    return resend
  })
}

/** Messages judged by one statement. */
const JUDGED_AT_ONCE = 1000

/** The messages of a resend, by what becomes of them. */
interface Judged {
  count: number
  /** Another send cannot help. */
  cannotArrive: number
  /** Their attachments were removed. */
  withoutFiles: number
  /** The failed deliveries of the counted messages that another send cannot help. */
  leftOut: number
}

async function judged(pool: Connection, caller: Caller, ids: readonly number[]): Promise<Judged> {
  let [count, withoutFiles, leftOut] = [0, 0, 0]
  for (let first = 0; first < ids.length; first += JUDGED_AT_ONCE) {
    const { failed, arriving } = await readArriving(pool, caller, ids.slice(first, first + JUDGED_AT_ONCE))
    const [sent, unsent] = [new Set<number>(), new Set<number>()]
    for (const { messageId, hasAttachments } of arriving) (hasAttachments ? unsent : sent).add(messageId)
    count += sent.size
    withoutFiles += unsent.size
    const ofSent = (rows: FailedRow[]) => rows.filter(({ messageId }) => sent.has(messageId)).length
    leftOut += ofSent(failed) - ofSent(arriving)
  }
  return { count, cannotArrive: ids.length - count - withoutFiles, withoutFiles, leftOut }
}

/** The messages of a resend now. `isComplete`: false if there may be more. Changes nothing. */
export async function countMessages(
  pool: Connection,
  clock: Clock,
  caller: Caller,
  wanted: Wanted,
): Promise<Judged & { isComplete: boolean }> {
  await judge(pool, caller, wanted)
  const { bucket, accountId } = caller
  if ('messageIds' in wanted) {
    const found = await findFailed(pool, bucket, accountId, wanted.messageIds)
    return {
      ...(await judged(
        pool,
        caller,
        found.map(({ id }) => id),
      )),
      isComplete: true,
    }
  }
  const filters = closed(wanted.filters, clock.now())
  const found = new Set<number>()
  let after: PageKey | null = null
  let steps = 0
  do {
    const { ids, reached } = await searchOnce(pool, { bucket, accountId, filters, after }, RESENT_MESSAGES_MAX)
    for (const id of ids) found.add(id)
    after = reached
  } while (++steps < COUNTED_STEPS_MAX && after !== null && found.size < RESENT_MESSAGES_MAX)
  return {
    ...(await judged(pool, caller, [...found].slice(0, RESENT_MESSAGES_MAX))),
    isComplete: after === null && found.size <= RESENT_MESSAGES_MAX,
  }
}

/** Stops a resend. Created messages are sent. Throws 404 if it does not exist, or 409 if it has ended. */
export async function stopResend(write: Write, clock: Clock, { caller, ip }: Asker, id: number): Promise<ResendRow> {
  const { bucket, accountId } = caller
  return write(async (tx) => {
    await lockAccount(tx, bucket, accountId)
    const [found] = await findResend(tx, bucket, accountId, id)
    if (found === undefined) throw new ApiError('not_found')
    const [canceled] = await cancelResend(tx, bucket, accountId, id, isoTime(clock.now()))
    if (canceled === undefined) {
      const sentence = `The resend has already ended: GET /api/v1/message_resends/${id} shows its state`
      throw new ApiError('not_cancelable', { sentence })
    }
    await audit(tx, clock, { caller, ip }, 'canceled', id, { sent: canceled.sent })
    return canceled
  })
}

function audit(
  tx: Transaction,
  clock: Clock,
  { caller: { bucket, accountId, actor }, ip }: Asker,
  what: string,
  resendId: number,
  details: Record<string, unknown>,
): Promise<void> {
  const about = { action: `message_resend.${what}`, target: `message_resend:${resendId}`, details }
  return recordAudit(tx, [{ bucket, accountId, actor, at: clock.now(), origin: ip, ...about }])
}
