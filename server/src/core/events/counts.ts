/**
 * Counts an account's events by hour and type, so that statistics do not read the events. A task reads the event feed.
 * No event can appear later before the feed position, and the position and the counts change in one transaction. So
 * every event counts exactly once, also after a crash, and creating a message writes no counts.
 */
import type { Clock } from '../../platform/clock.ts'
import { dayStart } from '../../platform/db/partitions/catalog.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { eventIdFloor, eventIdTime } from '../../platform/ids.ts'
import {
  addCounts,
  beginPositions,
  findToCount,
  removeCountsBefore,
  savePositions,
  scanAccounts,
  takePositions,
} from './count-queries.ts'
import type { AccountKey, CountedEntry } from './count-queries.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import { FEED_START, lowestToCome } from './feed-position.ts'
import type { FeedPosition } from './feed-position.ts'
import type { FeedEntry } from './feed.ts'
import type { Task } from '../../platform/task-runner.ts'

export type { CountedEntry } from './count-queries.ts'

/** The limits of one transaction: accounts, and events in total. Each account gets an equal share of the events. */
const BATCH_ACCOUNTS = 50
const BATCH_EVENTS = 2000
/** Transactions for the same accounts before the next accounts' turn. */
const BATCHES_MAX = 80
const ACCOUNTS_AT_ONCE = 500
/** Stored ids of failed deliveries per account, the newest. */
export const FAILED_DELIVERIES_MAX = 20

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const FAILURES: ReadonlySet<string> = new Set(['delivery.failed', 'delivery.bounced'])

/** The events of an account in one transaction of the count. */
export interface CountedBatch extends AccountKey {
  entries: readonly CountedEntry[]
  /** Only deliveries created at this time or later count, ms since the epoch. The start of a day. */
  countedFrom: number
  /** True if all events are counted anew. Earlier counts from `countedFrom` on are then invalid. */
  isRestart: boolean
  /** True for the first batch of the account on a day. */
  isFirstOfDay: boolean
}

export interface Counting {
  pool: ServicePool
  /** The buckets whose events are counted. */
  buckets(): readonly number[]
  clock: Clock
  config: { eventRetentionDays: number }
  /** Counts of another room, in the same transaction. Each event comes exactly once. */
  alsoCount(tx: Transaction, batches: readonly CountedBatch[]): Promise<void>
}

/** Counts the new events of every account. Two processes at the same time do not count twice. */
export async function countNewEvents(counting: Counting): Promise<void> {
  const { pool, clock, buckets } = counting
  const here = buckets()
  const lowestId = eventIdFloor(dayStart(clock.now()) - DAY_MS)
  let after: AccountKey = { bucket: -1, accountId: 0 }
  for (;;) {
    const found = await findToCount(pool, lowestId, after.bucket, after.accountId, ACCOUNTS_AT_ONCE)
    const all = found.map(({ bucket, accountId }) => ({ bucket, accountId }))
    const accounts = all.filter(({ bucket }) => here.includes(bucket))
    for (let first = 0; first < accounts.length; first += BATCH_ACCOUNTS)
      await countAccounts(counting, accounts.slice(first, first + BATCH_ACCOUNTS))
    if (found.length < ACCOUNTS_AT_ONCE) return
    after = all.at(-1)!
  }
}

async function countAccounts(counting: Counting, accounts: AccountKey[]): Promise<void> {
  let left = accounts
  for (let batches = 0; batches < BATCHES_MAX && left.length > 0; batches++)
    left = await transaction(counting.pool, (tx) => countBatch(tx, counting, left))
}

/** An account's stored position, from which counting continues. */
interface Position extends AccountKey {
  after: FeedPosition
  /** True if another transaction stores the last event now, or it is deleted. All earlier counts are then invalid. */
  wasMoved: boolean
  failedDeliveryIds: number[]
  countedFrom: number
}

/** `keptFrom`: all later events are stored, ms since the epoch. */
function positionOf(row: RowOf<'event_counts.take_positions'>, keptFrom: number): Position {
  const wasMoved = row.eventId !== '' && row.storedTx !== row.tx
  const after = wasMoved ? FEED_START : { tx: row.tx, id: row.eventId, fromMs: row.fromAt }
  const failedDeliveryIds = wasMoved ? [] : row.failedDeliveryIds
  const countedFrom = after.id === '' ? dayStart(keptFrom) + DAY_MS : row.countedFrom
  return { bucket: row.bucket, accountId: row.accountId, after, wasMoved, failedDeliveryIds, countedFrom }
}

const keyOf = (bucket: number, accountId: number) => `${bucket}/${accountId}`

/** Counts the accounts' next events. Returns the accounts that may have more. */
async function countBatch(tx: Transaction, counting: Counting, accounts: AccountKey[]): Promise<AccountKey[]> {
  const nowMs = counting.clock.now()
  const keptFrom = nowMs - counting.config.eventRetentionDays * DAY_MS
  await beginPositions(tx, accounts)
  const positions = (await takePositions(tx, accounts)).map((row) => positionOf(row, keptFrom))
  if (positions.length === 0) return []
  const eventsMax = Math.ceil(BATCH_EVENTS / positions.length)
  const starts = positions.map(({ bucket, accountId, after }) => {
    return { bucket, accountId, tx: after.tx, eventId: after.id, lowestId: eventIdFloor(after.fromMs) }
  })
  const rows = await scanAccounts(tx, starts, eventsMax)
  const entries = Map.groupBy(rows, (row) => keyOf(row.bucket, row.accountId))
  const entriesOf = (position: Position) => entries.get(keyOf(position.bucket, position.accountId)) ?? []
  const counts = positions.flatMap((position) =>
    countsOf(entriesOf(position)).map((count) => ({
      ...count,
      bucket: position.bucket,
      accountId: position.accountId,
    })),
  )
  await removeCountsBefore(
    tx,
    positions.map((position) => ({ ...position, before: position.wasMoved ? null : keptFrom })),
  )
  await addCounts(tx, counts)
  await counting.alsoCount(
    tx,
    positions.map((position) => {
      const { bucket, accountId, after, countedFrom } = position
      const isRestart = after.id === ''
      const isFirstOfDay = isRestart || eventIdTime(after.id) < dayStart(nowMs)
      return { bucket, accountId, entries: entriesOf(position), countedFrom, isRestart, isFirstOfDay }
    }),
  )
  await moveOn(tx, positions, entriesOf)
  return positions.filter((position) => entriesOf(position).length === eventsMax)
}

/** Stores each account's new position. */
async function moveOn(
  tx: Transaction,
  positions: readonly Position[],
  entriesOf: (position: Position) => (FeedEntry & { tx: string })[],
): Promise<void> {
  const moved = []
  for (const position of positions) {
    const { bucket, accountId, after, countedFrom } = position
    const entries = entriesOf(position)
    const { tx: lastTx, id: eventId } = entries.at(-1) ?? after
    const fromAt = await lowestToCome(tx, position, { ...after, tx: lastTx, id: eventId })
    const failed = newestFailures(entries, position.failedDeliveryIds)
    moved.push({ bucket, accountId, tx: lastTx, eventId, fromAt, failed: `{${failed.join()}}`, countedFrom })
  }
  await savePositions(tx, moved)
}

/** Counts events by hour (ms since the epoch) and type. */
function countsOf(entries: readonly FeedEntry[]): { hour: number; type: string; events: number }[] {
  const counts = new Map<string, { hour: number; type: string; events: number }>()
  for (const { type, createdAt } of entries) {
    const hour = Math.floor(createdAt / HOUR_MS) * HOUR_MS
    const key = `${hour} ${type}`
    const count = counts.get(key)
    if (count === undefined) counts.set(key, { hour, type, events: 1 })
    else count.events += 1
  }
  return [...counts.values()]
}

/** Ids of failed and bounced deliveries, newest first, without repetitions. */
export function newestFailures(entries: readonly FeedEntry[], before: readonly number[]): number[] {
  const ids = entries
    .filter(({ type }) => FAILURES.has(type))
    .map(({ deliveryId: id }) => id)
    .filter((id) => id !== null)
    .toReversed()
  return [...new Set([...ids, ...before])].slice(0, FAILED_DELIVERIES_MAX)
}

export const eventCounts: Task<Counting> = {
  name: 'events_counted',
  intervalMs: 2000,
  run: countNewEvents,
}
