import Type from 'typebox'
import { isoTime } from '../../clock.ts'
import { ApiError } from '../../errors.ts'
import { pageOf, readPage } from '../../http/pages.ts'
import type { App } from '../../http/route.ts'
import { IdParams, Nullable } from '../../http/schemas.ts'
import { PAGE_VERSIONS_DEFAULT, VersionsQuery } from '../version-routes.ts'
import { findPartial, listPartialVersions } from './queries.ts'
import type { PartialVersionRow } from './queries.ts'
import { PartialOutput } from './partial.ts'

const { version, text, created_at } = PartialOutput.properties
const VersionOutput = Type.Object({ version, text, created_at })

/** Lists the versions of a partial. To restore one, write its text with PATCH. */
export function partialVersionRoutes(app: App): void {
  app.get(
    '/api/v1/partials/:id/versions',
    {
      schema: {
        tags: ['Message templates'],
        summary: 'List the versions of a partial with their texts, newest first',
        params: IdParams,
        querystring: VersionsQuery,
        response: { 200: Type.Object({ versions: Type.Array(VersionOutput), next_cursor: Nullable(Type.String()) }) },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id } = request.params
      const { limit = PAGE_VERSIONS_DEFAULT, cursor } = request.query
      const [partial] = await findPartial(pool, bucket, accountId, id)
      if (partial === undefined) throw new ApiError('not_found')
      const page = readPage({ limit, cursor })
      const found = await listPartialVersions(pool, bucket, accountId, id, page.after?.id ?? null, limit + 1)
      const keyOf = (row: PartialVersionRow) => ({ createdAt: row.created_at, id: row.version })
      const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
      return {
        versions: rows.map((row) => ({ ...row, created_at: isoTime(row.created_at) })),
        next_cursor: nextCursor,
      }
    },
  )
}
