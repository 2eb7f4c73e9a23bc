import { errorCode, isContention } from '../database-error.ts'
import type { Connection } from '../sql.ts'
import { boundsOf, dayStart, partitionName, readTables } from './catalog.ts'
import type { PartitionedTable, Span } from './catalog.ts'

/**
 * Events, attempts and changes of inboxes have a partition per UTC day of the event's or change's id. Messages, deliveries and their rows have
 * partitions of some days of their ids. Old rows are deleted by dropping their partition: no dead rows, no WAL, and the
 * space is free at once.
 *
 * A partition is created separately and then attached. Before a drop it is detached concurrently. `create table ..
 * partition of` and a plain `drop` would wait for every reader of the table, and all inserts would queue behind them.
 */

const DAY_MS = 86_400_000

/** Days created in advance. If no process creates new ones, inserts work for this long. */
const DAYS_AHEAD = 7

/** If a partition waits longer for a lock, it is given up and retried, ms. */
export const LOCK_TIMEOUT_MS = 1000

export const TRIES_MAX = 10

/**
 * Errors if another process creates or attaches the same partition: duplicate table, type or object, already attached,
 * overlapping bounds.
 */
const LOST_RACE_CODES = new Set(['42P07', '23505', '42710', '42809', '42P17'])

/**
 * A statement with a generic plan locks every partition of its tables, and each connection keeps the plan: 0.7 MB for 33
 * partitions. So a table has about this many partitions with old rows, and rows stay up to a tenth longer.
 */
const PARTITIONS_OF_RETENTION = 10
const SPAN_DAYS_MAX = 30

/** Percent of each page that inserts fill. The rest is for updates. A partitioned table cannot have this setting itself. */
const FILL_FACTORS: Readonly<Record<string, number>> = { messages: 90, deliveries: 70, inbox_messages: 70 }

/** The days of a new partition of messages. `retentionDays`: null if they are kept for ever. */
function spanDaysOf(retentionDays: number | null): number {
  return retentionDays === null ? SPAN_DAYS_MAX : Math.max(1, Math.ceil(retentionDays / PARTITIONS_OF_RETENTION))
}

/**
 * Makes PostgreSQL expect many rows per account in a new partition. Partitions do not inherit this setting
 * (docs/decisions/0017-how-batches-reach-postgresql.md).
 */
async function tellAccountFractions(session: Connection, partition: string): Promise<void> {
  await session.query({
    text: `alter table ${partition} alter column bucket set (n_distinct = 1), alter column account_id set (n_distinct = 1)`,
  })
}

/** Creates the table of a partition, not attached yet. */
async function createPartition(session: Connection, table: string, name: string): Promise<void> {
  const fillFactor = FILL_FACTORS[table]
  const settings = fillFactor === undefined ? '' : ` with (fillfactor = ${fillFactor})`
  await session.query({ text: `create table ${name} (like ${table} including all)${settings}` })
  await tellAccountFractions(session, name)
}

/** Creates a partition in the caller's transaction, and returns its name. */
export async function attachNew(session: Connection, table: PartitionedTable, span: Span): Promise<string> {
  const name = partitionName(table.name, span.fromMs)
  await createPartition(session, table.name, name)
  await session.query({ text: `alter table ${table.name} attach partition ${name} ${boundsOf(table.key, span)}` })
  return name
}

/** Creates a partition. Nothing is left if it fails. */
export async function addPartition(session: Connection, { table, span }: NewPartition): Promise<string> {
  await session.query({ text: 'begin' })
  try {
    await session.query({ text: `set local lock_timeout = ${LOCK_TIMEOUT_MS}` })
    const name = await attachNew(session, table, span)
    await session.query({ text: 'commit' })
    return name
  } catch (error) {
    // If it fails too, the connection is lost. The first error has the cause.
    await session.query({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

export interface NewPartition {
  table: PartitionedTable
  span: Span
}

/** Spans of `days` days from the end of the others until `untilMs`, or from `fromMs` if they end before it. */
function continued(spans: readonly Span[], days: number, fromMs: number, untilMs: number): Span[] {
  const made: Span[] = []
  for (let startMs = Math.max(fromMs, ...spans.map(({ toMs }) => toMs)); startMs < untilMs;) {
    made.push({ fromMs: startMs, toMs: startMs + days * DAY_MS })
    startMs += days * DAY_MS
  }
  return made
}

/**
 * The missing partitions from the day before `nowMs` to 7 days after it. The tables of messages have the same spans, and
 * at least two. A changed retention changes only the length of later ones.
 */
export function missingPartitions(
  tables: readonly PartitionedTable[],
  nowMs: number,
  retentionDays: number | null,
): NewPartition[] {
  const fromMs = dayStart(nowMs) - DAY_MS
  const untilMs = dayStart(nowMs) + (DAYS_AHEAD + 1) * DAY_MS
  const days = continued([], 1, fromMs, untilMs)
  const ofIds = tables.filter(({ key }) => key === 'id').flatMap(({ partitions }) => partitions)
  const recent = new Map(
    ofIds.filter(({ toMs }) => toMs > fromMs).map(({ fromMs, toMs }) => [fromMs, { fromMs, toMs }]),
  )
  const spanDays = spanDaysOf(retentionDays)
  // One more: PostgreSQL 18 forgets the settings of the pool in a plan for a table with a single partition.
  const spans = [...recent.values(), ...continued(ofIds, spanDays, fromMs, untilMs + spanDays * DAY_MS)]
  return tables.flatMap((table) => {
    const found = new Set(table.partitions.map((partition) => partition.fromMs))
    return (table.key === 'event' ? days : spans)
      .filter((span) => !found.has(span.fromMs))
      .map((span) => ({ table, span }))
  })
}

/**
 * Creates missing partitions from the day before `nowMs` to 7 days after it, and returns their names. `retentionDays`:
 * of messages, null if they are kept for ever. Several processes may do it at once. Inserts and reads continue meanwhile.
 */
export async function ensurePartitions(
  session: Connection,
  nowMs: number,
  retentionDays: number | null,
): Promise<string[]> {
  const made: string[] = []
  for (let [triesMade, left] = [1, Infinity]; ; triesMade++)
    try {
      const missing = missingPartitions(await readTables(session), nowMs, retentionDays)
      if (missing.length < left) triesMade = 1
      left = missing.length
      for (const partition of missing) {
        made.push(await addPartition(session, partition))
      }
      return made
    } catch (error) {
      const lostRace = LOST_RACE_CODES.has(errorCode(error) ?? '')
      if ((!lostRace && !isContention(error)) || triesMade === TRIES_MAX) throw error
    }
}
