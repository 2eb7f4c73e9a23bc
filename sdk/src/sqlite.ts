/** A store in a SQLite database, by `node:sqlite`, `better-sqlite3` or `bun:sqlite`. */
import { statusOf } from './store.ts'
import type { ReceiverStore } from './store.ts'

/** The methods of a connection that are used. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): { all(...values: (string | number)[]): unknown[] }
}

export interface SqliteStore extends ReceiverStore<SqliteDatabase> {
  /** Creates the tables, or runs the missing migrations. Call it at every start. */
  createTables(): Promise<void>
  /**
   * Deletes events received more than `days` days ago, and returns their number. The service repeats an event for at
   * most 30 days.
   */
  forgetOldEvents(days?: number): Promise<number>
}

const SECONDS_PER_DAY = 86_400

/** The wait for other connections that write, ms. Shorter than the 10 s of the service. */
const LOCK_WAIT_MS = 8000
const LOCK_POLL_MS = 25

/** The tables as steps, for your own migrations. A later version adds steps and changes none. */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `create table if not exists webhook_received_events (
    id text primary key,
    received_at integer not null default (unixepoch())
  );
  create index if not exists webhook_received_events_at on webhook_received_events (received_at);
  create table if not exists webhook_delivery_statuses (
    delivery_id integer primary key,
    status text not null,
    rank integer not null,
    updated_at integer not null default (unixepoch())
  );`,
]

function migrate(database: SqliteDatabase): void {
  database.exec('create table if not exists webhook_store_migrations (step integer primary key)')
  const rows = database.prepare('select step from webhook_store_migrations').all() as { step: number }[]
  const done = new Set(rows.map(({ step }) => step))
  for (const [step, text] of SQLITE_MIGRATIONS.entries()) {
    if (done.has(step)) continue
    database.exec(text)
    database.prepare('insert into webhook_store_migrations (step) values (?) returning step').all(step)
  }
}

/** Raises the delivery's status, never lowers it. Returns true if it was raised. */
function advance(
  database: SqliteDatabase,
  { deliveryId, status, rank }: { deliveryId: number; status: string; rank: number },
): boolean {
  const raised = database.prepare(
    `insert into webhook_delivery_statuses as known (delivery_id, status, rank) values (?, ?, ?)
     on conflict (delivery_id) do update set status = excluded.status, rank = excluded.rank, updated_at = unixepoch()
       where excluded.rank > known.rank
     returning delivery_id`,
  )
  return raised.all(deliveryId, status, rank).length > 0
}

/**
 * Runs a statement. Waits while another connection holds the lock. SQLite itself would stop the process meanwhile, and
 * `node:sqlite` does not wait by default. All drivers have this text in their error.
 */
async function execute(database: SqliteDatabase, statement: 'begin immediate' | 'commit'): Promise<void> {
  const endsAt = performance.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      database.exec(statement)
      return
    } catch (error) {
      if (!/\bis locked\b/.test((error as Error).message) || performance.now() > endsAt) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS))
  }
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('rollback')
  } catch {
    // After some errors SQLite has ended the transaction itself.
  }
}

/**
 * A store in your SQLite database. The event, the delivery's status and everything you write on the given connection
 * commit together or not at all. A connection has one transaction at a time, so events are handled one after another:
 * give the store a connection of its own. Throws a TypeError if it does not get a connection.
 */
export function createSqliteStore(database: SqliteDatabase): SqliteStore {
  if (typeof (database as Partial<SqliteDatabase> | undefined)?.prepare !== 'function')
    throw new TypeError('createSqliteStore needs a connection: new DatabaseSync(path) of node:sqlite, or similar')
  let turn: Promise<unknown> = Promise.resolve()

  function transaction<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    const next = turn.then(async () => {
      await execute(database, 'begin immediate')
      try {
        const result = await work()
        await execute(database, 'commit')
        return result
      } catch (error) {
        rollBack(database)
        throw error
      }
    })
    turn = next.catch(() => {})
    return next
  }

  return {
    createTables: () => transaction(() => migrate(database)),
    forgetOldEvents: (days = 31) =>
      transaction(() => {
        const old = database.prepare(
          'delete from webhook_received_events where received_at < unixepoch() - ? returning id',
        )
        return old.all(days * SECONDS_PER_DAY).length
      }),
    once: (event, work) =>
      transaction(async () => {
        const inserted = database.prepare(
          'insert into webhook_received_events (id) values (?) on conflict (id) do nothing returning id',
        )
        if (inserted.all(event.id).length === 0) return 'repeated'
        const found = statusOf(event)
        const advanced = found !== null && advance(database, found)
        await work(found && { deliveryId: found.deliveryId, status: found.status, advanced }, database)
        return 'handled'
      }),
  }
}
