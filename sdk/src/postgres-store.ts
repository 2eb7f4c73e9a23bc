import type { ReceiverStore } from './store.ts'
import { statusOf } from './store.ts'

/** The method of a `pg` client that is used. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** The method of a `pg` pool that is used. */
export interface PostgresPool {
  connect(): Promise<PostgresClient & { release(error?: Error | boolean): void }>
}

/** Creates the store's two tables. Run it once, or in your own migration. */
export const POSTGRES_TABLES = `
create table if not exists webhook_received_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index if not exists webhook_received_events_at on webhook_received_events (received_at);
create table if not exists webhook_delivery_statuses (
  delivery_id bigint primary key,
  status text not null,
  rank smallint not null,
  updated_at timestamptz not null default now()
);
`

/**
 * A store in your PostgreSQL. The event, the delivery's status and everything you write through the given client commit
 * together or not at all. So each event takes effect exactly once.
 */
export function createPostgresStore(pool: PostgresPool): ReceiverStore<PostgresClient> {
  return {
    async once(event, work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        // A second transaction with the same id waits here until the first one ends.
        const { rows } = await client.query(
          'insert into webhook_received_events (id) values ($1) on conflict (id) do nothing returning id',
          [event.id],
        )
        if (rows.length > 0) {
          const found = statusOf(event)
          const advanced = found !== null && (await advance(client, found))
          await work(found && { deliveryId: found.deliveryId, status: found.status, advanced }, client)
        }
        await client.query('commit')
        return rows.length > 0 ? 'handled' : 'repeated'
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError))
        throw error
      } finally {
        client.release(broken)
      }
    },
  }
}

/** Raises the delivery's status, never lowers it. Returns true if it was raised. */
async function advance(
  client: PostgresClient,
  { deliveryId, status, rank }: { deliveryId: number; status: string; rank: number },
): Promise<boolean> {
  const { rows } = await client.query(
    `insert into webhook_delivery_statuses as known (delivery_id, status, rank) values ($1, $2, $3)
     on conflict (delivery_id) do update set status = excluded.status, rank = excluded.rank, updated_at = now()
       where excluded.rank > known.rank
     returning delivery_id`,
    [deliveryId, status, rank],
  )
  return rows.length > 0
}

/**
 * Deletes events received more than `days` days ago, and returns their number. The service repeats an event for at most
 * 30 days.
 */
export async function forgetOldEvents(client: PostgresClient, days = 31): Promise<number> {
  const { rows } = await client.query(
    `delete from webhook_received_events where received_at < now() - $1::integer * interval '1 day' returning id`,
    [days],
  )
  return rows.length
}
