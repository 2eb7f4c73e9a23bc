/**
 * Lists of messages and deliveries, newest first, read their partitions in two windows: the newest two days, and the rest
 * only if the page is not full. So a page reads few partitions.
 */
import { dayStart } from '../db/partitions/catalog.ts'
import { idFloor, IDS_PER_DAY } from '../ids.ts'
import type { Page } from './pages.ts'

const DAY_MS = 86_400_000

/** Parameters $3 and $4 of a list: the rows of a page are before this time, or have a lower id. */
export function pageStart({ after }: Page): [before: string, beforeId: number] {
  return after === null ? ['infinity', Number.MAX_SAFE_INTEGER] : [new Date(after.createdAt).toISOString(), after.id]
}

/** SQL: the rows of a page, with `pageStart`. */
export function beforePage(table: string): string {
  return `(${table}.created_at, ${table}.id) < ($3::timestamptz, $4::bigint)`
}

/**
 * The parameter of a page's windows: the lowest id behind the older window. The newer window starts with the day before
 * the newest possible row. `createdBefore`: ISO or null, a filter of the list.
 */
export function windowsBelow({ after }: Page, createdBefore: string | null, nowMs: number): number {
  const createdBeforeMs = createdBefore === null ? Infinity : Date.parse(createdBefore)
  const newestMs = Math.min(after?.createdAt ?? Infinity, createdBeforeMs, nowMs + DAY_MS)
  return idFloor(dayStart(newestMs))
}

/**
 * SQL: the rows of `select`, of the newer window and then of the older one, at most $6. `select` is in the list's order
 * and has the given condition for its table. `below`: the placeholder for `windowsBelow`. Ids and times of creation come
 * from different clocks, so the ids of a window reach one day further. The statement is planned at each call (`listSql`):
 * only then PostgreSQL sees that a window has many rows, and reads an index in order instead of sorting them.
 */
export function inWindows(below: string, select: (inWindow: (table: string) => string) => string): string {
  const split = `to_timestamp((${below}::bigint / ${IDS_PER_DAY} - 1) * 86400)`
  const newer = (table: string) => `${table}.created_at >= ${split}
      and ${table}.id >= ${below}::bigint - ${2 * IDS_PER_DAY} and ${table}.id < ${below}::bigint + ${2 * IDS_PER_DAY}`
  const older = (table: string) => `${table}.created_at < ${split} and ${table}.id < ${below}::bigint`
  return `((${select(newer)} limit $6) union all (${select(older)} limit $6))`
}
