/** The tables with a bucket's rows: which of them move, their partitions, and their deletion. */
import { readOwnTables } from '../../platform/db/servers/fence.ts'
import { readTables } from '../../platform/db/partitions/catalog.ts'
import type { Span } from '../../platform/db/partitions/catalog.ts'
import { addPartition } from '../../platform/db/partitions/make.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Session } from '../../platform/db/session.ts'
import type { Side } from './mover.ts'

/** Rows deleted by a statement. */
const CHUNK_ROWS = 5000

/**
 * Tables in which the directory has rows of its own, and each server has rows of its accounts. SQL: true for the rows of
 * accounts. Keys and members are in the directory.
 */
const SHARED_TABLES: readonly MovedTable[] = [
  { name: 'audit_log', condition: String.raw`action !~ '^(api_key|member)\.'`, isOnlyAppended: true },
  { name: 'idempotency_keys', condition: `left(key, 1) <> ' '`, isOnlyAppended: false },
]

export interface MovedTable {
  name: string
  /** SQL: true for the rows that move. */
  condition: string
  /** Rows never change, so the condition may name any column. */
  isOnlyAppended: boolean
}

/**
 * The tables whose rows move with the bucket, the same for every pair of servers. Tables that others refer to come first.
 * The directory's tables stay. Every server also has the `accounts` of its buckets, copied from the directory.
 */
export async function movedTables(session: Session, bucket: number): Promise<MovedTable[]> {
  const own = await readOwnTables(session, { isDirectory: true })
  const here = `bucket = ${bucket}`
  return [
    ...own.map((name) => ({ name, condition: here, isOnlyAppended: false })),
    ...SHARED_TABLES.map((table) => ({ ...table, condition: `${here} and ${table.condition}` })),
  ]
}

/** Expected rows of each table with the condition, by the planner. */
export async function estimateRows(session: Connection, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const estimates = new Map<string, number>()
  for (const { name, condition } of tables) {
    const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
      text: `explain (format json) select 1 from ${name} where ${condition}`,
    })
    estimates.set(name, rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'])
  }
  return estimates
}

/** The tables themselves, or their partitions. */
async function leavesOf(session: Connection, table: string): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>({
    text: `select relid::regclass::text as name from pg_catalog.pg_partition_tree($1::text::regclass) where isleaf
      union all select $1::text where not exists (select 1 from pg_catalog.pg_partition_tree($1::text::regclass)) order by 1`,
    values: [table],
  })
  return rows.map(({ name }) => name)
}

async function deleteFrom(session: Connection, leaf: string, condition: string): Promise<number> {
  const text = `delete from ${leaf} where ctid = any (array(select ctid from ${leaf} where ${condition} limit ${CHUNK_ROWS}))`
  for (let deleted = 0; ;) {
    const { rowCount } = await session.query({ text })
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < CHUNK_ROWS) return deleted
  }
}

/** Deletes the bucket's rows on a server that does not hold it, in chunks. Returns the number of deleted rows. */
export async function deleteRows({ session, fence }: Side, bucket: number): Promise<number> {
  const own = await readOwnTables(session, fence)
  const moved = await movedTables(session, bucket)
  const here = `bucket = ${bucket}`
  const shared = moved.filter(({ name }) => !own.includes(name))
  let deleted = 0
  // Rows that refer to others go first.
  for (const { name, condition } of [...shared, ...own.toReversed().map((one) => ({ name: one, condition: here }))])
    for (const leaf of await leavesOf(session, name)) deleted += await deleteFrom(session, leaf, condition)
  return deleted
}

/** The parts of the spans that `others` do not cover. */
function uncovered(spans: readonly Span[], others: readonly Span[]): Span[] {
  const without = (left: readonly Span[], other: Span) =>
    left
      .flatMap(({ from, to }) => [
        { from, to: Math.min(to, other.from) },
        { from: Math.max(from, other.to), to },
      ])
      .filter(({ from, to }) => from < to)
  return others.reduce<readonly Span[]>(without, spans).map(({ from, to }) => ({ from, to }))
}

/**
 * Makes the partitions of the source that the target lacks: those of older days and of other ranges of ids. Every process
 * of the service makes the others.
 */
export async function makePartitionsLike(source: Session, target: Session): Promise<void> {
  const tables = new Map((await readTables(target)).map((table) => [table.name, table]))
  for (const { name, partitions } of await readTables(source)) {
    const table = tables.get(name)!
    for (const span of uncovered(partitions, table.partitions)) await addPartition(target, { table, span })
  }
}
