import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import { IntegerInput } from './schemas.ts'

/**
 * Lists are read in pages by a key that does not move, `(created_at, id)`, newest first: what is inserted meanwhile
 * neither repeats nor hides a row. A list's statement ends in
 *
 *     with listed as materialized (
 *       select ... and ($3::timestamptz is null or (created_at, id) < ($3, $4))
 *       order by created_at desc, id desc limit $5
 *     ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('name'))} order by ${NEWEST_FIRST}
 *
 * with `...pageValues(page)`, which asks for one row more than the page shows: that one tells whether there is a next.
 * The database ends the page at a number of bytes too, so that neither it sends nor this process holds more.
 */

export const PAGE_ROWS_DEFAULT = 50
const PAGE_ROWS_MAX = 200

/** One page at the most, unless its first row alone has more, bytes. */
export const PAGE_BYTES_MAX = 1024 * 1024
/** What a row counts for beside its texts, bytes: names of fields, numbers and times. */
const ROW_BYTES = 512

/** The order of lists. */
export const NEWEST_FIRST = 'created_at desc, id desc'

/** SQL: the bytes of columns of text, as they are stored; PostgreSQL knows them without reading the texts. */
export function bytesOf(...columns: readonly string[]): string {
  return columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
}

/**
 * SQL: the rows of `rows`, a materialized CTE (what it computes is so computed once), in the order given, as long as they
 * fit in a page; the first one always. `bytes`: an expression of what a row's texts take. Each row tells how many there
 * were (`BoundedRow`).
 */
export function withinBytes(rows: string, order: string, bytes: string): string {
  return `select * from (
     select ${rows}.*, count(*) over () as found, row_number() over so_far as place,
       sum(${ROW_BYTES} + ${bytes}) over so_far as bytes_so_far
     from ${rows} window so_far as (order by ${order} rows unbounded preceding)
   ) bounded
   where place = 1 or bytes_so_far <= ${PAGE_BYTES_MAX}`
}

/** What every row of `withinBytes` tells beside its own columns. */
export interface BoundedRow {
  /** The rows that would have been the page if they had fitted. */
  found: number
}

/** The parameters of every list, to be spread into the schema of its query. */
export const pageQuery = {
  limit: Type.Optional(
    IntegerInput(1, PAGE_ROWS_MAX, {
      default: PAGE_ROWS_DEFAULT,
      description: 'Maximum number of rows in a page. A page also ends at 1 MiB',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The next_cursor of the previous page' })),
}

export interface Page {
  /** Rows that the page shows at the most. */
  limit: number
  /** The last row of the page before, or null for the first page. */
  after: PageKey | null
}

export interface PageKey {
  /** ms since the epoch */
  createdAt: number
  id: number
}

/** Reads the parameters of `pageQuery`, already validated. Throws 422 on `cursor` if it is none of ours. */
export function readPage(query: { limit?: number | undefined; cursor?: string | undefined }): Page {
  const limit = query.limit ?? PAGE_ROWS_DEFAULT
  if (query.cursor === undefined) return { limit, after: null }
  const after = decodeCursor(query.cursor)
  if (after === null) throw invalid({ cursor: ['is not a cursor of this list'] })
  return { limit, after }
}

/** The values of a list's statement: time of the last row seen (ISO) or null, its id or null, rows to read. */
export function pageValues(page: Page): [createdAt: string | null, id: number | null, rows: number] {
  return [page.after && new Date(page.after.createdAt).toISOString(), page.after?.id ?? null, page.limit + 1]
}

interface ShownPage<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** The page goes on behind the key, or ends if there is none. */
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
 * Cuts what `pageValues` made the statement read down to the page and says how to go on: `nextCursor`, or null on the
 * last page, and the header `Link: <...>; rel="next"`.
 */
export function pageOf<Row extends BoundedRow>(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => PageKey,
): ShownPage<Row> {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return pageUpTo(request, reply, shown, last !== undefined && last.found > shown.length ? keyOf(last) : null)
}

/** How far a page has looked whose filters no index serves: at a bounded number of rows, matching or not. */
export interface Scan {
  /** There may be rows behind those looked at. */
  full: boolean
  /** The last row looked at, matching or not; null if there was none. */
  last: PageKey | null
}

/** What every row of such a statement tells of the rows looked at: how many, and the last of them. */
export interface ScanColumns {
  scanned: number
  scanned_at: number | null
  scanned_id: number | null
}

/** A row of such a statement; one without a row of the list comes if none matches. */
export type ScannedRow<Row extends { id: number; created_at: number }> = ScanColumns & {
  [Column in keyof (Row & BoundedRow)]: (Row & BoundedRow)[Column] | null
}

/**
 * How far the statement has come whose rows these are and which was to look at `scannedMax` rows; null: at all of them.
 * One that was ended by its bytes has come to its last row.
 */
export function scanOf(
  rows: readonly (ScanColumns & { id: number | null; created_at: number | null; found: number | null })[],
  scannedMax: number | null,
): Scan {
  const { id, created_at, found, scanned, scanned_at, scanned_id } = rows.at(-1)!
  if (id !== null && found! > rows.length) return { full: true, last: { createdAt: created_at!, id } }
  const last = scanned_at === null || scanned_id === null ? null : { createdAt: scanned_at, id: scanned_id }
  return { full: scanned === scannedMax, last }
}

/**
 * As `pageOf`, for a statement that looked at a bounded number of rows: a page may then hold fewer than its limit, or
 * none, though more follow; `nextCursor` tells.
 */
export function scannedPageOf<Row>(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => PageKey,
  scan: Scan,
): ShownPage<Row> {
  if (rows.length > page.limit) {
    const shown = rows.slice(0, page.limit)
    return pageUpTo(request, reply, shown, keyOf(shown.at(-1)!))
  }
  return pageUpTo(request, reply, rows, scan.full ? scan.last : null)
}

/** Sets `Link: <...>; rel="next"`: the request's own address with another cursor, under the parameter's name. */
export function linkNext(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  cursor: string,
  parameter = 'cursor',
): void {
  const [path = '/', query = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set(parameter, cursor)
  void reply.header('link', `<${path}?${parameters.toString()}>; rel="next"`)
}

/** base64url of `<ms>.<id>`. */
export function encodeCursor(key: PageKey): string {
  return Buffer.from(`${key.createdAt}.${key.id}`).toString('base64url')
}

/** The key in a cursor, or null if it is not one that `encodeCursor` made. */
export function decodeCursor(cursor: string): PageKey | null {
  const parts = /^(\d{1,15})\.(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!parts) return null
  const key = { createdAt: Number(parts[1]), id: Number(parts[2]) }
  return Number.isSafeInteger(key.id) && encodeCursor(key) === cursor ? key : null
}
