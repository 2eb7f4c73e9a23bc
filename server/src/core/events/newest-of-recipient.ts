/**
 * The events of one recipient, for people. No index of events has the recipient: it would cost every event. So a page takes
 * the recipient's next deliveries through its messages, newest first, and then the events of these deliveries. The order is
 * that of the deliveries, and within a delivery the newest event first.
 */
import { deliveriesOf, EVENT_ID_MAX, eventsOf } from '../../platform/db/id-conditions.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { beforePage, pageStart } from '../../platform/http/pages.ts'
import type { PageKey } from '../../platform/http/pages.ts'
import { EVENT_ID_PATTERN, eventIdFloor } from '../../platform/ids.ts'
import { CLOCKS_APART_MS, lowestEventId } from './erasure.ts'
import { cutPage, SCANNED_ROWS_MAX } from './feed.ts'
import { judged, SCANNED_COLUMNS } from './feed-queries.ts'
import type { EventRow } from './feed-queries.ts'
import type { NewestRequest } from './newest.ts'

/** Deliveries of one page. Each is found through its message, which reads four pages of the database. */
const DELIVERIES_MAX = 12

/** The last delivery and event of the page before. `eventId` is null if all events of the delivery were seen. */
export interface RecipientPosition {
  delivery: PageKey
  eventId: string | null
}

/** base64url of `<ms>.<delivery>.<event or empty>`. */
export function encodePosition({ delivery, eventId }: RecipientPosition): string {
  return Buffer.from(`${delivery.createdAt}.${delivery.id}.${eventId ?? ''}`).toString('base64url')
}

/** The place in a cursor. Null if `encodePosition` did not make it. */
export function decodePosition(cursor: string): RecipientPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, time, id, event] = /^(\d{1,15})\.(\d{1,16})\.(.*)$/.exec(text) ?? []
  if (event === undefined || (event !== '' && !EVENT_ID_PATTERN.test(event))) return null
  const delivery = { createdAt: Number(time), id: Number(id) }
  const place = { delivery, eventId: event === '' ? null : event }
  return Number.isSafeInteger(delivery.id + 1) && encodePosition(place) === cursor ? place : null
}

/** $3 and $4: `pageStart`. $5: the recipient. $6: rows. */
const listDeliveriesOfRecipient = listSql(
  'events.deliveries_of_recipient',
  `select d.id, d.created_at from messages m
     cross join lateral ${deliveriesOf('m.id')}
     where m.bucket = $1 and m.account_id = $2 and m.recipient_id = $5 and m.created_at <= $3::timestamptz
       and d.bucket = $1 and d.account_id = $2 and ${beforePage('d')}
     order by m.created_at desc, d.id desc limit $6`,
)

/**
 * The events of deliveries ($9), in their order. $3 and $10: the last event seen of a delivery. $4 and $5: the bounds of the
 * period.
 */
const scanOfDeliveries = sql(
  'events.scan_newest_of_deliveries',
  `with of_deliveries as materialized (
     select ${SCANNED_COLUMNS}, array_position($9::bigint[], e.delivery_id) as place
     from unnest($9::bigint[]) as of_delivery cross join lateral ${eventsOf('of_delivery', '$5::text', '$4::text')}
     where e.bucket = $1 and e.account_id = $2 and e.id < $4::text and (e.delivery_id <> $10::bigint or e.id < $3::text)
   ), scanned as (
     select * from of_deliveries order by place, id desc limit $8
   ), ${judged('place, id desc', ', place')}`,
)

/** The place to search deliveries from. An event before `createdBefore` is of a delivery created before it. */
function startOf(after: RecipientPosition | null, createdBefore: number | null): PageKey | null {
  if (after !== null) {
    const { createdAt, id } = after.delivery
    return { createdAt, id: after.eventId === null ? id : id + 1 }
  }
  return createdBefore === null ? null : { createdAt: createdBefore + CLOCKS_APART_MS, id: Number.MAX_SAFE_INTEGER }
}

/**
 * Returns a page and the place to continue from, null on the last page. A page looks at a limited number of deliveries and
 * events. It may show fewer events than the limit, or none, although more follow.
 */
export async function readNewestOfRecipient(
  connection: Connection,
  request: Omit<NewestRequest, 'afterId' | 'deliveryId'> & { recipientId: number; after: RecipientPosition | null },
): Promise<{ events: EventRow[]; next: RecipientPosition | null }> {
  const { bucket, accountId, recipientId, after, limit, type, state, createdAfter, createdBefore } = request
  const page = { limit, after: startOf(after, createdBefore) }
  const start = pageStart(page)
  const found = await listDeliveriesOfRecipient(connection, bucket, accountId, ...start, recipientId, DELIVERIES_MAX)
  const last = found.at(-1)
  if (last === undefined) return { events: [], next: null }
  const positionOf = ({ id, createdAt }: { id: number; createdAt: number }) => ({ createdAt, id })
  const scannedMax = type === null && state === null ? limit : Math.max(limit, SCANNED_ROWS_MAX)
  const lowest = [lowestEventId(last.createdAt), eventIdFloor(createdAfter === null ? 0 : createdAfter + 1)].toSorted()
  const endId = createdBefore === null ? EVENT_ID_MAX : eventIdFloor(createdBefore)
  const period = [after?.eventId ?? EVENT_ID_MAX, endId, lowest.at(-1)!] as const
  const ids = found.map(({ id }) => id)
  const seen = after?.eventId == null ? 0 : after.delivery.id
  // One row more tells if there is a next page.
  const values = [bucket, accountId, ...period, type, state, scannedMax + 1, ids, seen] as const
  const scanned = await scanOfDeliveries(connection, ...values)
  const { events, last: end, cut } = cutPage(scanned.slice(0, scannedMax), limit)
  if (cut || scanned.length > scannedMax)
    return { events, next: { delivery: positionOf(found[end!.place! - 1]!), eventId: end!.id } }
  return { events, next: found.length < DELIVERIES_MAX ? null : { delivery: positionOf(last), eventId: null } }
}
