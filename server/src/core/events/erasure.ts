/** Removes the words of providers and callers from the stored bodies of events. Ids, states and times stay (invariant 4). */
import { between, EVENT_ID_MAX, eventsOf, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { eventIdFloor } from '../../platform/ids.ts'
import { writeBodies } from './bodies.ts'

/** An event id's time may be slightly before its delivery's creation, because another process's clock differs. */
export const CLOCKS_APART_MS = 60_000

/** SQL: the events of deliveries as rows `e`. $1 to $4: the account, ids of deliveries, the lowest id of an event. */
export const EVENTS_OF_DELIVERIES = `(
     select e.* from unnest($3::bigint[]) as of_delivery cross join lateral ${eventsOf('of_delivery', '$4::text')}
     where e.bucket = $1 and e.account_id = $2) e`

/** The lowest id of an event of messages created at `createdAt` (ms since the epoch) or later. */
export function lowestEventId(createdAt: number): string {
  return eventIdFloor(createdAt - CLOCKS_APART_MS)
}

const readPersonal = sql(
  'events.read_personal',
  `with personal as materialized (
     select e.bucket, e.account_id, e.id from ${EVENTS_OF_DELIVERIES}
     where e.body::jsonb #>> '{data,delivery,error_message}' like '%:%'
       or e.body::jsonb #> '{data,delivery}' ?| array['reference', 'metadata']
       or e.body::jsonb #>> '{data,message,external_user_id}' is not null
     order by e.id limit $5
   )
   select e.id, e.body from (select * from personal order by id) w cross join ${writtenRowOf(['events', 'e'], 'w', ['id'], `and ${between('one.id', '$4::text', `'${EVENT_ID_MAX}'`)} for update`)}`,
)

/** The same body with our word for the cause alone, without labels and without the external id of the recipient. */
function withoutPersonalData(body: string): string {
  const event = JSON.parse(body) as {
    data: {
      delivery: { error_message: string | null; reference?: string; metadata?: object }
      message?: { external_user_id: string | null }
    }
  }
  const { delivery, message } = event.data
  delivery.error_message = delivery.error_message?.split(':', 1)[0] ?? null
  delete delivery.reference
  delete delivery.metadata
  if (message !== undefined) message.external_user_id = null
  return JSON.stringify(event)
}

/**
 * Rewrites at most `rowsMax` bodies of the deliveries' events. Returns the number of rewritten ones. Their places in the
 * feed stay.
 */
export async function blankBodies(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  deliveryIds: readonly number[],
  lowestId: string,
  rowsMax: number,
): Promise<number> {
  const rows = await readPersonal(connection, bucket, accountId, deliveryIds, lowestId, rowsMax)
  if (rows.length === 0) return 0
  const written = rows.map(({ id, body }) => ({ bucket, accountId, id, body: withoutPersonalData(body) }))
  await writeBodies(connection, written, rows[0]!.id, rows.at(-1)!.id)
  return rows.length
}
