/**
 * Counts deliveries by their outcome, each once. The count of events hands every event over exactly once, with the
 * outcome of its delivery before and after it. The event takes one delivery from the first and adds one to the second.
 * So the sums are right in any order of the events, and a message writes nothing extra (decision record 69).
 */
import { isOfRecipient } from '../../core/deliveries/another-send.ts'
import type { CountedBatch, CountedEntry } from '../../core/events/counts.ts'
import { isoTime } from '../../platform/clock.ts'
import { removeInChunks } from '../../platform/db/in-chunks.ts'
import { dayStart } from '../../platform/db/partitions/catalog.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { noCounts, OUTCOMES, readOutcome } from './period.ts'
import type { Outcome, OutcomeCounts } from './period.ts'
import { addOutcomes, addUp, readCounted, removeBefore, removeFrom } from './queries.ts'
import type { CountedDelivery } from './queries.ts'
import type { Task } from '../../platform/task-runner.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Counts of hours are kept for 24 hours and the 24 hours before, counts of 6 hours for twice 7 days. */
const HOURS_KEPT_DAYS = 2
const SIX_HOURS_KEPT_DAYS = 14
/** The same for groups, which show no period before. A period may begin within a day. */
const HOURS_OF_GROUPS_KEPT_DAYS = 1
const SIX_HOURS_OF_GROUPS_KEPT_DAYS = 7
/** Twice the longest period, and the day that has begun. */
const KEPT_DAYS_MAX = 181

interface CountRow extends OutcomeCounts {
  bucket: number
  accountId: number
  groupedBy: 'all' | 'channel' | 'cause' | 'template_channel' | 'resend'
  /** ms since the epoch */
  start: number
  value: string
  /** Of a channel: failed and bounced deliveries whose recipients cannot be reached on it. */
  unreachable: number
  /** Of a channel: the newest delivery that failed or bounced otherwise. */
  newestFailure: number | null
}

/** Counts from here on are kept, ms since the epoch. `retentionDays`: how long messages are kept, null for ever. */
export function keptFrom(nowMs: number, retentionDays: number | null): number {
  return dayStart(nowMs) - Math.min(retentionDays ?? KEPT_DAYS_MAX, KEPT_DAYS_MAX) * DAY_MS
}

/** The first millisecond of the day, some days ago. */
const daysAgo = (nowMs: number, days: number) => dayStart(nowMs) - days * DAY_MS

/**
 * The same for the start of a week. The counts of 7 days become days at once, so their rows are stored side by side, and
 * a period of days reads few pages.
 */
const weekBefore = (nowMs: number, days: number) => Math.floor(daysAgo(nowMs, days) / WEEK_MS) * WEEK_MS

/** The start of the row that counts a delivery: an hour, or a longer time for an old delivery. */
function startOf(createdAt: number, nowMs: number): number {
  if (createdAt < weekBefore(nowMs, SIX_HOURS_KEPT_DAYS)) return dayStart(createdAt)
  const spanMs = createdAt < daysAgo(nowMs, HOURS_KEPT_DAYS) ? 6 * HOUR_MS : HOUR_MS
  return Math.floor(createdAt / spanMs) * spanMs
}

type RowKey = Pick<CountRow, 'bucket' | 'accountId' | 'groupedBy' | 'start' | 'value'>

/** Sums by row. */
class Sums {
  readonly #rows = new Map<string, CountRow>()

  add(key: RowKey, outcome: Outcome, by: 1 | -1): void {
    this.#rowOf(key)[outcome] += by
  }

  addUnreachable(key: RowKey, by: 1 | -1): void {
    this.#rowOf(key).unreachable += by
  }

  fail(key: RowKey, deliveryId: number): void {
    const row = this.#rowOf(key)
    row.newestFailure = Math.max(row.newestFailure ?? 0, deliveryId)
  }

  #rowOf(key: RowKey): CountRow {
    const name = `${key.bucket}/${key.accountId}/${key.groupedBy}/${key.start}/${key.value}`
    let row = this.#rows.get(name)
    if (row === undefined) this.#rows.set(name, (row = { ...key, ...noCounts(), unreachable: 0, newestFailure: null }))
    return row
  }

  /** The rows with a change, in the order of their key. */
  rows(): CountRow[] {
    const isChanged = (row: CountRow) => row.unreachable !== 0 || OUTCOMES.some((outcome) => row[outcome] !== 0)
    const changed = [...this.#rows.values()].filter(isChanged)
    const ofText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    return changed.toSorted(
      (a, b) =>
        a.bucket - b.bucket ||
        a.accountId - b.accountId ||
        ofText(a.groupedBy, b.groupedBy) ||
        a.start - b.start ||
        ofText(a.value, b.value),
    )
  }
}

type ChangeEntry = CountedEntry & { deliveryId: number; outcomeAfter: string }

const changesOutcome = (entry: CountedEntry): entry is ChangeEntry =>
  entry.deliveryId !== null && entry.outcomeAfter !== null

/** The changes of the counts by a batch. `deliveries`: those of the account, by id. Pure. */
export function changesOf(
  { bucket, accountId, entries, countedFrom }: Omit<CountedBatch, 'isRestart' | 'isFirstOfDay'>,
  deliveries: ReadonlyMap<number, Omit<CountedDelivery, 'accountId' | 'id'>>,
  nowMs: number,
): CountRow[] {
  const sums = new Sums()
  for (const entry of entries.filter(changesOutcome)) {
    const delivery = deliveries.get(entry.deliveryId)
    if (delivery === undefined || delivery.createdAt < countedFrom) continue
    const row = { bucket, accountId, start: startOf(delivery.createdAt, nowMs) }
    const [channel, template] = [String(delivery.channelId), String(delivery.templateId)]
    const moves = [
      [entry.outcomeBefore, -1],
      [entry.outcomeAfter, 1],
    ] as const
    for (const [stored, by] of moves) {
      if (stored === null) continue
      const { outcome, cause } = readOutcome(stored)
      sums.add({ ...row, groupedBy: 'all', value: '' }, outcome, by)
      sums.add({ ...row, groupedBy: 'channel', value: channel }, outcome, by)
      sums.add({ ...row, groupedBy: 'template_channel', value: `${template}/${channel}` }, outcome, by)
      if (delivery.resendId !== null)
        sums.add({ ...row, groupedBy: 'resend', value: String(delivery.resendId) }, outcome, by)
      if (cause === null) continue
      sums.add({ ...row, groupedBy: 'cause', value: cause }, outcome, by)
      if (isOfRecipient(cause)) sums.addUnreachable({ ...row, groupedBy: 'channel', value: channel }, by)
    }
    const { cause } = readOutcome(entry.outcomeAfter)
    if (cause !== null && !isOfRecipient(cause))
      sums.fail({ ...row, groupedBy: 'channel', value: channel }, entry.deliveryId)
  }
  return sums.rows()
}

/** Counts the outcomes in batches of events. `retentionDays`: how long messages are kept, null for ever. */
export async function countOutcomes(
  tx: Transaction,
  batches: readonly CountedBatch[],
  { nowMs, retentionDays }: { nowMs: number; retentionDays: number | null },
): Promise<void> {
  const restarted = batches.filter(({ isRestart }) => isRestart)
  if (restarted.length > 0) await removeFrom(tx, restarted)
  const keys = new Map<string, { bucket: number; accountId: number; deliveryId: number }>()
  for (const { bucket, accountId, entries } of batches)
    for (const { deliveryId } of entries.filter(changesOutcome))
      keys.set(`${accountId}/${deliveryId}`, { bucket, accountId, deliveryId })
  if (keys.size > 0) {
    const byAccount = Map.groupBy(await readCounted(tx, [...keys.values()]), (row) => row.accountId)
    const oldest = keptFrom(nowMs, retentionDays)
    const rows = batches.flatMap((batch) => {
      const deliveries = new Map((byAccount.get(batch.accountId) ?? []).map((row) => [row.id, row]))
      return changesOf({ ...batch, countedFrom: Math.max(batch.countedFrom, oldest) }, deliveries, nowMs)
    })
    // The accounts of a count are in the order of their keys.
    if (rows.length > 0) await addOutcomes(tx, rows)
  }
  const first = batches.filter(({ isFirstOfDay }) => isFirstOfDay)
  if (first.length === 0) return
  const ofAll = [daysAgo(nowMs, HOURS_KEPT_DAYS), weekBefore(nowMs, SIX_HOURS_KEPT_DAYS)] as const
  const ofGroups = [
    daysAgo(nowMs, HOURS_OF_GROUPS_KEPT_DAYS),
    weekBefore(nowMs, SIX_HOURS_OF_GROUPS_KEPT_DAYS),
  ] as const
  const [sixHours, days, sixHoursOfGroups, daysOfGroups] = [...ofAll, ...ofGroups].map((timeMs) => isoTime(timeMs))
  await addUp(tx, first, sixHours!, days!, sixHoursOfGroups!, daysOfGroups!)
}

/** Removes the counts of removed messages, and those that no period shows. */
export async function removeOldOutcomes(
  pool: ServicePool,
  buckets: readonly number[],
  nowMs: number,
  retentionDays: number | null,
): Promise<void> {
  const before = isoTime(keptFrom(nowMs, retentionDays))
  await removeInChunks((rows) => removeBefore(pool, buckets, before, rows))
}

export const outcomeRemoval: Task = {
  name: 'delivery_counts_removed',
  intervalMs: 3_600_000,
  run: ({ pool, buckets, clock, config }) =>
    removeOldOutcomes(pool, buckets(), clock.now(), config.messageRetentionDays),
}
