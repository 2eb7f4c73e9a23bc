import Type from 'typebox'
import { nameActors } from '../../core/accounts/audit.ts'
import { refusalOf } from '../../core/accounts/roles.ts'
import { isoTime } from '../../platform/clock.ts'
import { pageQuery, readPage, scannedPageOf } from '../../platform/http/pages.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, IntegerInput, Nullable, parseOptionalTime, TimeInput } from '../../platform/http/schemas.ts'
import { listRequests, REQUEST_DAYS } from './queries.ts'
import type { RequestRow } from './queries.ts'
import { RequestOutput, requestView } from './request.ts'

const METHODS = ['POST', 'PATCH', 'PUT', 'DELETE', 'GET'] as const

const ListQuery = Type.Object({
  ...pageQuery,
  request_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', examples: ['req_4fzq1tUR8jXvT0aMwk2d'] })),
  result: Type.Optional(Choice(['failed'], { description: 'Only requests with an error' })),
  method: Type.Optional(Choice(METHODS)),
  path: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9/:_-]{1,100}$', description: 'A part of the path', examples: ['/messages'] }),
  ),
  status: Type.Optional(IntegerInput(100, 599, { description: 'The status of the response' })),
  actor: Type.Optional(Type.String({ pattern: '^[a-z_]{1,20}:[0-9]{1,16}$', examples: ['api_key:12'] })),
  created_after: Type.Optional(TimeInput),
  created_before: Type.Optional(TimeInput),
})

const LIST_DESCRIPTION = `With the filters \`method\`, \`path\`, \`status\` or \`actor\`, a search reads a bounded number of requests. A page may
then have fewer rows than \`limit\`, or none. More may follow until \`next_cursor\` is null.`

const keyOf = ({ createdAt, id }: RequestRow) => ({ createdAt, id })

/** The route of the log of requests. */
export function requestRoutes(app: App): void {
  app.get(
    '/api/v1/requests',
    {
      schema: {
        tags: ['Requests'],
        summary: `List the changes and refused requests of the last ${REQUEST_DAYS} days, newest first`,
        description: LIST_DESCRIPTION,
        querystring: ListQuery,
        response: { 200: Type.Object({ requests: Type.Array(RequestOutput), next_cursor: Nullable(Type.String()) }) },
      },
    },
    async (request, reply) => {
      const { pool, directory, caller, query } = request
      const page = readPage(query)
      const { requests, scan } = await listRequests(pool, caller, page, {
        requestId: query.request_id ?? null,
        isFailed: query.result === 'failed',
        method: query.method ?? null,
        path: query.path ?? null,
        status: query.status ?? null,
        actor: query.actor ?? null,
        after: isoTime(parseOptionalTime(query.created_after)),
        before: isoTime(parseOptionalTime(query.created_before)),
      })
      const { rows, nextCursor } = scannedPageOf(request, reply, page, requests, keyOf, scan)
      const mayName = refusalOf(caller.role, 'account', 'GET') === null
      const names = mayName ? await nameActors(directory ?? pool, caller, rows) : new Map<string, string>()
      const view = (row: RequestRow) => requestView(row, names.get(row.actor) ?? null)
      return { requests: rows.map(view), next_cursor: nextCursor }
    },
  )
}
