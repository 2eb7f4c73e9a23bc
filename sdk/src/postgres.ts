/** A store in your PostgreSQL. */
import { statusOf } from './store.ts'
import type { ReceiverStore } from './store.ts'

/** The method of a `pg` client that is used. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** A client of a pool. `on` and `off` are of its events. */
interface PooledClient extends PostgresClient {
  release(error?: Error | boolean): void
  on?(name: 'error', listener: (error: Error) => void): unknown
  off?(name: 'error', listener: (error: Error) => void): unknown
}

/** The method of a `pg` pool that is used. */
export interface PostgresPool {
  connect(): Promise<PooledClient>
}

export interface PostgresStore extends ReceiverStore<PostgresClient> {
  /** Creates the tables, or runs the missing migrations. Call it at every start, from any number of processes. */
  createTables(): Promise<void>
  /**
   * Deletes events received more than `days` days ago, and returns their number. The service repeats an event for at
   * most 30 days.
   */
  forgetOldEvents(days?: number): Promise<number>
}

/** The tables as steps, for your own migrations. A later version adds steps and changes none. */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `create table if not exists webhook_received_events (
    id text primary key,
    received_at timestamptz not null default now()
  );
  create index if not exists webhook_received_events_at on webhook_received_events (received_at);
  create table if not exists webhook_delivery_statuses (
    delivery_id bigint primary key,
    status text not null,
    rank smallint not null,
    updated_at timestamptz not null default now()
  );`,
]

/** Runs the steps that the database does not have yet. The lock makes concurrent starts wait. */
async function migrate(client: PostgresClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('tidings webhook store'))`)
  await client.query('create table if not exists webhook_store_migrations (step integer primary key)')
  const { rows } = await client.query('select step from webhook_store_migrations')
  const done = new Set(rows.map(({ step }) => step))
  for (const [step, text] of POSTGRES_MIGRATIONS.entries()) {
    if (done.has(step)) continue
    await client.query(text)
    await client.query('insert into webhook_store_migrations (step) values ($1)', [step])
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
 * A store in your PostgreSQL. The event, the delivery's status and everything you write through the given client commit
 * together or not at all. So each event takes effect exactly once. Give the pool a listener for `error`: without it, Node
 * ends the process if the database closes an idle connection. Throws a TypeError if it does not get a pool.
 */
export function createPostgresStore(pool: PostgresPool): PostgresStore {
  if (typeof (pool as Partial<PostgresPool> | undefined)?.connect !== 'function')
    throw new TypeError('createPostgresStore needs a pool of pg: new pg.Pool({ connectionString })')

  async function transaction<Result>(work: (client: PostgresClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    let broken: Error | undefined
    // The pool listens to idle clients only. Without a listener, Node would end the process if the connection is lost.
    const onLost = (error: Error): void => {
      broken ??= error
    }
    client.on?.('error', onLost)
    try {
      await client.query('begin')
      const result = await work(client)
      if (broken !== undefined) throw broken
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => (broken ??= rollbackError))
      throw error
    } finally {
      client.release(broken)
      client.off?.('error', onLost)
    }
  }

  return {
    createTables: () => transaction(migrate),
    forgetOldEvents: (days = 31) =>
      transaction(async (client) => {
        const { rows } = await client.query(
          `delete from webhook_received_events where received_at < now() - $1::integer * interval '1 day' returning id`,
          [days],
        )
        return rows.length
      }),
    once: (event, work) =>
      transaction(async (client) => {
        // A second transaction with the same id waits here until the first one ends.
        const { rows } = await client.query(
          'insert into webhook_received_events (id) values ($1) on conflict (id) do nothing returning id',
          [event.id],
        )
        if (rows.length === 0) return 'repeated'
        const found = statusOf(event)
        const advanced = found !== null && (await advance(client, found))
        await work(found && { deliveryId: found.deliveryId, status: found.status, advanced }, client)
        return 'handled'
      }),
  }
}
