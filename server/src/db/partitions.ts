import { eventIdFloor } from '../ids.ts'
import { errorCode, isContention } from './database-error.ts'
import { sql } from './sql.ts'
import type { Connection } from './sql.ts'

/**
 * Every partitioned table has one partition per UTC day of its event ids. Old days are deleted by dropping their
 * partition: no dead rows, no WAL, and the space is free at once.
 *
 * A partition is created separately and then attached. Before a drop it is detached concurrently. `create table ..
 * partition of` and a plain `drop` would wait for every reader of the table, and all inserts would queue behind them.
 */

const DAY_MS = 86_400_000

/** Days created in advance. If no process creates new ones, inserts work for this long. */
const DAYS_AHEAD = 7

/** If a partition waits longer for a lock, it is given up and retried, ms. */
const LOCK_TIMEOUT_MS = 1000

const TRIES_MAX = 10

/**
 * Errors if another process creates or attaches the same partition: duplicate table, type or object, already attached.
 */
const LOST_RACE_CODES = new Set(['42P07', '23505', '42710', '42809', '42P17'])

/** Errors if another process removes the same partition: missing, not attached, or half detached. */
const LOST_STEP_CODES = new Set(['42P01', '42809', '55000', 'XX000'])

/** The first millisecond of a time's UTC day. */
export function dayStart(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

/** For example `events_20261121`. */
export function partitionName(table: string, dayStartMs: number): string {
  return `${table}_${new Date(dayStartMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

async function partitionedTables(session: Connection): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>({
    text: `select relname as name from pg_catalog.pg_class
      where relkind = 'p' and relnamespace = current_schema()::regnamespace order by relname`,
  })
  return rows.map((row) => row.name)
}

async function attachedPartitions(session: Connection, table: string): Promise<Set<string>> {
  const { rows } = await session.query<{ name: string }>({
    text: `select c.relname as name from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass`,
    values: [table],
  })
  return new Set(rows.map((row) => row.name))
}

/**
 * Makes PostgreSQL expect many rows per account in a new partition. Partitions do not inherit this setting
 * (docs/decisions/0017-how-batches-reach-postgresql.md).
 */
export async function tellAccountShares(session: Connection, partition: string): Promise<void> {
  await session.query({
    text: `alter table ${partition} alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1)`,
  })
}

async function attachNew(session: Connection, table: string, dayStartMs: number): Promise<void> {
  const name = partitionName(table, dayStartMs)
  await session.query({ text: 'begin' })
  try {
    await session.query({ text: `set local lock_timeout = ${LOCK_TIMEOUT_MS}` })
    await session.query({ text: `create table ${name} (like ${table} including all)` })
    await tellAccountShares(session, name)
    await session.query({
      text: `alter table ${table} attach partition ${name}
        for values from ('${eventIdFloor(dayStartMs)}') to ('${eventIdFloor(dayStartMs + DAY_MS)}')`,
    })
    await session.query({ text: 'commit' })
  } catch (error) {
    // If it fails too, the connection is lost. The first error has the cause.
    await session.query({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

/**
 * Creates missing partitions from the day before `nowMs` to 7 days after it, and returns their names. Several processes
 * may do it at once. Inserts and reads continue meanwhile.
 */
export async function ensurePartitions(session: Connection, nowMs: number): Promise<string[]> {
  const today = dayStart(nowMs)
  const made: string[] = []
  for (const table of await partitionedTables(session)) {
    let attached = await attachedPartitions(session, table)
    for (let day = today - DAY_MS; day <= today + DAYS_AHEAD * DAY_MS; day += DAY_MS) {
      const name = partitionName(table, day)
      for (let triesMade = 1; !attached.has(name); triesMade++)
        try {
          await attachNew(session, table, day)
          attached.add(name)
          made.push(name)
        } catch (error) {
          const lostRace = LOST_RACE_CODES.has(errorCode(error) ?? '')
          if ((!lostRace && !isContention(error)) || triesMade === TRIES_MAX) throw error
          attached = await attachedPartitions(session, table)
        }
    }
  }
  return made
}

const readFromDay = sql<{ table: string; partition: string | null }, [day: string]>(
  'partitions.read_from_day',
  `select t.relname as table, c.relname as partition
   from pg_catalog.pg_class t
   left join (pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid)
     on i.inhparent = t.oid and c.relname >= t.relname || '_' || $1::text
   where t.relkind = 'p' and t.relnamespace = current_schema()::regnamespace`,
)

/** How many whole days after the day of `nowMs` have partitions in every table, without a gap. 7 after `ensurePartitions`. */
export async function readDaysAhead(connection: Connection, nowMs: number): Promise<number> {
  const today = dayStart(nowMs)
  const rows = await readFromDay(connection, partitionName('', today).slice(1))
  const found = new Set(rows.map(({ partition }) => partition))
  const tables = [...new Set(rows.map(({ table }) => table))]
  let days = 0
  while (tables.every((table) => found.has(partitionName(table, today + days * DAY_MS))) && days <= rows.length) days++
  return Math.max(0, days - 1)
}

export interface Partition {
  name: string
  /** The first millisecond of its UTC day. */
  dayStartMs: number
}

/** The partitions with days ended before `beforeMs`, oldest first, including ones with an interrupted removal. */
export async function partitionsBefore(session: Connection, table: string, beforeMs: number): Promise<Partition[]> {
  const { rows } = await session.query<{ name: string }>({
    text: `select relname as name from pg_catalog.pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ ('^' || $1 || '_[0-9]{8}$')
      order by relname`,
    values: [table],
  })
  return rows
    .map(({ name }) => {
      const day = name.slice(-8)
      return { name, dayStartMs: Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`) }
    })
    .filter(({ dayStartMs }) => dayStartMs + DAY_MS <= beforeMs)
}

type Attachment = 'attached' | 'detaching' | 'detached' | 'absent'

async function attachmentOf(session: Connection, name: string): Promise<Attachment> {
  const { rows } = await session.query<{ attachment: Attachment }>({
    text: `select case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end
        as attachment
      from pg_catalog.pg_class c left join pg_catalog.pg_inherits i on i.inhrelid = c.oid
      where c.oid = to_regclass($1)`,
    values: [name],
  })
  return rows[0]?.attachment ?? 'absent'
}

/** The next statement of a partition's removal. */
function removalStep(table: string, name: string, attachment: Exclude<Attachment, 'absent'>): string {
  switch (attachment) {
    case 'attached':
      return `alter table ${table} detach partition ${name} concurrently`
    case 'detaching':
      return `alter table ${table} detach partition ${name} finalize`
    case 'detached':
      return `drop table if exists ${name}`
  }
}

/**
 * Detaches a partition concurrently and drops it, or continues an interrupted removal. Inserts never wait for it,
 * because it gives way to readers. If they block it for about 10 s, returns the error of its last try, otherwise null.
 */
export async function removePartition(session: Connection, table: string, name: string): Promise<Error | null> {
  await session.query({ text: `set lock_timeout = ${LOCK_TIMEOUT_MS}` })
  let refusal: Error | null = null
  for (let refusals = 0; refusals < TRIES_MAX;) {
    const attachment = await attachmentOf(session, name)
    if (attachment === 'absent') return null
    try {
      await session.query({ text: removalStep(table, name, attachment) })
    } catch (error) {
      // Another process may have done the same step, or be detaching another partition of the table.
      if (!isContention(error) && !LOST_STEP_CODES.has(errorCode(error) ?? '')) throw error
      refusal = error as Error
      refusals += 1
    }
  }
  return refusal
}
