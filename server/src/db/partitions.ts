import { eventIdFloor } from '../ids.ts'
import { errorCode, isContention } from './database-error.ts'
import { sql } from './sql.ts'
import type { Connection } from './sql.ts'

/**
 * Every partitioned table of the schema has one partition per UTC day of its event id. Old days go by dropping their
 * partition: no dead rows, no WAL, and the space returns at once.
 *
 * A partition is made apart and attached, and detached concurrently before it is dropped: `create table .. partition of`
 * and a plain `drop` would wait for every reader of the whole table and make every insert queue behind them.
 */

const DAY_MS = 86_400_000

/** Days that exist before they begin: the tables take inserts for so long even if nobody makes new ones. */
const DAYS_AHEAD = 7

/** A partition that waits longer for a lock gives way and is tried again, ms. */
const LOCK_TIMEOUT_MS = 1000

const TRIES_MAX = 10

/** What a second process sees that makes or attaches the same partition: duplicate table, type, object; already attached. */
const LOST_RACE_CODES = new Set(['42P07', '23505', '42710', '42809', '42P17'])

/** What a second process sees that removes the same partition: no longer there, no longer attached, or one is half detached. */
const LOST_STEP_CODES = new Set(['42P01', '42809', '55000', 'XX000'])

/** The first millisecond of the UTC day of a time. */
export function dayStart(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

/** `events_20261121`. */
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
 * Has PostgreSQL expect many rows of an account in a partition that was just made: the setting is not among what a partition
 * has of its table (docs/decisions/0017-how-batches-reach-postgresql.md).
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
    await session.query({ text: 'rollback' })
    throw error
  }
}

/**
 * Makes the partitions from the day before `nowMs` to 7 days after it, where they are missing, and answers their names.
 * Several processes may do it at once. Inserts and readers go on meanwhile.
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

/** The partitions of a table that hold only days ended before `beforeMs`, oldest first; also one whose removal was cut off. */
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

/** The statement that brings a partition one step nearer to its end. */
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
 * Detaches a partition concurrently and drops it, and takes up a removal that was cut off. Inserts never wait for it:
 * it gives way to whoever reads the partition, and answers false if that went on for about 10 s.
 */
export async function removePartition(session: Connection, table: string, name: string): Promise<boolean> {
  await session.query({ text: `set lock_timeout = ${LOCK_TIMEOUT_MS}` })
  for (let refusals = 0; refusals < TRIES_MAX;) {
    const attachment = await attachmentOf(session, name)
    if (attachment === 'absent') return true
    try {
      await session.query({ text: removalStep(table, name, attachment) })
    } catch (error) {
      // Another process may have taken the same step, or have another partition of the table half detached.
      if (!isContention(error) && !LOST_STEP_CODES.has(errorCode(error) ?? '')) throw error
      refusals += 1
    }
  }
  return false
}
