/** Statements of the event feed. They return only rows stored by transactions older than every running one. */
import { eventsOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import { EVENT_STATE, EVENT_STATE_JOINS, EVENT_STATE_REASON } from './state.ts'

export type ScannedRow = RowOf<'events.scan'>

/** A null `nextAttemptAt`: the event is fresh and due at once, or it is not pending. */
export type EventRow = Omit<ScannedRow, 'tx' | 'matches' | 'body'> & { body: string }

const EVENT_COLUMNS = `e.id, e.type, e.created_at, ${EVENT_STATE} as state, attempted.made as attempts_made,
  q.due_at as next_attempt_at`

/** $3 and $4: the last row seen, or '0' and ''. $5: the lowest id, which limits the partitions read. */
const AFTER = `e.bucket = $1 and e.account_id = $2 and (e.tx, e.id) > ($3::xid8, $4::text) and e.id >= $5::text
  and e.tx < pg_snapshot_xmin(pg_current_snapshot())`

/**
 * The scanned events with their states, in the order of the scan. $6, $7: filters. $8: the number of rows. `more`: further
 * columns of the scan, each with a comma before it.
 */
export const judged = (order: string, more = '') => `judged as (
     select ${EVENT_COLUMNS}, e.tx, e.body, ($6::text is null or e.type = $6) as type_matches${more}
     from scanned e ${EVENT_STATE_JOINS}
   )
   select id, type, created_at, state, attempts_made, next_attempt_at, tx::text as "tx!",
     type_matches and ($7::text is null or state = $7) as "matches!",
     case when type_matches and ($7::text is null or state = $7) then body end as body${more}
   from judged order by ${order}`

/** The columns that `judged` needs. */
export const SCANNED_COLUMNS = 'e.account_id, e.id, e.type, e.created_at, e.skipped, e.body, e.tx'

const FEED_ORDER = 'judged.tx, id'

/** The account's next events in feed order, whether the filters match or not. `body` is null if the filters exclude the event. */
export const scanEvents = sql(
  'events.scan',
  `with scanned as materialized (
     select ${SCANNED_COLUMNS} from events e
     where ${AFTER}
     order by e.tx, e.id limit $8
   ), ${judged(FEED_ORDER)}`,
)

/** The same for one delivery. It finds the few events by their own index, so a long feed costs nothing. */
export const scanDeliveryEvents = sql(
  'events.scan_delivery',
  `with of_delivery as materialized (
     select ${SCANNED_COLUMNS} from ${eventsOf('$9', '$5::text')}
     where ${AFTER}
   ), scanned as (
     select account_id, id, type, created_at, skipped, body, tx from of_delivery order by of_delivery.tx, id limit $8
   ), ${judged(FEED_ORDER)}`,
)

/** The parts of an event needed to see what changed. */
export type FeedEntry = Pick<RowOf<'events.scan_entries'>, 'id' | 'type' | 'deliveryId' | 'createdAt'>

/** The account's next events in feed order, without bodies and states. */
export const scanEntries = sql(
  'events.scan_entries',
  `select e.id, e.type, e.delivery_id, e.created_at, e.tx::text as "tx!" from events e
   where ${AFTER}
   order by e.tx, e.id limit $6`,
)

/** The oldest running transaction. All rows of older transactions are in the feed. */
export const readFeedEnd = sql('events.read_feed_end', 'select pg_snapshot_xmin(pg_current_snapshot())::text as tx')

/** The transaction that stores the event now, on this server. */
export const findStoringTransaction = sql(
  'events.find_storing_transaction',
  'select tx::text as "tx!" from events where bucket = $1 and account_id = $2 and id = $3',
)

/** True if events with ids in the range come after the row ($3, $4). The feed must then not skip the range. */
export const anyInRangeAfter = sql(
  'events.any_in_range_after',
  `select exists (
     select 1 from events e
     where e.bucket = $1 and e.account_id = $2 and (e.tx, e.id) > ($3::xid8, $4::text) and e.id >= $5 and e.id < $6
   ) as found`,
)

export interface EventAttemptRow {
  event_id: string
  event_type: string
  attempt_number: number
  succeeded: boolean
  response_code: number | null
  error_message: string | null
  /** The code of a `tls_error`, or null. */
  error_code: string | null
  duration_ms: number
  /** ms since the epoch */
  created_at: number
  response_head: string | null
  posted_again: boolean
  /** The signatures as sent, or null if nothing was sent. */
  signature: string | null
  /** The endpoint's URL at that time. Null: an older version recorded the attempt. */
  url: string | null
}

/** An event with its newest attempts, newest first. In one statement, so that its state fits its attempts. */
export const findEvent = sql(
  'events.find',
  `select ${EVENT_COLUMNS}, e.body, ${EVENT_STATE_REASON} as state_reason, (
     select coalesce(json_agg(shown order by created_at desc, attempt_number desc), '[]') from (
       select a.event_id, a.event_type, a.number as attempt_number, a.succeeded, a.response_code, a.error_message,
         a.error_code, a.duration_ms, (extract(epoch from a.created_at) * 1000)::bigint as created_at, a.response_head,
         a.posted_again, a.signature, coalesce(former.url, present.url) as url
       from attempts a
       left join former_webhook_urls former on former.bucket = $1 and former.account_id = a.account_id
         and former.endpoint_id = a.endpoint_id and former.number = a.url_number
       left join webhook_endpoints present on present.bucket = $1 and present.account_id = a.account_id
         and present.id = a.endpoint_id and present.url_number = a.url_number
       where a.bucket = $1 and a.account_id = $2 and a.event_id = $3
       order by a.created_at desc, a.number desc limit $4
     ) shown
   ) as attempts
   from events e ${EVENT_STATE_JOINS}
   where e.bucket = $1 and e.account_id = $2 and e.id = $3`,
).as<{ attempts: EventAttemptRow[] }>()
