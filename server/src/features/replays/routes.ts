import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { ApiError } from '../../platform/errors.ts'
import { EVENT_TYPES, EventId } from '../../core/events/event-schemas.ts'
import { EVENT_STATES } from '../../core/events/state.ts'
import { eitherBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { RawRequest } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import {
  Choice,
  Id,
  IdParams,
  Nullable,
  Time,
  TimeInput,
  parseOptionalTime,
  parseTime,
} from '../../platform/http/schemas.ts'
import { endpointStatus } from '../../core/webhooks/endpoints/endpoint.ts'
import type { Endpoint } from '../../core/webhooks/endpoints/endpoint.ts'
import type { EndpointChanges } from '../../core/webhooks/endpoints/changes.ts'
import { tags } from '../../core/webhooks/endpoints/schemas.ts'
import { REPLAYED_EVENTS_MAX, REPLAYS_KEPT_MAX } from './replay.ts'
import type { ReplayRequest, Replays } from './replay.ts'
import { findReplay, listReplays } from './queries.ts'
import type { ReplayRow } from './queries.ts'

const replayBody = eitherBody(
  'webhook_endpoint',
  Type.Object({
    since: Type.String({
      ...TimeInput,
      description: 'At most one day less than the retention of events: 29 days ago by default',
    }),
    until: Type.Optional(TimeInput),
    states: Type.Optional(Type.Array(Choice(EVENT_STATES), { minItems: 1, maxItems: EVENT_STATES.length })),
    types: Type.Optional(Type.Array(Choice(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length })),
  }),
  { mayBeEmpty: true },
)

const REPLAY_DESCRIPTION = `Sends the account's stored events from \`since\` up to, but not including, \`until\` again, oldest
first, with the same id and body. Each event gets a new series of attempts. Without \`until\` there is no upper limit.
Without \`states\`, the replay includes \`failed\` and \`skipped\` events, also events emitted without an endpoint. Pending
events are not touched. Events are queued in small steps, as fast as the receiver takes them, so new events do not wait.
The replay shows its progress. While the endpoint is paused or disabled, the replay is held. One call includes at most
${REPLAYED_EVENTS_MAX.toLocaleString('en')} events: if the count reaches this number, call again after the replay has finished.`

const REPLAY_STATUSES = ['running', 'held', 'finished', 'canceled'] as const

const Replay = Type.Object({
  id: Id,
  status: Choice(REPLAY_STATUSES, {
    description:
      'held: the endpoint is paused or disabled. The replay continues by itself when the endpoint is active again',
  }),
  since: Time,
  until: Nullable(Time),
  states: Type.Array(Choice(EVENT_STATES)),
  types: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: Choice(EVENT_TYPES) }),
  total: Type.Integer({ description: 'The number of events found when the replay was started' }),
  done: Type.Integer({
    description: 'Events queued so far. It may end below the total, if some events were sent again in the meantime',
  }),
  created_at: Time,
  finished_at: Nullable(Time),
})

const ReplayResponse = Type.Object({ replay: Replay })

const ReplayParams = Type.Object({ id: Id, replay_id: Id })

function statusOf(replay: ReplayRow, endpoint: Endpoint): (typeof REPLAY_STATUSES)[number] {
  if (replay.canceled) return 'canceled'
  if (replay.finishedAt !== null) return 'finished'
  return endpointStatus(endpoint) === 'active' ? 'running' : 'held'
}

function replayView(replay: ReplayRow, endpoint: Endpoint) {
  return {
    id: replay.id,
    status: statusOf(replay, endpoint),
    since: isoTime(replay.since),
    until: isoTime(replay.until),
    states: replay.states,
    types: replay.types,
    total: replay.total,
    done: replay.done,
    created_at: isoTime(replay.createdAt),
    finished_at: isoTime(replay.finishedAt),
  }
}

/** Routes to send events again (docs/events.md). */
export function replayRoutes(app: App, changes: EndpointChanges, replays: Replays): void {
  askRoutes(app, changes, replays)

  listRoute(app, {
    path: '/api/v1/webhook_endpoints/:id/replays',
    tags,
    summary: `List the last ${REPLAYS_KEPT_MAX} replays, newest first`,
    params: IdParams,
    item: Replay,
    async read({ pool, caller, params }, page) {
      const endpoint = await changes.find(pool, caller, params.id)
      const rows = await listReplays(pool, caller.bucket, caller.accountId, ...page, endpoint.id)
      return rows.map((row) => ({ ...row, endpoint }))
    },
    view: (row) => replayView(row, row.endpoint),
  })

  app.get(
    '/api/v1/webhook_endpoints/:id/replays/:replay_id',
    {
      schema: {
        tags,
        summary: 'Show the progress of a replay',
        params: ReplayParams,
        response: { 200: ReplayResponse },
      },
    },
    async ({ pool, caller, params }) => {
      const endpoint = await changes.find(pool, caller, params.id)
      const { bucket, accountId, id } = endpoint
      const [replay] = await findReplay(pool, bucket, accountId, id, params.replay_id)
      if (replay === undefined) throw new ApiError('not_found')
      return { replay: replayView(replay, endpoint) }
    },
  )

  app.post(
    '/api/v1/webhook_endpoints/:id/replays/:replay_id/cancel',
    {
      schema: {
        tags,
        summary: 'Cancel a replay; queued events stay queued',
        params: ReplayParams,
        response: { 200: ReplayResponse },
      },
    },
    async (request) => {
      const { pool } = request
      const endpoint = await changes.find(pool, request.caller, request.params.id)
      const replay = await replays.cancel(request.write, request, endpoint, request.params.replay_id)
      return { replay: replayView(replay, endpoint) }
    },
  )
}

/** Both times match their schema. */
function readAsked(request: RawRequest): ReplayRequest {
  const { since, until, states = ['failed', 'skipped'], types = null } = readBody(request, replayBody)
  return { sinceMs: parseTime(since)!, untilMs: parseOptionalTime(until), states, types }
}

function askRoutes(app: App, changes: EndpointChanges, replays: Replays): void {
  app.post(
    '/api/v1/webhook_events/:id/resend',
    {
      schema: {
        tags: ['Webhook events'],
        summary: 'Send an event again; its attempts show the result',
        params: Type.Object({ id: EventId }),
        response: { 202: Type.Object({ event_id: EventId }) },
      },
    },
    async (request, reply) => {
      const { pool, write } = request
      await replays.resend({ pool, write }, request, request.params.id)
      void reply.code(202)
      return { event_id: request.params.id }
    },
  )

  app.post(
    '/api/v1/webhook_endpoints/:id/replay',
    {
      schema: {
        tags,
        summary: 'Send past events again',
        description: REPLAY_DESCRIPTION,
        params: IdParams,
        body: replayBody.document,
        response: {
          202: Type.Object({
            count: Type.Integer({ description: 'The number of events to be queued' }),
            replay_id: Id,
          }),
        },
      },
    },
    async (request, reply) => {
      const { pool, write } = request
      const endpoint = await changes.find(pool, request.caller, request.params.id)
      const { id, count } = await replays.replay({ pool, write }, request, endpoint, readAsked(request))
      void reply.code(202)
      return { count, replay_id: id }
    },
  )

  app.post(
    '/api/v1/webhook_endpoints/:id/replay_count',
    {
      config: { idempotencyKey: 'ignored' },
      schema: {
        tags,
        summary: 'Count the events of a replay; nothing is sent',
        params: IdParams,
        body: replayBody.document,
        response: { 200: Type.Object({ count: Type.Integer({ description: `At most ${REPLAYED_EVENTS_MAX}` }) }) },
      },
    },
    async (request) => {
      const { pool } = request
      const endpoint = await changes.find(pool, request.caller, request.params.id)
      return { count: await replays.count(pool, endpoint, readAsked(request)) }
    },
  )
}
