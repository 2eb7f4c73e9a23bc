import Type from 'typebox'
import { isoTime } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { pageQuery } from '../http/page-query.ts'
import { pageOf, readPage } from '../http/pages.ts'
import type { App } from '../http/route.ts'
import { IdParams, IntegerInput, Nullable } from '../http/schemas.ts'
import { findTemplate, listVersions } from './queries.ts'
import type { VersionRow } from './queries.ts'
import { TemplateOutput } from './template.ts'

/** Fewer than on other lists, because each version may have as much text as a request's body. */
const PAGE_VERSIONS_MAX = 20
export const PAGE_VERSIONS_DEFAULT = 10

const { version, subject, body, body_format, channels, locales, created_at } = TemplateOutput.properties
const VersionOutput = Type.Object({ version, subject, body, body_format, channels, locales, created_at })

/** The query of lists of versions. */
export const VersionsQuery = Type.Object({
  ...pageQuery,
  limit: Type.Optional(
    IntegerInput(1, PAGE_VERSIONS_MAX, {
      default: PAGE_VERSIONS_DEFAULT,
      description: 'Maximum number of rows in a page',
    }),
  ),
})

/** Lists the versions of a template. To restore one, write its texts with PATCH. */
export function templateVersionRoutes(app: App): void {
  app.get(
    '/api/v1/message_templates/:id/versions',
    {
      schema: {
        tags: ['Message templates'],
        summary: 'List the versions of a template with their texts, newest first',
        description: 'Each version shows its channels of that time. Some may be deleted now.',
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
      const [template] = await findTemplate(pool, bucket, accountId, id)
      if (template === undefined) throw new ApiError('not_found')
      const page = readPage({ limit, cursor })
      const found = await listVersions(pool, bucket, accountId, id, page.after?.id ?? null, limit + 1)
      const keyOf = (row: VersionRow) => ({ createdAt: row.created_at, id: row.version })
      const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
      return {
        versions: rows.map((row) => ({ ...row, created_at: isoTime(row.created_at) })),
        next_cursor: nextCursor,
      }
    },
  )
}
