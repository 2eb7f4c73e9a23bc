import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { pageQuery, PAGE_ROWS_DEFAULT, linkNext } from '../../platform/http/pages.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, IntegerInput, Nullable, Time, TimeInput, parseTime } from '../../platform/http/schemas.ts'
import { countRoutes } from './count-routes.ts'
import { EVENT_TYPES, EventId, eventFields, eventView } from './event-schemas.ts'
import { requestHeaders } from './event.ts'
import { FEED_START } from './feed-position.ts'
import { findEvent } from './feed-queries.ts'
import type { EventAttemptRow } from './feed-queries.ts'
import { decodePosition, encodePosition, readFeed } from './feed.ts'
import { liveRoutes } from './live-routes.ts'
import { newestRoutes } from './newest-routes.ts'
import type { NewestDependencies } from './newest-routes.ts'
import { EVENT_STATES } from './state.ts'

/** About a dozen series of 8 attempts. */
const ATTEMPTS_SHOWN_MAX = 100

const EventAttempt = Type.Object({
  event_id: EventId,
  event_type: Type.String(),
  attempt_number: Type.Integer(),
  succeeded: Type.Boolean(),
  response_code: Nullable(Type.Integer()),
  error_message: Nullable(Type.String()),
  error_code: Nullable(
    Type.String({
      description: 'The code of Node or OpenSSL if `error_message` is `tls_error`',
      examples: ['CERT_HAS_EXPIRED'],
    }),
  ),
  duration_ms: Type.Integer(),
  created_at: Time,
  url: Nullable(
    Type.String({
      description: "The endpoint's URL at the time of the attempt. null if an older version recorded the attempt",
      examples: ['https://example.com/webhooks'],
    }),
  ),
  response_head: Nullable(
    Type.String({
      description: 'The first 1 KiB of the response body. Stored only for receivers with public addresses',
    }),
  ),
  posted_again: Type.Boolean({
    description:
      'true if the event was POSTed twice in this attempt, because a reused connection was closed without a response',
  }),
  request_headers: Nullable(
    Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description:
        'The headers as sent, in their order, without Host, Content-Length and traceparent. null: no connection was made, so nothing was sent',
    }),
  ),
})

const ShownEvent = Type.Object({
  ...eventFields,
  state_reason: Nullable(
    Type.String({ description: 'The reason if the event was skipped or dropped', examples: ['endpoint_paused'] }),
  ),
  body: Type.String({ description: 'The exact text of the body, sent and signed in every attempt' }),
  attempts: Type.Array(EventAttempt, { description: 'Newest first' }),
})

const FeedQuery = Type.Object({
  limit: pageQuery.limit,
  after: Type.Optional(Type.String({ maxLength: 200, description: 'The next_cursor of the previous page' })),
  since: Type.Optional({
    ...TimeInput,
    description: 'Without `after`: the first page has no event from before this time',
  }),
  type: Type.Optional(Choice(EVENT_TYPES)),
  delivery_id: Type.Optional(IntegerInput(1, Number.MAX_SAFE_INTEGER)),
  state: Type.Optional(Choice(EVENT_STATES)),
})

const FEED_DESCRIPTION = `Every event of the account, oldest first. New events always come after your cursor, so you miss
none. The last page has a \`next_cursor\` too: use it later to read new events. With the filter \`type\` or \`state\`, a search
reads a bounded number of events. A page may then have fewer rows than \`limit\`, or none. If more events follow, the
response has the header \`Link\` with \`rel="next"\`. After a restore of the service's database, some events may come
again: drop repeated events by \`id\`.`

function attemptView({ signature, ...attempt }: EventAttemptRow) {
  const { event_id: id, event_type: type, created_at: createdAt } = attempt
  const headers = signature === null ? null : Object.entries(requestHeaders(id, type, signature))
  return {
    ...attempt,
    created_at: isoTime(createdAt),
    request_headers: headers === null ? null : headers.map(([name, value]) => ({ name, value })),
  }
}

/** The event feed, for receivers that missed events (docs/events.md). */
export function eventRoutes(app: App, context: Pick<Context, 'log'> & NewestDependencies): void {
  const tags = ['Webhook events']
  countRoutes(app, context)
  liveRoutes(app, context)
  newestRoutes(app, context)

  app.get(
    '/api/v1/webhook_events',
    {
      schema: {
        tags,
        summary: 'List the events, oldest first, without gaps',
        description: FEED_DESCRIPTION,
        querystring: FeedQuery,
        response: {
          200: Type.Object({ webhook_events: Type.Array(Type.Object(eventFields)), next_cursor: Type.String() }),
        },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const {
        limit = PAGE_ROWS_DEFAULT,
        after: cursor,
        type = null,
        state = null,
        delivery_id: deliveryId = null,
        since,
      } = request.query
      // Later events have higher ids.
      const start = since === undefined ? FEED_START : { ...FEED_START, fromMs: Math.max(0, parseTime(since)!) }
      const after = cursor === undefined ? start : decodePosition(cursor)
      if (after === null) throw invalid({ after: ['is not a cursor of this list'] })
      const page = await readFeed(pool, { bucket, accountId, after, limit, type, state, deliveryId })
      const nextCursor = encodePosition(page.next)
      if (page.more) linkNext(request, reply, nextCursor, 'after')
      return { webhook_events: page.events.map(eventView), next_cursor: nextCursor }
    },
  )

  app.get(
    '/api/v1/webhook_events/:id',
    {
      schema: {
        tags,
        summary: 'Show an event with its body and its attempts',
        params: Type.Object({ id: EventId }),
        response: { 200: Type.Object({ webhook_event: ShownEvent }) },
      },
    },
    async ({ pool, caller, params }) => {
      const [row] = await findEvent(pool, caller.bucket, caller.accountId, params.id, ATTEMPTS_SHOWN_MAX)
      if (row === undefined) throw new ApiError('not_found')
      return {
        webhook_event: {
          ...eventView(row),
          state_reason: row.stateReason,
          body: row.body,
          attempts: row.attempts.map(attemptView),
        },
      }
    },
  )
}
