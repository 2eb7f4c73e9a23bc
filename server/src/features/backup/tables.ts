/** Lists the tables for a backup from PostgreSQL's catalog, so new tables are included automatically. */
import type { Connection } from '../../platform/db/sql.ts'
import type { Session } from '../../platform/db/session.ts'

/**
 * Excluded tables. Migrations are in the file's header. Leases and processes have no meaning in another
 * database: without a valid lease, no process can write. Event counts are computed again from the events. Streams
 * of inboxes begin anew in another database, so they need no changes of the old one. The log of requests is about the
 * service that served them. Requests of the test receiver are kept for a day only. The database writes the words of recipients
 * again from the recipients.
 */
const LEFT_OUT = [
  'schema_migrations',
  'processes',
  'bucket_leases',
  'bucket_moves',
  'event_counts',
  'event_count_positions',
  'inbox_changes',
  'requests',
  'webhook_test_requests',
  'recipient_words',
]

export interface Table {
  name: string
  /** Without generated columns, because the database computes them on insert. */
  columns: string[]
}

interface TableRow extends Table {
  /** Tables to load before this one. */
  needs: string[] | null
}

/** All tables in loading order: referenced tables come first. */
export async function listTables(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<TableRow>({
    text: `select c.relname as name,
        (select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        (select array_agg(f.relname::text) from pg_catalog.pg_constraint k
          join pg_catalog.pg_class f on f.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
      from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and c.relname <> all ($1) and c.relname !~ '_[0-9]{8}$'
      order by c.relname`,
    values: [LEFT_OUT],
  })
  return ordered(rows).map(({ name, columns }) => ({ name, columns }))
}

function ordered(rows: readonly TableRow[]): TableRow[] {
  const result: TableRow[] = []
  const left = new Set(rows)
  while (left.size > 0) {
    const ready = [...left].filter((row) => ![...left].some((other) => row.needs?.includes(other.name)))
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle')
    for (const row of ready) left.delete(row)
    result.push(...ready)
  }
  return result
}

export async function listSequences(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>({
    text: `select relname as name from pg_catalog.pg_class
      where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  })
  return rows.map((row) => row.name)
}

/** A quoted SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

// A reader's position in the event feed is (storing transaction, id) of its last event. After a restore, events have
// another transaction. The feed notices this and resumes a little earlier. But if the restore had the same transaction
// number by chance, the feed would not notice, and would skip events. So the backup lists the used numbers, and the
// restore takes another one.

/** The first table of the file. The database has no table with this name. */
export const FEED_TRANSACTIONS = {
  name: '@feed_transactions',
  columns: ['tx'],
  select: 'select distinct tx from events order by tx',
}

/** Used numbers can only be consecutive while the service was continuously busy. */
const TRIES_MAX = 10_000_000

/** Stores the numbers for this session. */
export async function loadFeedTransactions(session: Session, rows: AsyncIterable<Buffer>): Promise<number> {
  await session.query({ text: 'create temporary table feed_transactions (tx xid8 primary key)' })
  return session.copyIn('copy feed_transactions (tx) from stdin', rows)
}

/** Begins a transaction with a number that no event of the backup has. */
export async function beginApart(session: Session): Promise<void> {
  for (let triesMade = 1; ; triesMade++) {
    await session.query({ text: 'begin' })
    const { rows } = await session.query<{ used: boolean }>({
      text: 'select exists (select 1 from feed_transactions where tx = pg_current_xact_id()) as used',
    })
    if (!rows[0]!.used) return
    if (triesMade === TRIES_MAX) throw new Error('No transaction number is free')
    await session.query({ text: 'rollback' })
  }
}
