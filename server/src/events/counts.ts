/**
 * Counts of an account's events by hour and type, so that what happened lately can be told without reading it. A task
 * reads the event feed, in which nothing can appear behind what was read, and moves its position in the transaction
 * that adds to the counts: so every event counts once, whatever crashes, and a message writes nothing for it.
 */
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { dayStart } from '../db/partitions.ts'
import type { Pool } from '../db/pool.ts'
import { transaction } from '../db/transaction.ts'
import type { Transaction } from '../db/transaction.ts'
import { eventIdFloor } from '../ids.ts'
import {
  addCounts,
  beginPosition,
  findToCount,
  removeCountsBefore,
  savePosition,
  takePosition,
} from './count-queries.ts'
import { FEED_START, readEntries } from './feed.ts'
import type { FeedEntry, FeedPosition } from './feed.ts'

/** Events counted in one transaction. */
const BATCH_EVENTS = 2000
/** Transactions for one account before the next account has its turn. */
const BATCHES_MAX = 20
const ACCOUNTS_AT_ONCE = 500
/** Deliveries that are remembered as the newest that went wrong. */
export const FAILED_DELIVERIES_MAX = 20

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const FAILURES: ReadonlySet<string> = new Set(['delivery.failed', 'delivery.bounced'])

interface AccountKey {
  bucket: number
  accountId: number
}

export interface Counting {
  pool: Pool
  clock: Clock
  config: { eventRetentionDays: number }
}

/** Counts what has been emitted since the last time, in every account. Two at once do not count twice. */
export async function countNewEvents(counting: Counting): Promise<void> {
  const { pool, clock } = counting
  const lowestId = eventIdFloor(dayStart(clock.now()) - DAY_MS)
  let after: AccountKey = { bucket: -1, accountId: 0 }
  for (;;) {
    const found = await findToCount(pool, lowestId, after.bucket, after.accountId, ACCOUNTS_AT_ONCE)
    for (const { bucket, account_id: accountId } of found) {
      after = { bucket, accountId }
      await countAccount(counting, after)
    }
    if (found.length < ACCOUNTS_AT_ONCE) return
  }
}

async function countAccount({ pool, clock, config }: Counting, account: AccountKey): Promise<void> {
  const keptFromMs = clock.now() - config.eventRetentionDays * DAY_MS
  for (let batches = 0; batches < BATCHES_MAX; batches++) {
    const more = await transaction(pool, (tx) => countBatch(tx, account, keptFromMs))
    if (!more) return
  }
}

/** Counts the account's next events; answers whether there are more. */
async function countBatch(tx: Transaction, account: AccountKey, keptFromMs: number): Promise<boolean> {
  const { bucket, accountId } = account
  await beginPosition(tx, bucket, accountId)
  const [position] = await takePosition(tx, bucket, accountId)
  if (position === undefined) return false
  const wasMoved = position.event_id !== '' && position.stored_tx !== position.tx
  const after: FeedPosition = wasMoved
    ? FEED_START
    : { tx: position.tx, id: position.event_id, fromMs: position.from_at }
  await removeCountsBefore(tx, bucket, accountId, wasMoved ? 'infinity' : isoTime(keptFromMs))
  const { entries, next, more } = await readEntries(tx, { ...account, after, limit: BATCH_EVENTS })
  const counts = countsOf(entries)
  if (counts.length > 0)
    await addCounts(
      tx,
      bucket,
      accountId,
      counts.map(({ hour }) => isoTime(hour)),
      counts.map(({ type }) => type),
      counts.map(({ events }) => events),
    )
  const failed = newestFailures(entries, wasMoved ? [] : position.failed_delivery_ids)
  await savePosition(tx, bucket, accountId, next.tx, next.id, isoTime(next.fromMs), failed)
  return more
}

/** The events by hour (ms since the epoch) and type. */
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

/** Deliveries that went wrong, the newest first and each once. */
export function newestFailures(entries: readonly FeedEntry[], before: readonly number[]): number[] {
  const ids = entries
    .filter(({ type }) => FAILURES.has(type))
    .map(({ delivery_id: id }) => id)
    .filter((id) => id !== null)
    .toReversed()
  return [...new Set([...ids, ...before])].slice(0, FAILED_DELIVERIES_MAX)
}
