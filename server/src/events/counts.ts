/**
 * Counts an account's events by hour and type, so that statistics do not read the events. A task reads the event feed.
 * No event can appear later before the feed position, and the position and the counts change in one transaction. So
 * every event counts exactly once, also after a crash, and creating a message writes no counts.
 */
import type { Clock } from '../clock.ts'
import { dayStart } from '../db/partitions/catalog.ts'
import type { Pool } from '../db/pool.ts'
import { transaction } from '../db/transaction.ts'
import type { Transaction } from '../db/transaction.ts'
import { eventIdFloor } from '../ids.ts'
import {
  addCounts,
  beginPositions,
  findToCount,
  removeCountsBefore,
  savePositions,
  scanAccounts,
  takePositions,
} from './count-queries.ts'
import type { AccountKey, PositionRow } from './count-queries.ts'
import { FEED_START, lowestToCome } from './feed.ts'
import type { FeedEntry, FeedPosition } from './feed.ts'

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

export interface Counting {
  pool: Pool
  /** The buckets whose events are counted. */
  buckets(): readonly number[]
  clock: Clock
  config: { eventRetentionDays: number }
}

/** Counts the new events of every account. Two processes at the same time do not count twice. */
export async function countNewEvents(counting: Counting): Promise<void> {
  const { pool, clock, buckets } = counting
  const here = buckets()
  const lowestId = eventIdFloor(dayStart(clock.now()) - DAY_MS)
  let after: AccountKey = { bucket: -1, accountId: 0 }
  for (;;) {
    const found = await findToCount(pool, lowestId, after.bucket, after.accountId, ACCOUNTS_AT_ONCE)
    const all = found.map(({ bucket, account_id: accountId }) => ({ bucket, accountId }))
    const accounts = all.filter(({ bucket }) => here.includes(bucket))
    for (let first = 0; first < accounts.length; first += BATCH_ACCOUNTS)
      await countAccounts(counting, accounts.slice(first, first + BATCH_ACCOUNTS))
    if (found.length < ACCOUNTS_AT_ONCE) return
    after = all.at(-1)!
  }
}

async function countAccounts({ pool, clock, config }: Counting, accounts: AccountKey[]): Promise<void> {
  const keptFrom = clock.now() - config.eventRetentionDays * DAY_MS
  let left = accounts
  for (let batches = 0; batches < BATCHES_MAX && left.length > 0; batches++)
    left = await transaction(pool, (tx) => countBatch(tx, left, keptFrom))
}

/** An account's stored position, from which counting continues. */
interface Position extends AccountKey {
  after: FeedPosition
  /** True if another transaction stores the last event now, or it is deleted. All earlier counts are then invalid. */
  wasMoved: boolean
  failedDeliveryIds: number[]
}

function positionOf(row: PositionRow): Position {
  const wasMoved = row.event_id !== '' && row.stored_tx !== row.tx
  const after = wasMoved ? FEED_START : { tx: row.tx, id: row.event_id, fromMs: row.from_at }
  const failedDeliveryIds = wasMoved ? [] : row.failed_delivery_ids
  return { bucket: row.bucket, accountId: row.account_id, after, wasMoved, failedDeliveryIds }
}

const keyOf = (bucket: number, accountId: number) => `${bucket}/${accountId}`

/** Counts the accounts' next events. Returns the accounts that may have more. */
async function countBatch(tx: Transaction, accounts: AccountKey[], keptFrom: number): Promise<AccountKey[]> {
  await beginPositions(tx, accounts)
  const positions = (await takePositions(tx, accounts)).map(positionOf)
  if (positions.length === 0) return []
  const eventsMax = Math.ceil(BATCH_EVENTS / positions.length)
  const starts = positions.map(({ bucket, accountId, after }) => {
    return { bucket, accountId, tx: after.tx, eventId: after.id, lowestId: eventIdFloor(after.fromMs) }
  })
  const rows = await scanAccounts(tx, starts, eventsMax)
  const entries = Map.groupBy(rows, (row) => keyOf(row.bucket, row.account_id))
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
    const { bucket, accountId, after } = position
    const entries = entriesOf(position)
    const { tx: lastTx, id: eventId } = entries.at(-1) ?? after
    const fromAt = await lowestToCome(tx, position, { ...after, tx: lastTx, id: eventId })
    const failed = newestFailures(entries, position.failedDeliveryIds)
    moved.push({ bucket, accountId, tx: lastTx, eventId, fromAt, failed: `{${failed.join()}}` })
  }
  await savePositions(tx, moved)
}

/** Counts events by hour (ms since the epoch) and type. */
function countsOf(entries: readonly FeedEntry[]): { hour: number; type: string; events: number }[] {
  const counts = new Map<string, { hour: number; type: string; events: number }>()
  for (const { type, created_at: createdAt } of entries) {
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
    .map(({ delivery_id: id }) => id)
    .filter((id) => id !== null)
    .toReversed()
  return [...new Set([...ids, ...before])].slice(0, FAILED_DELIVERIES_MAX)
}
