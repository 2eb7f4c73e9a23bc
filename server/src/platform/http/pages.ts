import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import Type from 'typebox'
import { IntegerInput } from './schemas.ts'

/**
 * Lists are read in pages, newest first, by the fixed key `(created_at, id)`. So rows inserted between two pages are
 * neither repeated nor skipped. A list's statement ends in
 *
 *     with listed as materialized (
 *       select ... and ($3::timestamptz is null or (created_at, id) < ($3, $4))
 *       order by created_at desc, id desc limit $5
 *     ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('name'))} order by ${NEWEST_FIRST}
 *
 * with `...pageValues(page)`. They ask for one row more than the page has, to know if there is a next page. The
 * database also ends the page at a number of bytes, so a page of large rows does not fill this process's memory.
 */

export const PAGE_ROWS_DEFAULT = 50

/** Bytes of a page. If its first row alone has more, the page has only that row. */
export const PAGE_BYTES_MAX = 1024 * 1024
/** Bytes counted per row beside its texts: field names, numbers and times. */
const ROW_BYTES = 512

/** The order of lists. */
export const NEWEST_FIRST = 'created_at desc, id desc'

/** SQL: the stored bytes of text columns. PostgreSQL knows them without reading the texts. */
export function bytesOf(...columns: readonly string[]): string {
  return columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
}

/**
 * SQL: the first rows of `rows` that fit into a page, in the given order, at least one. `rows` is a materialized CTE,
 * so its columns are computed once. `bytes`: an expression for the bytes of a row's texts. Each row has the columns of
 * `BoundedRow`.
 */
export function withinBytes(rows: string, order: string, bytes: string): string {
  return `select * from (
     select ${rows}.*, count(*) over () as found, row_number() over so_far as place,
       sum(${ROW_BYTES} + ${bytes}) over so_far as bytes_so_far
     from ${rows} window so_far as (order by ${order} rows unbounded preceding)
   ) bounded
   where place = 1 or bytes_so_far <= ${PAGE_BYTES_MAX}`
}

/** Columns that `withinBytes` adds to each row. */
export interface BoundedRow {
  /** Number of rows before the page was cut by bytes. */
  found: number
}

export interface Page {
  /** Rows of a page. */
  limit: number
  /** The last row of the page before, null for the first page. */
  after: PageKey | null
}

export interface PageKey {
  /** ms since the epoch. */
  createdAt: number
  id: number
}

/** Reads the validated parameters of `pageQuery`. Throws 422 if `cursor` was not made by this service. */
export function readPage(query: { limit?: number | undefined; cursor?: string | undefined }): Page {
  const limit = query.limit ?? PAGE_ROWS_DEFAULT
  if (query.cursor === undefined) return { limit, after: null }
  const after = decodeCursor(query.cursor)
  if (after === null) throw invalid({ cursor: ['is not a cursor of this list'] })
  return { limit, after }
}

/**
 * Parameters of a list's statement: time of the last row seen (ISO) or null, its id or null, number of rows to read.
 */
export function pageValues(page: Page): [createdAt: string | null, id: number | null, rows: number] {
  return [page.after && new Date(page.after.createdAt).toISOString(), page.after?.id ?? null, page.limit + 1]
}

/**
 * The rows of one page from the pages of two servers, newest first. Rows behind the end of a page that was cut by bytes
 * are left out, because the cut rows come before them.
 */
export function mergePages<Row extends BoundedRow & { id: number; createdAt: number }>(pages: Row[][]): Row[] {
  const [only] = pages
  if (only !== undefined && pages.length === 1) return only
  const ends = pages.flatMap((rows) =>
    rows.filter((row, index) => index === rows.length - 1 && row.found > rows.length),
  )
  const newestFirst = (a: Row, b: Row) => b.createdAt - a.createdAt || b.id - a.id
  const rows = pages.flat().toSorted(newestFirst)
  const found = pages.reduce((sum, page) => sum + (page[0]?.found ?? 0), 0)
  return rows.filter((row) => ends.every((end) => newestFirst(row, end) <= 0)).map((row) => ({ ...row, found }))
}

interface ShownPage<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** `end`: the key of the page's last row, null on the last page. */
function pageUpTo<Row>(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  rows: Row[],
  end: PageKey | null,
): ShownPage<Row> {
  if (end === null) return { rows, nextCursor: null }
  const nextCursor = encodeCursor(end)
  linkNext(request, reply, nextCursor)
  return { rows, nextCursor }
}

/**
 * Cuts the rows down to the page. `nextCursor` is null on the last page. If there is a next page, it also sets the
 * header `Link: <...>; rel="next"`.
 */
export function pageOf<Row extends BoundedRow>(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => PageKey,
): ShownPage<Row> {
  const onPage = rows.slice(0, page.limit)
  const last = onPage.at(-1)
  return pageUpTo(request, reply, onPage, last !== undefined && last.found > onPage.length ? keyOf(last) : null)
}

/** The progress of a page whose filters no index serves. Its statement examines a limited number of rows. */
export interface Scan {
  /** More rows may follow. */
  full: boolean
  /** The last row examined, matching or not. Null if there was none. */
  last: PageKey | null
}

/**
 * A row of this statement: the number of rows examined, and the last one's key. If no row matches, there is one row with
 * nulls in the list's columns.
 */
interface ScannedRow {
  id: number | null
  createdAt: number | null
  found: number | null
  scanned: number
  scannedAt: number | null
  scannedId: number | null
}

type FoundRow = BoundedRow & PageKey

/** The end of such a statement: the rows of its part `listed`, of those that its part `scanned` has looked at. */
export function scannedRows(listed: string): string {
  return `looked_at as (
     select count(*) as scanned, (array_agg(created_at order by created_at, id))[1] as scanned_at,
       (array_agg(id order by created_at, id))[1] as scanned_id
     from scanned
   )
   select ${listed}.*, l.scanned, l.scanned_at, l.scanned_id
   from looked_at l left join ${listed} on true
   order by ${listed}.created_at desc, ${listed}.id desc`
}

/**
 * The progress of a statement with these rows. It examined up to `scannedMax` rows; null means all rows. If the limit
 * of bytes ended the page, the progress is the page's last row.
 */
export function scanOf<Row extends ScannedRow>(
  rows: readonly Row[],
  scannedMax: number | null,
): { found: Extract<Row, FoundRow>[]; scan: Scan } {
  const found = rows.filter((row): row is Extract<Row, FoundRow> => row.id !== null)
  const { scanned, scannedAt, scannedId } = rows.at(-1)!
  const end = found.at(-1)
  if (end !== undefined && end.found > found.length)
    return { found, scan: { full: true, last: { createdAt: end.createdAt, id: end.id } } }
  const last = scannedAt === null || scannedId === null ? null : { createdAt: scannedAt, id: scannedId }
  return { found, scan: { full: scanned === scannedMax, last } }
}

/**
 * Cuts the rows of a statement that examines a limited number of rows down to the page. A page may have fewer rows than
 * its limit, even none, although more follow. `end`: the key of its end, null on the last page.
 */
export function scannedRowsOf<Row>(
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => PageKey,
  scan: Scan,
): { rows: Row[]; end: PageKey | null } {
  if (rows.length <= page.limit) return { rows, end: scan.full ? scan.last : null }
  const onPage = rows.slice(0, page.limit)
  return { rows: onPage, end: keyOf(onPage.at(-1)!) }
}

/** The same as `pageOf`, for these statements. */
export function scannedPageOf<Row>(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => PageKey,
  scan: Scan,
): ShownPage<Row> {
  const cut = scannedRowsOf(page, rows, keyOf, scan)
  return pageUpTo(request, reply, cut.rows, cut.end)
}

/** Sets `Link: <...>; rel="next"`: the URL of the request with the new cursor in `parameter`. */
export function linkNext(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  cursor: string,
  parameter = 'cursor',
): void {
  const [path = '/', ...query] = request.url.split('?')
  const parameters = new URLSearchParams(query.join('?'))
  parameters.set(parameter, cursor)
  void reply.header('link', `<${path}?${parameters.toString()}>; rel="next"`)
}

/** base64url of `<ms>.<id>`. */
export function encodeCursor(key: PageKey): string {
  return Buffer.from(`${key.createdAt}.${key.id}`).toString('base64url')
}

/** The key in a cursor. Null if `encodeCursor` did not make it, or if PostgreSQL has no such time: in the year 5138 or later. */
export function decodeCursor(cursor: string): PageKey | null {
  const parts = /^(\d{1,14})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!parts) return null
  const key = { createdAt: Number(parts[1]), id: Number(parts[2]) }
  return Number.isSafeInteger(key.id) && encodeCursor(key) === cursor ? key : null
}

const PAGE_ROWS_MAX = 200

/** The query parameters of every list, for its schema. */
export const pageQuery = {
  limit: Type.Optional(
    IntegerInput(1, PAGE_ROWS_MAX, {
      default: PAGE_ROWS_DEFAULT,
      description: 'Maximum number of rows in a page. A page also ends at 1 MiB',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The next_cursor of the previous page' })),
}

/**
 * Parameters $3 and $4 of a list: the rows of a page are before this time, or have a lower id. `createdBefore`: ISO or null, a
 * filter of the list. With it, PostgreSQL begins its search of the index there.
 */
export function pageStart(
  { after }: Pick<Page, 'after'>,
  createdBefore: string | null = null,
): [before: string, beforeId: number] {
  if (createdBefore !== null && Date.parse(createdBefore) <= (after?.createdAt ?? Infinity)) return [createdBefore, 0]
  return after === null ? ['infinity', Number.MAX_SAFE_INTEGER] : [new Date(after.createdAt).toISOString(), after.id]
}

/** SQL: the rows of a page, with `pageStart`. */
export function beforePage(table: string): string {
  return `(${table}.created_at, ${table}.id) < ($3::timestamptz, $4::bigint)`
}
