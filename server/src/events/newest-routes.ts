import Type from 'typebox'
import { invalid } from '../errors.ts'
import { pageQuery } from '../http/page-query.ts'
import { PAGE_ROWS_DEFAULT, linkNext } from '../http/pages.ts'
import type { App } from '../http/route.ts'
import { Choice, IntegerInput, Nullable, TimeInput, parseOptionalTime } from '../http/schemas.ts'
import { EVENT_ID_PATTERN } from '../ids.ts'
import { EVENT_TYPES, eventFields, eventView } from './event-schemas.ts'
import { readNewest } from './newest.ts'
import { EVENT_STATES } from './state.ts'

const NewestQuery = Type.Object({
  ...pageQuery,
  type: Type.Optional(Choice(EVENT_TYPES)),
  state: Type.Optional(Choice(EVENT_STATES)),
  delivery_id: Type.Optional(IntegerInput(1, Number.MAX_SAFE_INTEGER)),
  created_after: Type.Optional(TimeInput),
  created_before: Type.Optional(TimeInput),
})

const DESCRIPTION = `For people, newest first. A receiver that must miss nothing reads \`GET /api/v1/webhook_events\`. With the
filter \`type\` or \`state\`, a search reads a bounded number of events. A page may then have fewer rows than \`limit\`, or none.
More may follow until \`next_cursor\` is null.`

/** The id in a cursor, or null if it is not valid. The cursor of a list is opaque for callers, like every other. */
function decodeCursor(cursor: string): string | null {
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  return EVENT_ID_PATTERN.test(id) && encodeCursor(id) === cursor ? id : null
}

function encodeCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

/** The list of events for the dashboard. */
export function newestRoutes(app: App): void {
  app.get(
    '/api/v1/webhook_events/newest',
    {
      schema: {
        tags: ['Webhook events'],
        summary: 'List the newest events, newest first',
        description: DESCRIPTION,
        querystring: NewestQuery,
        response: {
          200: Type.Object({
            webhook_events: Type.Array(Type.Object(eventFields)),
            next_cursor: Nullable(Type.String()),
          }),
        },
      },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const {
        limit = PAGE_ROWS_DEFAULT,
        cursor,
        type = null,
        state = null,
        delivery_id: deliveryId = null,
      } = request.query
      const afterId = cursor === undefined ? null : decodeCursor(cursor)
      if (cursor !== undefined && afterId === null) throw invalid({ cursor: ['is not a cursor of this list'] })
      const createdAfter = parseOptionalTime(request.query.created_after)
      const createdBefore = parseOptionalTime(request.query.created_before)
      const filters = { type, state, deliveryId, createdAfter, createdBefore }
      const { events, nextId } = await readNewest(request.pool, { bucket, accountId, afterId, limit, ...filters })
      const nextCursor = nextId === null ? null : encodeCursor(nextId)
      if (nextCursor !== null) linkNext(request, reply, nextCursor)
      return { webhook_events: events.map(eventView), next_cursor: nextCursor }
    },
  )
}
