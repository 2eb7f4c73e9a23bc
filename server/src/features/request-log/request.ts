/** The log of requests: which requests are in it, and what a row says. This file is pure. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { Id, Nullable, OpenObject, Time } from '../../platform/http/schemas.ts'
import type { RequestRow } from './queries.ts'

/** Characters of the field errors, and of the ids of new objects. Longer ones are left out. */
const DETAILS_CHARACTERS_MAX = 2000

export const RequestOutput = Type.Object({
  id: Id,
  request_id: Type.String({
    description: 'The header X-Request-Id of the response. A caller may choose it, so it may repeat',
    examples: ['req_4fzq1tUR8jXvT0aMwk2d'],
  }),
  at: Time,
  actor: Type.String({ examples: ['api_key:12'] }),
  actor_name: Nullable(
    Type.String({
      description:
        'The name of the member or key. null: the member was removed, or your role may not read the audit log',
    }),
  ),
  method: Type.String({ examples: ['POST'] }),
  path: Type.String({
    description: 'The path with its numbers. Other values have the name of their parameter: they may be personal data',
    examples: ['/api/v1/messages'],
  }),
  status: Type.Integer({ examples: [422] }),
  duration_ms: Type.Integer(),
  code: Nullable(Type.String({ description: 'The code of the error', examples: ['invalid'] })),
  errors: Nullable({
    ...OpenObject,
    description: 'The errors by field, as in the response. A name that the operation does not know is (unknown)',
  }),
  made: Nullable({ ...OpenObject, description: 'The ids of new messages', examples: [{ message_id: 42 }] }),
})

/** A request to be stored. */
export interface LoggedRequest {
  bucket: number
  accountId: number
  requestId: string
  actor: string
  method: string
  path: string
  status: number
  durationMs: number
  code: string | null
  /** JSON, or null. */
  errors: string | null
  made: string | null
  /** ms since the epoch */
  at: number
}

export function requestView(row: RequestRow, actorName: string | null): Static<typeof RequestOutput> {
  const { id, actor, method, path, status, code, errors, made } = row
  return {
    id,
    request_id: row.requestId,
    at: isoTime(row.createdAt),
    ...{ actor, actor_name: actorName, method, path, status },
    duration_ms: row.durationMs,
    ...{ code, errors, made },
  }
}

/** Changes and refused requests are in the log. Successful reads and previews change nothing, and the dashboard makes many. */
export function isInLog(method: string, route: string, status: number): boolean {
  return status >= 400 || !(['GET', 'HEAD', 'OPTIONS'].includes(method) || route.endsWith('/preview'))
}

/** `/api/v1/messages/:id` with `{ id: 12 }` is `/api/v1/messages/12`. Texts stay out, because they may be personal data. */
export function pathOf(route: string, params: Readonly<Record<string, unknown>>): string {
  return route.replaceAll(/:(\w+)/g, (whole, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? String(value) : whole
  })
}

/** JSON writes NUL and halves of surrogate pairs so, and PostgreSQL cannot store them. Errors may quote them. */
const UNSTORABLE = /\\(\\|u0000|ud[89a-f][\da-f]{2})/g

/** JSON of details, or null if there are none or too many. */
export function bounded(value: object | null | undefined): string | null {
  if (value === null || value === undefined) return null
  const text = JSON.stringify(value).replaceAll(UNSTORABLE, (escape, which) => (which === '\\' ? escape : '\ufffd'))
  return text.length > DETAILS_CHARACTERS_MAX ? null : text
}
