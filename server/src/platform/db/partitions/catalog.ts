/** The partitions that exist, by PostgreSQL's catalog. */
import { eventIdFloor, eventIdTime, idFloor, idTime } from '../../ids.ts'
import { sql } from '../sql.ts'
import type { Connection } from '../sql.ts'

const DAY_MS = 86_400_000

/** The key of a table's partitions: ids of events, or ids of messages and deliveries. */
type Key = 'event' | 'id'

export interface Span {
  /** The first millisecond, at midnight UTC. */
  fromMs: number
  /** The first millisecond behind it. */
  toMs: number
}

export interface Partition extends Span {
  name: string
}

export interface PartitionedTable {
  name: string
  key: Key
  /** In order of their time. */
  partitions: Partition[]
}

/** The first millisecond of a time's UTC day. */
export function dayStart(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

/** For example `events_20261121`, by the first day. */
export function partitionName(table: string, fromMs: number): string {
  return `${table}_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** The first day in the name of a partition. */
function dayInName(name: string): number {
  const day = name.slice(-8)
  return Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
}

/** PostgreSQL writes the bounds as `FOR VALUES FROM ('...') TO ('...')`. */
function spanOf(key: Key, bounds: string): Span | null {
  const [, from, to] = /FROM \('([^']+)'\) TO \('([^']+)'\)/.exec(bounds) ?? []
  if (from === undefined || to === undefined) return null
  return key === 'event'
    ? { fromMs: eventIdTime(from), toMs: eventIdTime(to) }
    : { fromMs: idTime(Number(from)), toMs: idTime(Number(to)) }
}

/** SQL: the bounds of a partition. */
export function boundsOf(key: Key, { fromMs, toMs }: Span): string {
  const floor = key === 'event' ? eventIdFloor : idFloor
  return `for values from ('${floor(fromMs)}') to ('${floor(toMs)}')`
}

const readTablesSql = sql<{ table: string; key: Key; partition: string | null; bounds: string | null }, []>(
  'partitions.read',
  `select t.relname as table, case a.atttypid when 'bigint'::regtype then 'id' else 'event' end as key,
     c.relname as partition, pg_catalog.pg_get_expr(c.relpartbound, c.oid) as bounds
   from pg_catalog.pg_class t
   join pg_catalog.pg_partitioned_table p on p.partrelid = t.oid
   join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = p.partattrs[0]
   left join (pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid)
     on i.inhparent = t.oid and not i.inhdetachpending
   where t.relnamespace = current_schema()::regnamespace
   order by t.relname, c.relname`,
)

/** All partitioned tables with their attached partitions, by name. */
export async function readTables(connection: Connection): Promise<PartitionedTable[]> {
  const tables = new Map<string, PartitionedTable>()
  for (const { table, key, partition, bounds } of await readTablesSql(connection)) {
    const partitions = tables.get(table)?.partitions ?? []
    tables.set(table, { name: table, key, partitions })
    const span = bounds === null ? null : spanOf(key, bounds)
    if (partition !== null && span !== null) partitions.push({ name: partition, ...span })
  }
  return [...tables.values()]
}

/** How many whole days after today have partitions, without a gap. */
function daysAhead({ partitions }: PartitionedTable, todayMs: number): number {
  let endMs = todayMs
  for (const { fromMs, toMs } of partitions) if (fromMs <= endMs) endMs = Math.max(endMs, toMs)
  return Math.max(0, (endMs - todayMs) / DAY_MS - 1)
}

/** How many whole days after the day of `nowMs` have partitions in every table, without a gap. At least 7 after `ensurePartitions`. */
export async function readDaysAhead(connection: Connection, nowMs: number): Promise<number> {
  return Math.min(...(await readTables(connection)).map((table) => daysAhead(table, dayStart(nowMs))))
}

/**
 * The partitions that ended before `beforeMs`, oldest first. Includes the detached ones of an interrupted removal, whose
 * end is not known any more: they count as one day.
 */
export async function partitionsBefore(session: Connection, table: string, beforeMs: number): Promise<Partition[]> {
  const { rows } = await session.query<{ name: string; bounds: string | null }>({
    text: `select c.relname as name, pg_catalog.pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_catalog.pg_class c left join pg_catalog.pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname ~ ('^' || $1 || '_[0-9]{8}$')
        and (i.inhparent is null or i.inhparent = to_regclass($1))
      order by c.relname`,
    values: [table],
  })
  return rows
    .map(({ name, bounds }) => {
      const fromMs = dayInName(name)
      const key = bounds?.includes('evt_') === true ? 'event' : 'id'
      const span = bounds === null ? null : spanOf(key, bounds)
      return { name, ...(span ?? { fromMs, toMs: fromMs + DAY_MS }) }
    })
    .filter(({ toMs }) => toMs <= beforeMs)
}
