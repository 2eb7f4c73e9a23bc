/**
 * With several servers, each refuses writes to rows of buckets that it does not hold. So a process with an old copy of
 * the places cannot write to the wrong server. With one server there is no fence, and no cost.
 *
 * The triggers run after the statement: a trigger before an update would lock each row first, with a WAL record of its
 * own. The list of buckets is in their condition, so a permitted row calls no function.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { isContention } from '../database-error.ts'
import type { Session } from '../session.ts'
import type { Connection } from '../sql.ts'

/**
 * If a table's lock is not free for this long, the fence is tried again later: statements of the service queue behind
 * it. It is below PostgreSQL's deadlock_timeout of 1 s, so no transaction of the service is chosen as the victim, ms.
 */
const LOCK_TIMEOUT_MS = 300
const RETRY_MS = 50
const TRIES_MAX = 100

/** An arbitrary number. The session that changes the fence holds this advisory lock. */
const FENCE_LOCK = 8_434_723_466

/** They say about a bucket who works on it, and hold no rows of accounts. A lease names its owner and epoch. */
const NEVER_FENCED = ['bucket_moves', 'bucket_places']

/** In the directory, these tables have rows of all accounts. */
const DIRECTORY_TABLES = [
  'accounts',
  'api_keys',
  'audit_log',
  'idempotency_keys',
  'member_invitations',
  'member_sessions',
  'members',
  'person_accounts',
]

export interface FenceOptions {
  /** The directory has rows of all accounts in some tables. */
  isDirectory: boolean
}

interface FencedTable {
  name: string
  /** The definition of its trigger, or null. */
  definition: string | null
}

/** The tables to fence. Partitions get the triggers of their table. */
async function readTables(session: Connection, { isDirectory }: FenceOptions): Promise<FencedTable[]> {
  const { rows } = await session.query<FencedTable>({
    text: `select c.oid::regclass::text as name,
        (select pg_get_triggerdef(t.oid) from pg_catalog.pg_trigger t
         where t.tgrelid = c.oid and t.tgname = 'bucket_here') as definition
      from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'bucket'
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_catalog.pg_inherits i where i.inhrelid = c.oid) and not a.attisdropped
        and c.relname <> all($1) and c.relname !~ '_[0-9]+$'
      order by c.relname`,
    values: [[...NEVER_FENCED, ...(isDirectory ? DIRECTORY_TABLES : [])]],
  })
  return rows
}

/** The buckets in a trigger's condition. */
function bucketsIn(definition: string): number[] {
  const [, list = ''] = /'\{([\d,]*)\}'/.exec(definition) ?? []
  return list.split(',').filter(Boolean).map(Number)
}

/** A mover of buckets sets this in its session: it copies rows in, and removes them after a move. */
const IS_MOVER = `coalesce(current_setting('tidings.moves_buckets', true), '') = 'on'`

function fenceText(table: string, held: readonly number[]): string {
  const isElsewhere = (row: 'new' | 'old') =>
    `${row}.bucket <> all ('{${held.join(',')}}'::smallint[]) and not ${IS_MOVER}`
  return `create or replace trigger bucket_here after insert or update on ${table}
      for each row when (${isElsewhere('new')}) execute function refuse_bucket();
    create or replace trigger bucket_here_deleted after delete on ${table}
      for each row when (${isElsewhere('old')}) execute function refuse_bucket();`
}

/**
 * The tables with rows of accounts that only the server of their bucket has: without those of the directory, if the
 * server is the directory. Tables that others refer to come first.
 */
export async function readOwnTables(session: Connection, options: FenceOptions): Promise<string[]> {
  const names = (await readTables(session, options)).map(({ name }) => name).filter((name) => name !== 'bucket_leases')
  const { rows } = await session.query<{ name: string; needs: string }>({
    text: `select conrelid::regclass::text as name, confrelid::regclass::text as needs
      from pg_catalog.pg_constraint where contype = 'f' and conrelid <> confrelid`,
  })
  const ordered: string[] = []
  function add(name: string): void {
    if (ordered.includes(name) || !names.includes(name)) return
    for (const row of rows) if (row.name === name) add(row.needs)
    ordered.push(name)
  }
  for (const name of names) add(name)
  return ordered
}

/** Lets the session write rows of all buckets, in spite of the fence. */
export async function passFence(session: Connection): Promise<void> {
  await session.query({ text: `set tidings.moves_buckets = 'on'` })
}

async function inTransaction(session: Connection, texts: readonly string[]): Promise<void> {
  await session.query({ text: 'begin' })
  try {
    await session.query({ text: `set local lock_timeout = ${LOCK_TIMEOUT_MS}` })
    for (const text of texts) await session.query({ text })
    await session.query({ text: 'commit' })
  } catch (error) {
    // If it fails too, the connection is lost, and with it the transaction. The first error has the cause.
    await session.query({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

/** Tables busy with long statements may refuse the lock for a while. */
async function trying(work: () => Promise<void>): Promise<void> {
  for (let triesMade = 1; ; triesMade++, await delay(RETRY_MS * Math.min(triesMade, 10)))
    try {
      return await work()
    } catch (error) {
      if (!isContention(error) || triesMade === TRIES_MAX) throw error
    }
}

async function alone(session: Connection, work: () => Promise<void>): Promise<void> {
  await session.query({ text: 'select pg_advisory_lock($1)', values: [FENCE_LOCK] })
  try {
    await work()
  } finally {
    await session.query({ text: 'select pg_advisory_unlock($1)', values: [FENCE_LOCK] })
  }
}

/**
 * From now on, the server of the session refuses writes to rows of all buckets but `held`. Each table is fenced in a
 * transaction of its own: together they would wait for writers that wait for them. A transaction that began before may
 * write the tables that are not fenced yet. If it comes to a fenced one, all of it is refused. It waits for running
 * writes, and retries for about 50 s if a table is busy.
 */
export function fenceBuckets(session: Session, held: readonly number[], options: FenceOptions): Promise<void> {
  return alone(session, async () => {
    for (const { name } of await readTables(session, options))
      await trying(() => inTransaction(session, [fenceText(name, held)]))
  })
}

/**
 * Fences the tables without a fence: at the first start with several servers, and tables of a later version. An
 * existing fence stays as it is, because a move of a bucket changes the fence before the places. `held`: the buckets
 * if there is no fence yet.
 */
export function ensureFence(session: Session, held: readonly number[], options: FenceOptions): Promise<void> {
  return alone(session, async () => {
    const tables = await readTables(session, options)
    const known = tables.find(({ definition }) => definition !== null)?.definition
    const buckets = known == null ? held : bucketsIn(known)
    for (const { name, definition } of tables)
      if (definition === null) await trying(() => inTransaction(session, [fenceText(name, buckets)]))
  })
}
