/** Routes that list an account's rows in pages, newest first. */
import Type from 'typebox'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { FastifyRequest } from 'fastify'
import { pageQuery, pageOf, pageValues, readPage } from './pages.ts'
import type { BoundedRow } from './pages.ts'
import type { App, Caller } from './route.ts'
import { Nullable } from './schemas.ts'

interface ListRoute<Row, Item extends TSchema, Filters extends TProperties, Params extends TProperties> {
  /** The response has the items under the last segment: `/api/v1/members` gives `members`. */
  path: string
  tags: string[]
  summary: string
  params?: TObject<Params>
  /** Query parameters beside those of every list. */
  filters?: Filters
  item: Item
  /** Reads the rows of a page. The statement ends in `withinBytes`, and `page` has its last parameters. */
  read(
    request: Pick<FastifyRequest, 'pool' | 'directory' | 'caller'> & {
      params: Static<TObject<Params>>
      query: Static<TObject<Filters>>
    },
    page: ReturnType<typeof pageValues>,
  ): Promise<(Row & BoundedRow)[]>
  view(row: Row, caller: Caller): Static<Item>
}

/**
 * Adds a route with the response `{ <items>: [...], next_cursor }`. 422 if the cursor is not valid. Errors of `read`
 * pass through.
 */
export function listRoute<
  Row extends { id: number; createdAt: number },
  Item extends TSchema,
  Filters extends TProperties = {},
  Params extends TProperties = {},
>(app: App, route: ListRoute<Row, Item, Filters, Params>): void {
  const { path, tags, summary, params, filters, item, read, view } = route
  const name = path.slice(path.lastIndexOf('/') + 1)
  const response: TSchema = Type.Object({ [name]: Type.Array(item), next_cursor: Nullable(Type.String()) })
  const querystring = Type.Object({ ...pageQuery, ...filters })
  app.get(
    path,
    { schema: { tags, summary, ...(params && { params }), querystring, response: { 200: response } } },
    async (request, reply) => {
      const page = readPage(request.query)
      // The route's schema guarantees these types.
      const asked = request as unknown as Parameters<typeof read>[0]
      const found = await read(asked, pageValues(page))
      const keyOf = (row: Row) => ({ createdAt: row.createdAt, id: row.id })
      const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
      return { [name]: rows.map((row) => view(row, request.caller)), next_cursor: nextCursor }
    },
  )
}
