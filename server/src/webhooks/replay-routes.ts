import Type from 'typebox'
import { EVENT_TYPES, EventId } from '../events/event-schemas.ts'
import { EVENT_STATES } from '../events/state.ts'
import { plainBody, readBody } from '../http/body.ts'
import type { App } from '../http/route.ts'
import { Choice, IdParams, TimeInput, parseTime } from '../http/schemas.ts'
import type { EndpointChanges } from './endpoint-changes.ts'
import { tags } from './endpoint-schemas.ts'
import { REPLAYED_EVENTS_MAX } from './replay.ts'
import type { Replays } from './replay.ts'

const replayBody = plainBody(
  Type.Object({
    since: TimeInput,
    until: Type.Optional(TimeInput),
    states: Type.Optional(Type.Array(Choice(EVENT_STATES), { minItems: 1, maxItems: EVENT_STATES.length })),
    types: Type.Optional(Type.Array(Choice(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length })),
  }),
)

const REPLAY_DESCRIPTION = `Queues the account's events from \`since\` to before \`until\` (absent: all that is stored) for
a fresh series of attempts, the oldest first, with the same id and body. Without \`states\` it takes those that are
\`failed\` or \`skipped\`, also those emitted without an endpoint; pending ones are left alone. One call takes at most
${REPLAYED_EVENTS_MAX.toLocaleString('en')}: if the count is that, call again.`

/** Sending events again (decisions: events). */
export function replayRoutes(app: App, changes: EndpointChanges, replays: Replays): void {
  app.post(
    '/api/v1/webhook_events/:id/resend',
    {
      schema: {
        tags: ['Webhook events'],
        summary: 'Send an event again; the result is in its attempts',
        params: Type.Object({ id: EventId }),
        response: { 202: Type.Object({ event_id: EventId }) },
      },
    },
    async (request, reply) => {
      await replays.resend(request, request.params.id)
      return reply.code(202).send({ event_id: request.params.id })
    },
  )

  app.post(
    '/api/v1/webhook_endpoints/:id/replay',
    {
      schema: {
        tags,
        summary: 'Send events again that the receiver did not get',
        description: REPLAY_DESCRIPTION,
        params: IdParams,
        body: replayBody.document,
        response: { 202: Type.Object({ count: Type.Integer({ description: 'Events queued' }) }) },
      },
    },
    async (request, reply) => {
      const endpoint = await changes.find(request.caller, request.params.id)
      const { since, until, states = ['failed', 'skipped'], types = null } = readBody(request, replayBody)
      // The schema has judged both times.
      const sinceMs = parseTime(since)!
      const untilMs = until === undefined ? null : parseTime(until)
      const count = await replays.replay(request, endpoint, { sinceMs, untilMs, states, types })
      return reply.code(202).send({ count })
    },
  )
}
