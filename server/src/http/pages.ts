import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import { IntegerInput } from './schemas.ts'

/**
 * Lists are read in pages by a key that does not move, `(created_at, id)`, newest first: what is inserted meanwhile
 * neither repeats nor hides a row. A list's statement ends in
 *
 *     and ($3::timestamptz is null or (created_at, id) < ($3, $4))
 *     order by created_at desc, id desc limit $5
 *
 * with `...pageValues(page)`, which asks for one row more than the page shows: that one tells whether there is a next.
 */

export const PAGE_ROWS_DEFAULT = 50
const PAGE_ROWS_MAX = 200

/** The parameters of every list, to be spread into the schema of its query. */
export const pageQuery = {
  limit: Type.Optional(
    IntegerInput(1, PAGE_ROWS_MAX, { default: PAGE_ROWS_DEFAULT, description: 'Rows of one page at the most' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The next_cursor of the page before' })),
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

/**
 * Cuts what `pageValues` made the statement read down to the page and says how to go on: `nextCursor`, or null on the
 * last page, and the header `Link: <...>; rel="next"`.
 */
export function pageOf<Row>(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  page: Page,
  rows: Row[],
  keyOf: (row: Row) => PageKey,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  if (rows.length <= page.limit || last === undefined) return { rows: shown, nextCursor: null }
  const nextCursor = encodeCursor(keyOf(last))
  linkNext(request, reply, nextCursor)
  return { rows: shown, nextCursor }
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

/** How far the statement has looked whose rows carry these columns and which was to look at `scannedMax` rows. */
export function scanOf({ scanned, scanned_at: createdAt, scanned_id: id }: ScanColumns, scannedMax: number): Scan {
  return { full: scanned === scannedMax, last: createdAt === null || id === null ? null : { createdAt, id } }
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
): { rows: Row[]; nextCursor: string | null } {
  if (rows.length > page.limit || !scan.full || scan.last === null) return pageOf(request, reply, page, rows, keyOf)
  const nextCursor = encodeCursor(scan.last)
  linkNext(request, reply, nextCursor)
  return { rows, nextCursor }
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
