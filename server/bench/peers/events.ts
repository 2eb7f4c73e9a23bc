import type { Pool } from 'pg'

/** The content of a job: an event as the product stores it. Ids are decimal digits, as `pg` returns a bigint. */
export interface PeerEvent {
  eventId: string
  eventType: string
  bucket: number
  accountId: string
  endpointId: string
  /** The exact text to POST. */
  body: string
}

const EVENTS_PER_PAGE = 1000

/** The waiting events of the product's queue, oldest first, in pages. The peers get the same events. */
export async function* queuedEvents(pool: Pool): AsyncGenerator<PeerEvent[]> {
  for (let after = ''; ;) {
    const { rows } = await pool.query<PeerEvent>({
      name: 'peers.events',
      text: `select q.event_id as "eventId", e.type as "eventType", q.bucket, q.account_id as "accountId",
          q.endpoint_id as "endpointId", e.body
        from events e
        join webhook_queue q on q.bucket = e.bucket and q.account_id = e.account_id and q.event_id = e.id
        where e.id > $1 order by e.id limit $2`,
      values: [after, EVENTS_PER_PAGE],
    })
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.eventId
  }
}
