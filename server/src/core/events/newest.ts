/**
 * The events of an account, newest first, for people. The order is that of the ids, so an event may appear behind a reader's
 * position within seconds. A receiver that must miss nothing reads the feed.
 */
import { EVENT_ID_MAX, eventsOf } from '../../platform/db/id-conditions.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { eventIdFloor } from '../../platform/ids.ts'
import { SCANNED_ROWS_MAX, cutPage } from './feed.ts'
import { SCANNED_COLUMNS, judged } from './feed-queries.ts'
import type { EventRow } from './feed-queries.ts'
import type { EventState } from './state.ts'

/** $3: the last row seen. $4 and $5: the bounds of the period, which limit the partitions read. */
const BELOW = 'e.bucket = $1 and e.account_id = $2 and e.id < $3::text and e.id < $4::text and e.id >= $5::text'

/** The account's events before a row, whether the filters match or not. */
const scanNewest = sql(
  'events.scan_newest',
  `with scanned as materialized (
     select ${SCANNED_COLUMNS} from events e where ${BELOW} order by e.id desc limit $8
   ), ${judged('id desc')}`,
)

/** The same for one delivery, by their own index. */
const scanNewestOfDelivery = sql(
  'events.scan_newest_of_delivery',
  `with of_delivery as materialized (
     select ${SCANNED_COLUMNS} from ${eventsOf('$9', '$5::text', '$4::text')} where ${BELOW}
   ), scanned as (
     select * from of_delivery order by id desc limit $8
   ), ${judged('id desc')}`,
)

export interface NewestRequest {
  bucket: number
  accountId: number
  /** The last event of the page before, or null for the first page. */
  afterId: string | null
  /** The largest number of events in the page. */
  limit: number
  type: string | null
  state: EventState | null
  deliveryId: number | null
  /** Bounds of the creation, both exclusive, ms since the epoch. */
  createdAfter: number | null
  createdBefore: number | null
}

/**
 * Returns a page and the id to continue from, null on the last page. With a filter on type or state, a page scans a limited
 * number of events. It may then show fewer than the limit, or none, although more follow.
 */
export async function readNewest(
  connection: Connection,
  { bucket, accountId, afterId, limit, type, state, deliveryId, createdAfter, createdBefore }: NewestRequest,
): Promise<{ events: EventRow[]; nextId: string | null }> {
  const scannedMax = type === null && state === null ? limit : Math.max(limit, SCANNED_ROWS_MAX)
  const endId = createdBefore === null ? EVENT_ID_MAX : eventIdFloor(createdBefore)
  const lowestId = eventIdFloor(createdAfter === null ? 0 : createdAfter + 1)
  // One row more tells if there is a next page.
  const values = [bucket, accountId, afterId ?? EVENT_ID_MAX, endId, lowestId, type, state, scannedMax + 1] as const
  const scanned =
    deliveryId === null
      ? await scanNewest(connection, ...values)
      : await scanNewestOfDelivery(connection, ...values, deliveryId)
  const { events, last, cut } = cutPage(scanned.slice(0, scannedMax), limit)
  return { events, nextId: cut || scanned.length > scannedMax ? last!.id : null }
}
