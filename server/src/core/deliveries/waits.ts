/** Deliveries that wait for the end of the recipient's quiet hours. */
import { deliveriesOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { DeliveryStatus } from './status.ts'

/** Times in ms since the epoch. */
interface WaitingSend {
  status: DeliveryStatus
  createdAt: number
  /** Of the message. */
  sendAt: number | null
  /** When the next send is due, if none is under way. */
  dueAt: number | null
  /** Sends that have begun. Null: no send waits. */
  sendsMade: number | null
}

/**
 * When the quiet hours end for which a delivery waits. Null: it waits for none. Other sends that have not begun are due in
 * their time. Pure.
 */
export function waitsUntil(send: WaitingSend, now: number): number | null {
  const { status, createdAt, sendAt, dueAt, sendsMade } = send
  const hasNotBegun = (status === 'scheduled' || status === 'queued') && sendsMade === 0
  return hasNotBegun && dueAt !== null && dueAt > Math.max(now, sendAt ?? createdAt) ? dueAt : null
}

const findSendsOfMessage = sql(
  'deliveries.find_sends_of_message',
  `select d.status, d.created_at, m.send_at, q.due_at, q.sends_made
   from ${deliveriesOf('$3::bigint')}
   cross join ${rowOf(['messages', 'm'], 'd', ['id', 'message_id'])}
   cross join ${rowOf(['send_queue', 'q'], 'd', ['delivery_id', 'id'])}
   where d.bucket = $1 and d.account_id = $2 and q.started_at is null`,
)

/** The first end of quiet hours for which a delivery of the message waits, ms since the epoch. Null: none waits. */
export async function waitOfMessage(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  messageId: number,
  now: number,
): Promise<number | null> {
  const sends = await findSendsOfMessage(connection, bucket, accountId, messageId)
  const ends = sends.flatMap((send) => waitsUntil(send, now) ?? [])
  return ends.length === 0 ? null : Math.min(...ends)
}
