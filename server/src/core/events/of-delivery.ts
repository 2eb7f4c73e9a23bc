/** All events of one delivery, with their attempts. A delivery has only a few. */
import { between, eventsOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, RowOf } from '../../platform/db/sql.ts'
import { eventIdFloor } from '../../platform/ids.ts'
import { EVENT_STATE, EVENT_STATE_JOINS, EVENT_STATE_REASON } from './state.ts'

/** `stateReason`: why the event was skipped or dropped, otherwise null. */
export interface DeliveryEvent extends RowOf<'events.list_of_delivery'> {
  /** Oldest first. */
  attempts: RowOf<'events.list_attempts_of_delivery'>[]
}

/** The newest attempts shown for one delivery. A series has at most 8. */
const ATTEMPTS_SHOWN_MAX = 500

/** An event id's time may be slightly before its delivery's creation, because another process's clock differs. */
const CLOCKS_APART_MS = 60_000

const listEvents = sql(
  'events.list_of_delivery',
  `select e.id, e.type, e.created_at, e.source, ${EVENT_STATE} as state, ${EVENT_STATE_REASON} as state_reason
   from ${eventsOf('$3', '$4')} ${EVENT_STATE_JOINS}
   where e.bucket = $1 and e.account_id = $2
   order by e.id`,
)

const listAttempts = sql(
  'events.list_attempts_of_delivery',
  `select a.event_id, a.number, a.succeeded, a.response_code, a.error_message, a.duration_ms, a.created_at
   from unnest($3::text[]) as event (id)
   cross join lateral (
     select * from attempts one where one.bucket = $1 and one.account_id = $2 and one.event_id = event.id
       and ${between('one.event_id', '$5::text', '$6::text')} offset 0
   ) a
   order by a.created_at desc, a.number desc limit $4`,
)

/** The events of a delivery created at `createdAt` (ms since the epoch), in the order of emission. */
export async function listDeliveryEvents(
  connection: Connection,
  { bucket, accountId, deliveryId }: { bucket: number; accountId: number; deliveryId: number },
  createdAt: number,
): Promise<DeliveryEvent[]> {
  const lowestId = eventIdFloor(createdAt - CLOCKS_APART_MS)
  const events = await listEvents(connection, bucket, accountId, deliveryId, lowestId)
  const ids = events.map((event) => event.id)
  const attempts =
    ids.length === 0
      ? []
      : await listAttempts(connection, bucket, accountId, ids, ATTEMPTS_SHOWN_MAX, ids[0]!, ids.at(-1)!)
  const byEvent = Map.groupBy(attempts.toReversed(), (attempt) => attempt.eventId)
  return events.map((event) => ({ ...event, attempts: byEvent.get(event.id) ?? [] }))
}
