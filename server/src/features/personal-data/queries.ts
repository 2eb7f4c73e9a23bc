/** The statements of erasures, and the ids of a recipient's messages and deliveries. */
import { deliveriesOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'

/** `after_at` is text as PostgreSQL writes it, with its microseconds. */
const COLUMNS = `bucket, account_id, recipient_id, requested_at, after_at::text as "after_at!", after_id, messages, deliveries, finished_at, due_at`

/** An erasure requested before stays as it is. */
export const insertErasure = sql(
  'erasures.insert',
  `with inserted as (
     insert into erasures (bucket, account_id, recipient_id, requested_at, due_at)
     values ($1, $2, $3, $4::timestamptz, $4::timestamptz)
     on conflict (bucket, account_id, recipient_id) do nothing
     returning recipient_id
   )
   select recipient_id from inserted`,
)

export const findErasure = sql(
  'erasures.find',
  `select ${COLUMNS} from erasures where bucket = $1 and account_id = $2 and recipient_id = $3`,
)

export type ErasureRow = Row<typeof findErasure>

/** Locks the erasure for a step, unless it is not due. Waits for the step of another process. */
export const lockErasure = sql(
  'erasures.lock',
  `select ${COLUMNS} from erasures
   where bucket = $1 and account_id = $2 and recipient_id = $3 and due_at <= $4::timestamptz
   for update`,
)

/** Due erasures in these buckets, the longest waiting first. */
export const findDue = sql(
  'erasures.find_due',
  `select ${COLUMNS} from erasures
   where bucket = any($1::smallint[]) and due_at <= $2::timestamptz
   order by due_at limit $3`,
)

/** Stores the progress of a step. Null: the time stays, or the erasure is not due again. */
export const saveErasure = sql(
  'erasures.save',
  `with saved as (
     update erasures set after_at = $4::timestamptz, after_id = $5, messages = $6, deliveries = $7,
       finished_at = $8::timestamptz, due_at = $9::timestamptz
     where bucket = $1 and account_id = $2 and recipient_id = $3
     returning recipient_id
   )
   select recipient_id from saved`,
)

/** The next messages of the recipient, oldest first, by their places alone. */
export const listMessageIds = sql(
  'personal_data.list_messages',
  `select id, created_at, created_at::text as place from messages
   where bucket = $1 and account_id = $2 and recipient_id = $3 and (created_at, id) > ($4::timestamptz, $5::bigint)
   order by created_at, id limit $6`,
)

/** The deliveries of messages. A message has few. */
export const listDeliveryIds = sql(
  'personal_data.list_deliveries',
  `select d.id from unnest($3::bigint[]) as of_message cross join lateral ${deliveriesOf('of_message')}
   where d.bucket = $1 and d.account_id = $2 order by d.id`,
)
