import { RANGE_IDS, rangeStart } from '../../ids.ts'
import { errorCode, isContention } from '../database-error.ts'
import type { Connection } from '../sql.ts'
import { boundsOf, dayStart, partitionName, rangeName, readLastId, readTables } from './catalog.ts'
import type { PartitionedTable, Span } from './catalog.ts'

/**
 * Events, attempts and changes of inboxes have a partition per UTC day of the event's or change's id. Messages, deliveries and their rows have
 * a partition per range of their ids. Old rows are deleted by dropping their partition: no dead rows, no WAL, and the space
 * is free at once.
 *
 * A partition is created separately and then attached. Before a drop it is detached concurrently. `create table ..
 * partition of` and a plain `drop` would wait for every reader of the table, and all inserts would queue behind them.
 */

const DAY_MS = 86_400_000

/** Days with a partition before and after today. */
export interface DaysAround {
  before: number
  /** If no process creates new partitions, inserts work for this long. */
  after: number
}

const DAYS: DaysAround = { before: 1, after: 7 }
/**
 * Ranges of ids created in advance. With one, a table has at least two partitions: PostgreSQL 18 forgets the settings of the
 * pool in a plan for a table with a single one.
 */
export const RANGES_AHEAD = 1

/** If a partition waits longer for a lock, it is given up and retried, ms. */
export const LOCK_TIMEOUT_MS = 1000

export const TRIES_MAX = 10

/**
 * Errors if another process creates or attaches the same partition: duplicate table, type or object, already attached,
 * overlapping bounds.
 */
const LOST_RACE_CODES = new Set(['42P07', '23505', '42710', '42809', '42P17'])

/** Percent of each page that inserts fill. The rest is for updates. A partitioned table cannot have this setting itself. */
const FILL_FACTORS: Readonly<Record<string, number>> = { messages: 90, deliveries: 70, inbox_messages: 70 }

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
  const name = (table.key === 'id' ? rangeName : partitionName)(table.name, span.from)
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

/** Spans of this length from `from` until `until`. */
function spansOf(length: number, from: number, until: number): Span[] {
  return Array.from({ length: (until - from) / length }, (_, index) => {
    return { from: from + index * length, to: from + (index + 1) * length }
  })
}

/** The missing partitions: of the days around `nowMs`, and from the range of the last id to the next one. */
export function missingPartitions(
  tables: readonly PartitionedTable[],
  nowMs: number,
  lastId: number,
  { before, after } = DAYS,
): NewPartition[] {
  const today = dayStart(nowMs)
  const range = rangeStart(lastId)
  const spans = {
    event: spansOf(DAY_MS, today - before * DAY_MS, today + (after + 1) * DAY_MS),
    id: spansOf(RANGE_IDS, range, range + (RANGES_AHEAD + 1) * RANGE_IDS),
  }
  return tables.flatMap((table) => {
    const found = new Set(table.partitions.map(({ from }) => from))
    return spans[table.key].filter(({ from }) => !found.has(from)).map((span) => ({ table, span }))
  })
}

/**
 * Creates the missing partitions and returns their names. Several processes may do it at once. Inserts and reads continue
 * meanwhile.
 */
export async function ensurePartitions(session: Connection, nowMs: number, days = DAYS): Promise<string[]> {
  const made: string[] = []
  for (let [triesMade, left] = [1, Infinity]; ; triesMade++)
    try {
      const [last] = await readLastId(session)
      const missing = missingPartitions(await readTables(session), nowMs, last!.id, days)
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
