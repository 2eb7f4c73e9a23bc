import Type from 'typebox'
import type { TProperties, TSchema } from 'typebox'
import { isoTime } from '../clock.ts'
import type { AccountPool } from '../db/pool.ts'
import { ApiError } from '../errors.ts'
import { pageQuery, pageOf, readPage } from './pages.ts'
import type { BoundedRow } from './pages.ts'
import type { App } from './route.ts'
import { IdParams, IntegerInput, Nullable } from './schemas.ts'

/** Fewer than on other lists, because each version may have as much text as a request's body. */
const PAGE_VERSIONS_MAX = 20
const PAGE_VERSIONS_DEFAULT = 10

const VersionsQuery = Type.Object({
  ...pageQuery,
  limit: Type.Optional(
    IntegerInput(1, PAGE_VERSIONS_MAX, {
      default: PAGE_VERSIONS_DEFAULT,
      description: 'Maximum number of rows in a page',
    }),
  ),
})

interface VersionList<Row> {
  /** The path of the list, with `:id`. */
  path: string
  tags: string[]
  summary: string
  description?: string
  /** The fields of a version. */
  item: TProperties
  /** Reads the object itself. No row: it does not exist. */
  find: (pool: AccountPool, bucket: number, accountId: number, id: number) => Promise<unknown[]>
  /** Reads versions below `beforeVersion`, newest first. */
  list: (
    pool: AccountPool,
    bucket: number,
    accountId: number,
    id: number,
    beforeVersion: number | null,
    rows: number,
  ) => Promise<Row[]>
  /** The texts of a version in the response. */
  textsOf: (row: Row) => object
}

/** Lists the versions of an object with their texts. To restore one, write its texts with PATCH. */
export function versionsRoute<Row extends BoundedRow & { version: number; createdAt: number }>(
  app: App,
  { path, item, find, list, textsOf, ...about }: VersionList<Row>,
): void {
  const versions = Type.Array(Type.Object(item))
  const response: TSchema = Type.Object({ versions, next_cursor: Nullable(Type.String()) })
  app.get(
    path,
    {
      schema: {
        ...about,
        params: IdParams,
        querystring: VersionsQuery,
        response: { 200: response },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id } = request.params
      const { limit = PAGE_VERSIONS_DEFAULT, cursor } = request.query
      const [existing] = await find(pool, bucket, accountId, id)
      if (existing === undefined) throw new ApiError('not_found')
      const page = readPage({ limit, cursor })
      const found = await list(pool, bucket, accountId, id, page.after?.id ?? null, limit + 1)
      const keyOf = (row: Row) => ({ createdAt: row.createdAt, id: row.version })
      const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
      return {
        versions: rows.map((row) => ({
          version: row.version,
          ...textsOf(row),
          created_at: isoTime(row.createdAt),
        })),
        next_cursor: nextCursor,
      }
    },
  )
}
