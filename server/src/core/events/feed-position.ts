/** A reader's position in the event feed. */
import type { Connection } from '../../platform/db/sql.ts'
import { eventIdFloor, eventIdTime } from '../../platform/ids.ts'
import { anyInRangeAfter } from './feed-queries.ts'

export interface FeedPosition {
  /** Transaction and id of the last row seen. '0' and '' before the first row. */
  tx: string
  id: string
  /** No later event has an id below this time (ms since the epoch). It limits the partitions read. */
  fromMs: number
}

export const FEED_START: FeedPosition = { tx: '0', id: '', fromMs: 0 }

const DAY_MS = 86_400_000

/**
 * The lower bound of ids to come. It rises to a day before the last row if no unread row has a lower id. After a
 * restore, whole days may be in another order, so the bound waits until they are read. New events never fall below it,
 * because an id is stored within seconds of its creation.
 */
export async function lowestToCome(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  { tx, id, fromMs }: FeedPosition,
): Promise<number> {
  if (id === '') return fromMs
  const dayBeforeMs = (Math.floor(eventIdTime(id) / DAY_MS) - 1) * DAY_MS
  if (dayBeforeMs <= fromMs) return fromMs
  const range = [eventIdFloor(fromMs), eventIdFloor(dayBeforeMs)] as const
  const [left] = await anyInRangeAfter(connection, bucket, accountId, tx, id, ...range)
  return left!.found ? fromMs : dayBeforeMs
}
