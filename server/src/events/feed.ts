/**
 * The event feed: every event of an account, in an order in which none can appear later behind what was read.
 *
 * Ids do not commit in their order, so the feed goes by (storing transaction, id) and shows only what was stored by
 * transactions older than every one that still runs. A row that is stored anew, by a restore or a move to another
 * server, gets another transaction of that server's counter: the order changes, but is again one without gaps.
 */
import type { Connection } from '../db/sql.ts'
import { EVENT_ID_PATTERN, eventIdFloor, eventIdTime } from '../ids.ts'
import {
  anyInRangeAfter,
  findStoringTransaction,
  readFeedEnd,
  scanDeliveryEvents,
  scanEntries,
  scanEvents,
} from './feed-queries.ts'
import type { EventRow, FeedEntry, ScannedRow } from './feed-queries.ts'
import type { EventState } from './state.ts'

/** Where a reader stands. */
export interface FeedPosition {
  /** Transaction and id of the last row seen; '0' and '' before the first. */
  tx: string
  id: string
  /** No event with an id below this time (ms since the epoch) is still to come: it prunes partitions. */
  fromMs: number
}

export type { FeedEntry } from './feed-queries.ts'

export const FEED_START: FeedPosition = { tx: '0', id: '', fromMs: 0 }

/** Rows that a page with filters looks at: the state of each is derived, which reads four pages of the database a row. */
const SCANNED_ROWS_MAX = 100

/** How far before its last row a reader goes on whose place has moved; it drops the repeats by their ids. */
const MOVED_OVERLAP_MS = 60_000

const DAY_MS = 86_400_000
const TX_MAX = 2n ** 64n - 1n

/** base64url of `<tx>.<fromMs>.<id>`. */
export function encodePosition({ tx, id, fromMs }: FeedPosition): string {
  return Buffer.from(`${tx}.${fromMs}.${id}`).toString('base64url')
}

/** The position in a cursor, or null if it is not one that `encodePosition` made. */
export function decodePosition(cursor: string): FeedPosition | null {
  const [, tx, from, id] =
    /^(\d{1,20})\.(\d{1,14})\.(.*)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (tx === undefined || from === undefined || id === undefined) return null
  if (BigInt(tx) > TX_MAX || (id !== '' && !EVENT_ID_PATTERN.test(id))) return null
  const position = { tx, id, fromMs: Number(from) }
  return encodePosition(position) === cursor ? position : null
}

/** Which events are asked for. */
export interface EntriesRequest {
  bucket: number
  accountId: number
  after: FeedPosition
  /** Events shown at the most. */
  limit: number
}

export interface FeedRequest extends EntriesRequest {
  type: string | null
  state: EventState | null
  deliveryId: number | null
}

export interface FeedPage {
  events: EventRow[]
  /** Where to go on, on the last page too. */
  next: FeedPosition
  /** Whether there may be more at once. */
  more: boolean
}

/**
 * The page after a position. With a filter on type or state one page looks at a bounded number of rows, so it may show
 * fewer events than the limit, or none, and there may still be more.
 */
export async function readFeed(connection: Connection, request: FeedRequest): Promise<FeedPage> {
  const { bucket, accountId, limit, type, state, deliveryId } = request
  const after = await placeNow(connection, request)
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

/** As `readFeed`, of every event only what tells what has changed. */
export async function readEntries(
  connection: Connection,
  request: EntriesRequest,
): Promise<{ entries: FeedEntry[]; next: FeedPosition; more: boolean }> {
  const { bucket, accountId, limit } = request
  const after = await placeNow(connection, request)
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

/** The position behind all that the feed shows now. `now`: ms since the epoch. */
export async function feedEnd(connection: Connection, now: number): Promise<FeedPosition> {
  const [end] = await readFeedEnd(connection)
  return { tx: end!.tx, id: '', fromMs: Math.max(0, now - DAY_MS) }
}

/** What of the rows looked at the page shows, and the last row that it has dealt with. */
function cutPage(
  scanned: readonly ScannedRow[],
  limit: number,
): { events: EventRow[]; last: ScannedRow | undefined; cut: boolean } {
  const events: EventRow[] = []
  let last: ScannedRow | undefined
  for (const row of scanned) {
    if (row.matches && events.length === limit) return { events, last, cut: true }
    last = row
    if (row.matches && row.body !== null) events.push({ ...row, body: row.body })
  }
  return { events, last, cut: false }
}

/**
 * The reader's position in the order as it is now. If its last row has another transaction than it saw, or is gone
 * with its day, the position means nothing here any more: it goes on from shortly before that row's time.
 */
async function placeNow(connection: Connection, { bucket, accountId, after }: EntriesRequest): Promise<FeedPosition> {
  if (after.id === '') return { ...after }
  const [row] = await findStoringTransaction(connection, bucket, accountId, after.id)
  if (row?.tx === after.tx) return { ...after }
  return { ...FEED_START, fromMs: Math.max(0, eventIdTime(after.id) - MOVED_OVERLAP_MS) }
}

/**
 * The lower bound of the ids to come, raised to a day before the last row's where nothing below it is left. After a
 * restore whole days may lie in another order: the bound then waits until they have been read. New events cannot fall
 * below it: an id is stored within seconds after it was made.
 */
export async function lowestToCome(
  connection: Connection,
  { bucket, accountId }: Pick<EntriesRequest, 'bucket' | 'accountId'>,
  { tx, id, fromMs }: FeedPosition,
): Promise<number> {
  if (id === '') return fromMs
  const dayBeforeMs = (Math.floor(eventIdTime(id) / DAY_MS) - 1) * DAY_MS
  if (dayBeforeMs <= fromMs) return fromMs
  const range = [eventIdFloor(fromMs), eventIdFloor(dayBeforeMs)] as const
  const [left] = await anyInRangeAfter(connection, bucket, accountId, tx, id, ...range)
  return left!.found ? fromMs : dayBeforeMs
}
