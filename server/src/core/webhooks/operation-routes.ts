import Type from 'typebox'
import { insideOrAtTop, passwordField } from '../accounts/password-again.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { AccountPool } from '../../platform/db/pool.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Emitter } from '../events/event.ts'
import { eventBody } from '../events/event.ts'
import { eitherBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { createTestLimit } from '../../platform/admission/test-limit.ts'
import { Choice, IdParams, IntegerInput, Nullable, Time } from '../../platform/http/schemas.ts'
import type { EventIds } from '../../platform/ids.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import {
  dismissMissing,
  endOverlap,
  endpointInactive,
  endpointStatus,
  endpointView,
  endpointWithSecret,
  reactivateEndpoint,
  rotateSecret,
} from './endpoints/endpoint.ts'
import { makeSecret } from './endpoints/changes.ts'
import type { EndpointChanges } from './endpoints/changes.ts'
import { ExpandedRecipient, expandRecipients } from '../recipients/expanded.ts'
import { findRecipientsOfEvents, holdEndpoint, listAttempts } from './endpoints/queries.ts'
import { EndpointResponse, EndpointWithSecretResponse, tags } from './endpoints/schemas.ts'
import { connectionTestRoute } from './connection-test-route.ts'
import type { TestPost } from './connection-test-route.ts'

export interface OperationRouteDependencies extends Pick<Context, 'clock' | 'config'> {
  cipher: SecretsCipher
  emitter: Emitter
  eventIds: EventIds
  testPost: TestPost
}

/** Specification 8. */
const ATTEMPTS_SHOWN_MAX = 50

/** A week. */
const OVERLAP_SECONDS_MAX = 604_800

const rotateBody = eitherBody(
  'webhook_endpoint',
  Type.Object({
    overlap_seconds: Type.Optional(
      IntegerInput(0, OVERLAP_SECONDS_MAX, {
        description:
          'How long requests are signed with the old secret too. 0 or absent: the old secret stops working at once. ' +
          'At most two secrets sign: a rotation during an overlap ends the older one at once',
      }),
    ),
    ...passwordField,
  }),
  { mayBeEmpty: true, beside: ['current_password'] },
)

/** A webhook attempt (specification 2.5). */
const Attempt = Type.Object({
  event_id: Type.String(),
  event_type: Type.String(),
  attempt_number: Type.Integer(),
  succeeded: Type.Boolean(),
  response_code: Nullable(Type.Integer({ description: 'null if there was no response' })),
  error_message: Nullable(Type.String({ examples: ['connect_timeout'] })),
  duration_ms: Type.Integer(),
  created_at: Time,
  notification_user: Type.Optional(
    Type.Unsafe<Type.Static<typeof ExpandedRecipient> | null>({
      anyOf: [ExpandedRecipient, { type: 'null' }],
      description: 'Only with `expand=notification_user`. null: the event is about no recipient, or was removed',
    }),
  ),
})

/** Reads the recipients that events are about. */
async function recipientsOfEvents(
  pool: AccountPool,
  account: { bucket: number; accountId: number },
  eventIds: readonly string[],
): Promise<(eventId: string) => Type.Static<typeof ExpandedRecipient> | null> {
  const rows = await findRecipientsOfEvents(
    pool,
    eventIds.map((eventId) => ({ ...account, eventId })),
  )
  const ids = new Map(rows.map((row) => [row.eventId, row.recipientId]))
  const recipients = await expandRecipients(pool, account, [...ids.values()])
  return (eventId) => recipients.get(ids.get(eventId) ?? 0) ?? null
}

/** For the list of events, whose room is below the recipients. */
export const RECIPIENTS_OF_EVENTS = { output: ExpandedRecipient, find: recipientsOfEvents }

function attemptView(row: RowOf<'webhook_endpoints.attempts'>): Type.Static<typeof Attempt> {
  return {
    event_id: row.eventId,
    event_type: row.eventType,
    attempt_number: row.attemptNumber,
    succeeded: row.succeeded,
    response_code: row.responseCode,
    error_message: row.errorMessage,
    duration_ms: row.durationMs,
    created_at: isoTime(row.createdAt),
  }
}

/** Operations on an endpoint: rotate the secret, end an overlap, reactivate, test, list attempts. */
export function operationRoutes(app: App, dependencies: OperationRouteDependencies, changes: EndpointChanges): void {
  const { cipher, clock } = dependencies

  app.post(
    '/api/v1/webhook_endpoints/:id/rotate_secret',
    {
      config: { passwordAgain: insideOrAtTop('webhook_endpoint') },
      schema: {
        tags,
        summary: 'Create a new secret; it is shown only once',
        params: IdParams,
        body: rotateBody.document,
        response: { 200: EndpointWithSecretResponse },
      },
    },
    async ({ pool, write, caller, ip, params, headers, body }) => {
      await changes.find(pool, caller, params.id)
      const { overlap_seconds: overlapSeconds = 0 } = readBody({ headers, body }, rotateBody)
      const { secret, stored } = makeSecret(cipher, caller.accountId, params.id)
      const endpoint = await changes.change(write, { caller, ip }, params.id, (before, nowMs) =>
        rotateSecret(before, stored, overlapSeconds * 1000, nowMs),
      )
      return { webhook_endpoint: endpointWithSecret(endpoint, secret) }
    },
  )

  app.post(
    '/api/v1/webhook_endpoints/:id/reactivate',
    {
      schema: {
        tags,
        summary: 'Enable a disabled webhook endpoint again and reset its failures',
        params: IdParams,
        response: { 200: EndpointResponse },
      },
    },
    async ({ write, caller, ip, params }) => {
      const endpoint = await changes.change(write, { caller, ip }, params.id, reactivateEndpoint)
      return { webhook_endpoint: endpointView(endpoint, clock.now()) }
    },
  )

  app.get(
    '/api/v1/webhook_endpoints/:id/attempts',
    {
      schema: {
        tags,
        summary: `List the ${ATTEMPTS_SHOWN_MAX} most recent attempts, newest first`,
        params: IdParams,
        querystring: Type.Object({
          expand: Type.Optional(Choice(['notification_user'], { description: 'Adds the recipient to each attempt' })),
        }),
        response: { 200: Type.Object({ attempts: Type.Array(Attempt) }) },
      },
    },
    async ({ pool, caller, params, query }) => {
      const { bucket, accountId, id } = await changes.find(pool, caller, params.id)
      const rows = await listAttempts(pool, bucket, accountId, id, ATTEMPTS_SHOWN_MAX)
      const attempts = rows.map(attemptView)
      if (query.expand === undefined) return { attempts }
      const eventIds = [...new Set(rows.map((row) => row.eventId))]
      const recipientOf = await recipientsOfEvents(pool, { bucket, accountId }, eventIds)
      return { attempts: attempts.map((one) => ({ ...one, notification_user: recipientOf(one.event_id) })) }
    },
  )

  endOverlapRoute(app, dependencies, changes)
  dismissRoute(app, dependencies, changes)
  testRoute(app, dependencies, changes)
}

function dismissRoute(app: App, { clock }: OperationRouteDependencies, changes: EndpointChanges): void {
  app.post(
    '/api/v1/webhook_endpoints/:id/dismiss_missing',
    {
      schema: {
        tags,
        summary: 'Dismiss the missing events: the dashboard no longer tells them to any member',
        description: 'The events stay as they are, and can still be replayed.',
        params: IdParams,
        response: { 200: EndpointResponse },
      },
    },
    async ({ write, caller, ip, params }) => {
      const endpoint = await changes.change(write, { caller, ip }, params.id, dismissMissing)
      return { webhook_endpoint: endpointView(endpoint, clock.now()) }
    },
  )
}

function endOverlapRoute(app: App, { clock }: OperationRouteDependencies, changes: EndpointChanges): void {
  app.post(
    '/api/v1/webhook_endpoints/:id/end_overlap',
    {
      schema: {
        tags,
        summary: 'End the overlap of a rotation: the previous secret stops working',
        description: 'Without an overlap, nothing changes.',
        params: IdParams,
        response: { 200: EndpointResponse },
      },
    },
    async ({ write, caller, ip, params }) => {
      const endpoint = await changes.change(write, { caller, ip }, params.id, endOverlap)
      return { webhook_endpoint: endpointView(endpoint, clock.now()) }
    },
  )
}

function testRoute(app: App, dependencies: OperationRouteDependencies, changes: EndpointChanges): void {
  const { clock, config, emitter, eventIds } = dependencies
  const limit = createTestLimit(LIMITS.testsOfObject.max, 'A webhook endpoint', { config, clock })
  connectionTestRoute(app, dependencies, changes, limit)

  app.post(
    '/api/v1/webhook_endpoints/:id/test',
    {
      schema: {
        tags,
        summary: 'Send a ping event like every other event; the attempts show the result',
        params: IdParams,
        response: { 202: Type.Object({ event_id: Type.String({ examples: ['evt_01KABCDEFGHJKMNPQRSTVWXYZ0'] }) }) },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const endpoint = await changes.find(pool, request.caller, request.params.id)
      if (endpointStatus(endpoint) !== 'active') throw endpointInactive(endpoint)
      limit.take(`${accountId}/${endpoint.id}`)
      const { id, timeMs } = eventIds.next(0)
      const event = { bucket, accountId, id, type: 'ping', createdAt: timeMs, source: 'api' as const }
      const body = eventBody(id, 'ping', timeMs, { message: 'Test event' })
      await request.write(async (tx) => {
        // Locked until the commit, so that the event is queued and not skipped because of a pause.
        const held = await holdEndpoint(tx, endpoint)
        if (held === null) throw new ApiError('not_found')
        if (endpointStatus(held) !== 'active') throw endpointInactive(held)
        await emitter.emit(tx, [
          { ...event, body, deliveryId: null, about: null, outcomeBefore: null, outcomeAfter: null },
        ])
      })
      void reply.code(202)
      return { event_id: id }
    },
  )
}
