/** The partitions that exist, by PostgreSQL's catalog. */
import { eventIdFloor, eventIdTime } from '../../ids.ts'
import { MESSAGE_IDS } from '../id-blocks.ts'
import { sql } from '../sql.ts'
import type { Connection } from '../sql.ts'

const DAY_MS = 86_400_000

/** The key of a table's partitions: ids of events, which begin with their time, or ids of messages and deliveries. */
type Key = 'event' | 'id'

/** For ids of events, times in ms since the epoch. For ids of messages and deliveries, these ids. */
export interface Span {
  from: number
  /** The first one behind it. */
  to: number
}

export interface Partition extends Span {
  name: string
}

export interface PartitionedTable {
  name: string
  key: Key
  /** In the order of their spans. */
  partitions: Partition[]
}

/** The first millisecond of a time's UTC day. */
export function dayStart(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

/** The name of a partition of a day, for example `events_20261121`. */
export function partitionName(table: string, fromMs: number): string {
  return `${table}_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** The name of a partition of ids by its first id, for example `messages_from_50000000`. */
export function rangeName(table: string, from: number): string {
  return `${table}_from_${from}`
}

/** The day in the name of a partition. */
function dayInName(name: string): number {
  const day = name.slice(-8)
  return Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
}

/** PostgreSQL writes the bounds as `FOR VALUES FROM ('...') TO ('...')`. */
function spanOf(key: Key, bounds: string): Span | null {
  const [, from, to] = /FROM \('([^']+)'\) TO \('([^']+)'\)/.exec(bounds) ?? []
  if (from === undefined || to === undefined) return null
  const read = key === 'event' ? eventIdTime : Number
  return { from: read(from), to: read(to) }
}

/** SQL: the bounds of a partition. */
export function boundsOf(key: Key, { from, to }: Span): string {
  const idOf = key === 'event' ? eventIdFloor : String
  return `for values from ('${idOf(from)}') to ('${idOf(to)}')`
}

const readTablesSql = sql(
  'partitions.read',
  `select t.relname as "table!", case a.atttypid when 'bigint'::regtype then 'id' else 'event' end as key,
     c.relname as partition, pg_catalog.pg_get_expr(c.relpartbound, c.oid) as bounds
   from pg_catalog.pg_class t
   join pg_catalog.pg_partitioned_table p on p.partrelid = t.oid
   join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = p.partattrs[0]
   left join (pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid)
     on i.inhparent = t.oid and not i.inhdetachpending
   where t.relnamespace = current_schema()::regnamespace
   order by t.relname`,
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
  for (const { partitions } of tables.values()) partitions.sort((one, other) => one.from - other.from)
  return [...tables.values()]
}

/** The last id taken for a message or a delivery. 0 if there is none. */
export const readLastId = sql(
  'partitions.read_last_id',
  `select coalesce(max(last_value), 0)::float8 as "id!" from pg_catalog.pg_sequences
   where schemaname = current_schema() and sequencename = '${MESSAGE_IDS}'`,
)

/** The end of the partitions that follow each other from `from`. */
function endFrom({ partitions }: PartitionedTable, from: number): number {
  return partitions.reduce((end, span) => (span.from <= end ? Math.max(end, span.to) : end), from)
}

/** How far the partitions of every table reach without a gap. */
export interface Ahead {
  /** Whole days after today, for the tables of events. */
  days: number
  /** Ids after the last one, for the tables of messages. */
  ids: number
}

/** At least 7 days and a whole range of ids after `ensurePartitions`. */
export async function readAhead(connection: Connection, nowMs: number): Promise<Ahead> {
  const [tables, [last]] = [await readTables(connection), await readLastId(connection)]
  const todayMs = dayStart(nowMs)
  const endOf = (key: Key, from: number) =>
    Math.min(...tables.filter((table) => table.key === key).map((table) => endFrom(table, from)))
  return {
    days: Math.max(0, (endOf('event', todayMs) - todayMs) / DAY_MS - 1),
    ids: Math.max(0, endOf('id', last!.id + 1) - last!.id - 1),
  }
}

/** A table that is or was a partition. Null: an interrupted removal has detached it, or has begun to. */
export interface FormerPartition {
  name: string
  span: Span | null
}

/** The partitions of a table, also those that are not attached any more. */
export async function readFormer(session: Connection, table: string): Promise<FormerPartition[]> {
  const { rows } = await session.query<{ name: string; bounds: string | null }>({
    text: `select c.relname as name, case when not i.inhdetachpending then pg_catalog.pg_get_expr(c.relpartbound, c.oid) end as bounds
      from pg_catalog.pg_class c left join pg_catalog.pg_inherits i on i.inhrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and c.relname ~ ('^' || $1 || '_(from_[0-9]+|[0-9]{8})$') and (i.inhparent is null or i.inhparent = to_regclass($1))
      order by c.relname`,
    values: [table],
  })
  return rows.map(({ name, bounds }) => ({
    name,
    span: bounds === null ? null : spanOf(bounds.includes('evt_') ? 'event' : 'id', bounds),
  }))
}

/**
 * The partitions of days of a table that ended before `beforeMs`, oldest first. The detached ones of an interrupted removal
 * count as one day.
 */
export async function partitionsBefore(session: Connection, table: string, beforeMs: number): Promise<Partition[]> {
  const former = await readFormer(session, table)
  return former
    .map(({ name, span }) => ({ name, ...(span ?? { from: dayInName(name), to: dayInName(name) + DAY_MS }) }))
    .filter(({ to }) => to <= beforeMs)
}
