/** Removes the responses of receivers from attempts: a receiver may repeat the body of the event. */
import { between, EVENT_ID_MAX, isRowOf, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { EVENTS_OF_DELIVERIES } from '../events/erasure.ts'

/** SQL: skips the partitions before the first event. */
const fromLowest = (name: string) => between(`${name}.event_id`, '$4::text', `'${EVENT_ID_MAX}'`)

/** Returns the changed rows, at most `rowsMax`. */
export const blankAttempts = sql(
  'webhooks.blank_attempts',
  `with found as (
     select a.bucket, a.account_id, a.event_id, a.endpoint_id, a.number
     from ${EVENTS_OF_DELIVERIES} cross join ${writtenRowOf(['attempts', 'a'], 'e', ['event_id', 'id'], `and ${fromLowest('one')}`)}
     where a.response_head is not null
     limit $5
   ), blanked as (
     update attempts a set response_head = null from found
     where ${isRowOf('a', 'found', 'event_id')} and ${fromLowest('a')} and a.endpoint_id = found.endpoint_id and a.number = found.number
     returning a.event_id
   )
   select event_id from blanked`,
)
