/**
 * The event feed: all events of an account, in an order where no event can appear later before a reader's position.
 *
 * Ids may commit out of order. So the feed is ordered by (storing transaction, id), and shows only rows of transactions
 * older than every running one. A restore or a move to another server stores rows again under new transactions: the
 * order changes, but the new order has the same property.
 */
import { FEED_START, lowestToCome } from './feed-position.ts'
import type { FeedPosition } from './feed-position.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { EVENT_ID_PATTERN, eventIdFloor, eventIdTime } from '../../platform/ids.ts'
import { findStoringTransaction, readFeedEnd, scanDeliveryEvents, scanEntries, scanEvents } from './feed-queries.ts'
import type { EventRow, FeedEntry, ScannedRow } from './feed-queries.ts'
import type { EventState } from './state.ts'

export type { FeedEntry } from './feed-queries.ts'

/** Rows scanned for a page with filters, here and for the newest events. Deriving the state of a row reads about four pages of the database. */
export const SCANNED_ROWS_MAX = 50

/** If a reader's row was stored again, the reader continues this long before it. It drops repeats by id. */
const MOVED_OVERLAP_MS = 60_000

const DAY_MS = 86_400_000
const TX_MAX = 2n ** 64n - 1n

/** base64url of `<tx>.<fromMs>.<id>`. */
export function encodePosition({ tx, id, fromMs }: FeedPosition): string {
  return Buffer.from(`${tx}.${fromMs}.${id}`).toString('base64url')
}

/** The position in a cursor, or null if `encodePosition` did not make the cursor. */
export function decodePosition(cursor: string): FeedPosition | null {
  const [, tx, from, id] =
    /^(\d{1,20})\.(\d{1,14})\.(.*)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (tx === undefined || from === undefined || id === undefined) return null
  if (BigInt(tx) > TX_MAX || (id !== '' && !EVENT_ID_PATTERN.test(id))) return null
  const position = { tx, id, fromMs: Number(from) }
  return encodePosition(position) === cursor ? position : null
}

export interface EntriesRequest {
  bucket: number
  accountId: number
  after: FeedPosition
  /** The largest number of events in the page. */
  limit: number
}

export interface FeedRequest extends EntriesRequest {
  type: string | null
  state: EventState | null
  deliveryId: number | null
}

export interface FeedPage {
  events: EventRow[]
  /** The position to continue from, also on the last page. */
  next: FeedPosition
  /** True if more events may be available now. */
  more: boolean
}

/**
 * Returns the page after a position. With a filter on type or state, a page scans a limited number of rows. It may then
 * show fewer events than the limit, or none, although more follow.
 */
export async function readFeed(connection: Connection, request: FeedRequest): Promise<FeedPage> {
  const { bucket, accountId, limit, type, state, deliveryId } = request
  const after = await positionNow(connection, request)
  const scannedMax = type === null && state === null ? limit : Math.max(limit, SCANNED_ROWS_MAX)
  const lowestId = eventIdFloor(after.fromMs)
  const values = [bucket, accountId, after.tx, after.id, lowestId, type, state, scannedMax] as const
  const scanned =
    deliveryId === null
      ? await scanEvents(connection, ...values)
      : await scanDeliveryEvents(connection, ...values, deliveryId)
  const { events, last, cut } = cutPage(scanned, limit)
  const next = last === undefined ? after : { tx: last.tx, id: last.id, fromMs: after.fromMs }
  next.fromMs = await lowestToCome(connection, request, next)
  return { events, next, more: cut || scanned.length === scannedMax }
}

/** Like `readFeed`, without bodies and states. */
export async function readEntries(
  connection: Connection,
  request: EntriesRequest,
): Promise<{ entries: FeedEntry[]; next: FeedPosition; more: boolean }> {
  const { bucket, accountId, limit } = request
  const after = await positionNow(connection, request)
  const entries = await scanEntries(
    connection,
    bucket,
    accountId,
    after.tx,
    after.id,
    eventIdFloor(after.fromMs),
    limit,
  )
  const last = entries.at(-1)
  const next = last === undefined ? after : { tx: last.tx, id: last.id, fromMs: after.fromMs }
  next.fromMs = await lowestToCome(connection, request, next)
  return { entries, next, more: entries.length === limit }
}

/** The position after all events in the feed now. `now`: ms since the epoch. */
export async function feedEnd(connection: Connection, now: number): Promise<FeedPosition> {
  const [end] = await readFeedEnd(connection)
  return { tx: end!.tx, id: '', fromMs: Math.max(0, now - DAY_MS) }
}

/** Splits scanned rows: the page's events, and the last row used. */
export function cutPage<Row extends ScannedRow>(
  scanned: readonly Row[],
  limit: number,
): { events: EventRow[]; last: Row | undefined; cut: boolean } {
  const events: EventRow[] = []
  let last: Row | undefined
  for (const row of scanned) {
    if (row.matches && events.length === limit) return { events, last, cut: true }
    last = row
    if (row.matches && row.body !== null) events.push({ ...row, body: row.body })
  }
  return { events, last, cut: false }
}

/**
 * The reader's position in the current order. If another transaction stores its last row now, or the row's day was
 * deleted, the position is invalid. The reader then continues shortly before that row's time.
 */
async function positionNow(
  connection: Connection,
  { bucket, accountId, after }: EntriesRequest,
): Promise<FeedPosition> {
  if (after.id === '') return { ...after }
  const [row] = await findStoringTransaction(connection, bucket, accountId, after.id)
  if (row?.tx === after.tx) return { ...after }
  return { ...FEED_START, fromMs: Math.max(0, eventIdTime(after.id) - MOVED_OVERLAP_MS) }
}
