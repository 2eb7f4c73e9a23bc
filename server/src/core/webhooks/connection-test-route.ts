import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import Type from 'typebox'
import type { TestLimit } from '../../platform/admission/test-limit.ts'
import { isoTime } from '../../platform/clock.ts'
import { ApiError, overloaded } from '../../platform/errors.ts'
import type { App } from '../../platform/http/route.ts'
import { IdParams, Nullable, Time } from '../../platform/http/schemas.ts'
import type { EventIds } from '../../platform/ids.ts'
import { eventBody } from '../events/event.ts'
import { makeAttempt } from './attempt.ts'
import type { AttemptEnd, AttemptInput, AttemptTools, FinishedAttempt } from './attempt.ts'
import type { EndpointChanges } from './endpoints/changes.ts'
import { passTest } from './endpoints/queries.ts'
import { tags } from './endpoints/schemas.ts'
import { judgeResult } from './retry-decision.ts'

/** POSTs at once, also while the endpoint is paused or disabled. */
export type TestPost = (input: AttemptInput) => Promise<AttemptEnd>

export interface TestPosts {
  post: TestPost
  /** Ends running tests. */
  close(): void
}

/** Makes POSTs with connections of their own. */
export function createTestPosts(
  tools: Pick<AttemptTools, 'clock' | 'endpoints' | 'receivers' | 'metrics'>,
  createFew: (connectionsMax: number) => AttemptTools['connections'],
): TestPosts {
  const connections = createFew(LIMITS.connectionTests.max)
  // A test does not ask whether the endpoint is paused or disabled.
  const endpoints: AttemptTools['endpoints'] = {
    lastRead: () => null,
    async read(...wanted) {
      const endpoint = await tools.endpoints.read(...wanted)
      return endpoint && { ...endpoint, sends: true }
    },
  }
  const places = new FairGate<number>({ placesMax: LIMITS.connectionTests.max })
  return {
    async post(input) {
      const leave = places.enterNow(input.accountId)
      if (leave === null) return { kind: 'exhausted' }
      try {
        // It belongs to no bucket, because nothing is recorded.
        return await makeAttempt({ ...tools, connections, endpoints, buckets: { owns: () => true } }, input, 0)
      } finally {
        leave()
      }
    },
    close: () => connections.abortAll(),
  }
}

const ConnectionTest = Type.Object({
  succeeded: Type.Boolean(),
  response_code: Nullable(Type.Integer({ description: 'null if there was no response' })),
  error_message: Nullable(Type.String({ examples: ['connect_timeout'] })),
  response_head: Nullable(Type.String({ description: "The start of the response's body" })),
  duration_ms: Type.Integer(),
  at: Time,
})

function testView({
  result,
  responseHead,
  durationMs,
  startedAt,
}: FinishedAttempt): Type.Static<typeof ConnectionTest> {
  const { succeeded, responseCode, errorMessage } = judgeResult(result)
  return {
    ...{ succeeded, response_code: responseCode, error_message: errorMessage },
    ...{ response_head: responseHead, duration_ms: durationMs, at: isoTime(startedAt) },
  }
}

/** The route that tests the receiver of an endpoint in any state. */
export function connectionTestRoute(
  app: App,
  { eventIds, testPost }: { eventIds: EventIds; testPost: TestPost },
  changes: EndpointChanges,
  limit: TestLimit,
): void {
  app.post(
    '/api/v1/webhook_endpoints/:id/test_connection',
    {
      config: { idempotencyKey: 'ignored' },
      schema: {
        tags,
        summary: 'POST a ping once now, also while the endpoint is paused or disabled',
        description:
          'The response has the result. The ping is signed like an event, but is not stored, not repeated, and not counted as a failure. If it succeeds, the endpoint is no longer failing.',
        params: IdParams,
        response: { 200: Type.Object({ connection_test: ConnectionTest }) },
      },
    },
    async ({ pool, write, caller, params }) => {
      const { bucket, accountId, id: endpointId } = await changes.find(pool, caller, params.id)
      limit.take(`${accountId}/${endpointId}`)
      const { id: eventId, timeMs } = eventIds.next(0)
      const body = eventBody(eventId, 'ping', timeMs, { message: 'Test event' })
      const end = await testPost({ bucket, accountId, endpointId, eventId, type: 'ping', body })
      switch (end.kind) {
        case 'finished': {
          const test = testView(end)
          if (test.succeeded) await write((tx) => passTest(tx, bucket, accountId, endpointId, test.at))
          return { connection_test: test }
        }
        case 'orphaned':
          throw new ApiError('not_found')
        case 'held':
        case 'aborted':
        case 'exhausted':
          throw overloaded()
      }
    },
  )
}
