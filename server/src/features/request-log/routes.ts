import Type from 'typebox'
import { nameActors } from '../../core/accounts/audit.ts'
import { refusalOf } from '../../core/accounts/roles.ts'
import { isoTime } from '../../platform/clock.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, parseOptionalTime, TimeInput } from '../../platform/http/schemas.ts'
import { listFailedRequests, listRequests, listRequestsWithId, REQUEST_DAYS } from './queries.ts'
import { RequestOutput, requestView } from './request.ts'

/** The route of the log of requests. */
export function requestRoutes(app: App): void {
  listRoute(app, {
    path: '/api/v1/requests',
    tags: ['Requests'],
    summary: `List the changes and refused requests of the last ${REQUEST_DAYS} days, newest first`,
    filters: {
      request_id: Type.Optional(
        Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', examples: ['req_4fzq1tUR8jXvT0aMwk2d'] }),
      ),
      result: Type.Optional(Choice(['failed'], { description: 'Only requests with an error' })),
      created_after: Type.Optional(TimeInput),
      created_before: Type.Optional(TimeInput),
    },
    item: RequestOutput,
    async read({ pool, directory, caller, query }, page) {
      const { bucket, accountId } = caller
      const after = isoTime(parseOptionalTime(query.created_after)) ?? '-infinity'
      const before = isoTime(parseOptionalTime(query.created_before)) ?? 'infinity'
      const values = [bucket, accountId, ...page, after, before] as const
      const isFailed = query.result === 'failed'
      const list = isFailed ? listFailedRequests : listRequests
      const rows =
        query.request_id === undefined
          ? await list(pool, ...values)
          : await listRequestsWithId(pool, ...values, query.request_id, isFailed)
      const mayName = refusalOf(caller.role, 'account', 'GET') === null
      const names = mayName ? await nameActors(directory ?? pool, caller, rows) : new Map<string, string>()
      return rows.map((row) => ({ ...row, actor_name: names.get(row.actor) ?? null }))
    },
    view: requestView,
  })
}
