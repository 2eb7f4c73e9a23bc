import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { Context } from '../../platform/context.ts'
import type { AccountPool } from '../../platform/db/pool.ts'
import { invalid } from '../../platform/errors.ts'
import { pageQuery, PAGE_ROWS_DEFAULT, linkNext } from '../../platform/http/pages.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { Choice, IntegerInput, Nullable, TimeInput, parseOptionalTime } from '../../platform/http/schemas.ts'
import { EVENT_ID_PATTERN } from '../../platform/ids.ts'
import { decodePosition, encodePosition, readNewestOfRecipient } from './newest-of-recipient.ts'
import { EVENT_TYPES, eventFields, eventView } from './event-schemas.ts'
import type { EventRow } from './feed-queries.ts'
import { readNewest } from './newest.ts'
import { EVENT_STATES } from './state.ts'

/** To find the recipient of an event, the service reads about ten pages of the database. */
const EXPANDED_ROWS_MAX = 20

const NewestQuery = Type.Object({
  ...pageQuery,
  type: Type.Optional(Choice(EVENT_TYPES)),
  state: Type.Optional(Choice(EVENT_STATES)),
  delivery_id: Type.Optional(IntegerInput(1, Number.MAX_SAFE_INTEGER)),
  notification_user_id: Type.Optional(
    IntegerInput(1, Number.MAX_SAFE_INTEGER, {
      description: 'Events of the deliveries to this recipient, in the order of the deliveries. Not with `delivery_id`',
    }),
  ),
  created_after: Type.Optional(TimeInput),
  created_before: Type.Optional(TimeInput),
  expand: Type.Optional(
    Choice(['notification_user'], {
      description: `Adds the recipient to each event. A page then has at most ${EXPANDED_ROWS_MAX} events`,
    }),
  ),
})

const DESCRIPTION = `For people, newest first. A receiver that must miss nothing reads \`GET /api/v1/webhook_events\`. With the
filter \`type\` or \`state\`, a search reads a bounded number of events, and with \`notification_user_id\` the events of a bounded number of
deliveries. A page may then have fewer rows than \`limit\`, or none. More may follow until \`next_cursor\` is null.`

/** The id in a cursor, or null if it is not valid. The cursor of a list is opaque for callers, like every other. */
function decodeCursor(cursor: string): string | null {
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  return EVENT_ID_PATTERN.test(id) && encodeCursor(id) === cursor ? id : null
}

function encodeCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

type Query = Static<typeof NewestQuery>

/** The place in the cursor of the query, null without one. Throws 422 if `decode` returns null. */
function positionIn<Position>({ cursor }: Query, decode: (cursor: string) => Position | null): Position | null {
  const place = cursor === undefined ? null : decode(cursor)
  if (cursor !== undefined && place === null) throw invalid({ cursor: ['is not a cursor of this list'] })
  return place
}

/** The recipients of events, from a room above. */
export interface RecipientsOfEvents {
  output: TSchema
  /** Returns the recipient of an event, or null if the event is about none. */
  find(
    pool: AccountPool,
    account: { bucket: number; accountId: number },
    eventIds: readonly string[],
  ): Promise<(eventId: string) => unknown>
}

export interface NewestDependencies extends Pick<Context, 'clock'> {
  /** Returns the id. Throws 422 if no recipient of the account has it. */
  requireRecipient(pool: AccountPool, account: { bucket: number; accountId: number }, id: number): Promise<number>
  recipients: RecipientsOfEvents
}

/** The page of the query, and the cursor of the next page or null. */
async function readPage(
  pool: AccountPool,
  { bucket, accountId }: Caller,
  query: Query,
  { requireRecipient }: NewestDependencies,
): Promise<{ events: EventRow[]; nextCursor: string | null }> {
  const { type = null, state = null, expand } = query
  const limit = Math.min(query.limit ?? PAGE_ROWS_DEFAULT, expand === undefined ? Infinity : EXPANDED_ROWS_MAX)
  const { delivery_id: deliveryId = null } = query
  const createdAfter = parseOptionalTime(query.created_after)
  const createdBefore = parseOptionalTime(query.created_before)
  const common = { bucket, accountId, limit, type, state, createdAfter, createdBefore }
  const { notification_user_id: given } = query
  if (given === undefined) {
    const afterId = positionIn(query, decodeCursor)
    const { events, nextId } = await readNewest(pool, { ...common, deliveryId, afterId })
    return { events, nextCursor: nextId === null ? null : encodeCursor(nextId) }
  }
  if (deliveryId !== null) throw invalid({ notification_user_id: ['cannot be combined with delivery_id'] })
  const after = positionIn(query, decodePosition)
  const recipientId = await requireRecipient(pool, { bucket, accountId }, given)
  const { events, next } = await readNewestOfRecipient(pool, { ...common, recipientId, after })
  return { events, nextCursor: next === null ? null : encodePosition(next) }
}

/** The list of events for the dashboard. */
export function newestRoutes(app: App, dependencies: NewestDependencies): void {
  const { recipients } = dependencies
  const recipient = Type.Optional(
    Type.Unsafe<unknown>({
      anyOf: [recipients.output, { type: 'null' }],
      description: 'Only with `expand=notification_user`. null: the event is about no recipient, or was removed',
    }),
  )
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
            webhook_events: Type.Array(Type.Object({ ...eventFields, notification_user: recipient })),
            next_cursor: Nullable(Type.String()),
          }),
        },
      },
    },
    async (request, reply) => {
      const { pool, caller, query } = request
      const { events, nextCursor } = await readPage(pool, caller, query, dependencies)
      if (nextCursor !== null) linkNext(request, reply, nextCursor)
      if (query.expand === undefined) return { webhook_events: events.map(eventView), next_cursor: nextCursor }
      const ids = events.map(({ id }) => id)
      const recipientOf = await recipients.find(pool, caller, ids)
      const expanded = events.map((event) => ({ ...eventView(event), notification_user: recipientOf(event.id) }))
      return { webhook_events: expanded, next_cursor: nextCursor }
    },
  )
}
