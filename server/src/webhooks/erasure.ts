/** Removes the responses of receivers from attempts: a receiver may repeat the body of the event. */
import { sql } from '../db/sql.ts'
import { EVENTS_OF_DELIVERIES } from '../events/erasure.ts'

/** Returns the changed rows, at most `rowsMax`. */
export const blankAttempts = sql<
  { event_id: string },
  [bucket: number, accountId: number, deliveryIds: readonly number[], lowestId: string, rowsMax: number]
>(
  'webhooks.blank_attempts',
  `with found as (
     select a.event_id, a.endpoint_id, a.number from events e
     join attempts a on a.bucket = $1 and a.account_id = $2 and a.event_id = e.id and a.event_id >= $4::text
     where ${EVENTS_OF_DELIVERIES} and a.response_head is not null
     limit $5
   ), blanked as (
     update attempts a set response_head = null from found
     where a.bucket = $1 and a.account_id = $2 and a.event_id >= $4::text and a.event_id = found.event_id
       and a.endpoint_id = found.endpoint_id and a.number = found.number
     returning a.event_id
   )
   select event_id from blanked`,
)
