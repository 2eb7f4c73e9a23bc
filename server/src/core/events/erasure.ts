/** Removes the words of providers and callers from the stored bodies of events. Ids, states and times stay (invariant 4). */
import { between, EVENT_ID_MAX, eventsOf, isRowOf, writtenRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { eventIdFloor } from '../../platform/ids.ts'

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

const readWordy = sql<
  { id: string; body: string },
  [bucket: number, accountId: number, deliveryIds: readonly number[], lowestId: string, rowsMax: number]
>(
  'events.read_wordy',
  `with wordy as materialized (
     select e.bucket, e.account_id, e.id from ${EVENTS_OF_DELIVERIES}
     where e.body::jsonb #>> '{data,delivery,error_message}' like '%:%'
       or e.body::jsonb #> '{data,delivery}' ?| array['reference', 'metadata']
     order by e.id limit $5
   )
   select e.id, e.body from (select * from wordy order by id) w cross join ${writtenRowOf(['events', 'e'], 'w', ['id'], `and ${between('one.id', '$4::text', `'${EVENT_ID_MAX}'`)} for update`)}`,
)

const writeBodies = columns('bucket smallint, account_id bigint, id text, body text').sql<
  { id: string },
  [lowestId: string, highestId: string]
>(
  'events.write_bodies',
  ({ input }, lowestId, highestId) => `with written as (
     update events e set body = input.body from ${input}
     where ${isRowOf('e', 'input', 'id')} and ${between('e.id', `${lowestId}::text`, `${highestId}::text`)}
     returning e.id
   )
   select id from written`,
)

/** The same body with our word for the cause alone, and without labels. */
function withoutOthersWords(body: string): string {
  const event = JSON.parse(body) as {
    data: { delivery: { error_message: string | null; reference?: string; metadata?: object } }
  }
  const { delivery } = event.data
  delivery.error_message = delivery.error_message?.split(':', 1)[0] ?? null
  delete delivery.reference
  delete delivery.metadata
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
  const rows = await readWordy(connection, bucket, accountId, deliveryIds, lowestId, rowsMax)
  if (rows.length === 0) return 0
  const written = rows.map(({ id, body }) => ({ bucket, accountId, id, body: withoutOthersWords(body) }))
  await writeBodies(connection, written, rows[0]!.id, rows.at(-1)!.id)
  return rows.length
}
