/** Records the requests of an account's callers, so that the id of a response leads to what was asked and refused. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import type { Clock } from '../../platform/clock.ts'
import { CollectedWrites } from '../../platform/db/collected-writes.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import type { App } from '../../platform/http/route.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import type { Logger } from '../../platform/log.ts'
import { insertRequests } from './queries.ts'
import { withKnownNames } from './known-names.ts'
import { bounded, isInLog, pathOf } from './request.ts'
import type { LoggedRequest } from './request.ts'

/** Requests within this time are written together, ms. */
const COLLECTED_MS = 500

/** Writes the requests of one database server in the background. Requests that cannot be written are lost. */
export class RequestRecorder extends CollectedWrites<LoggedRequest> {
  constructor({ pool, log }: { pool: CommonPool; log: Logger }) {
    super({
      collectedMs: COLLECTED_MS,
      waitingMax: LIMITS.loggedRequestsWaiting.max,
      write: (requests) => insertRequests(pool, requests),
      onLost: (error, { length: count }) => logFailure(log, 'tasks', { event: 'requests.not_recorded', count }, error),
    })
  }
}

interface RecordingContext {
  clock: Clock
  metrics: Registry
  /** The recorder on the server of a bucket. Null if it is away. */
  serverAt(bucket: number): { requests: RequestRecorder } | null
}

/** Records the requests of all routes registered after this call. The response does not wait for it. */
export function recordRequests(app: App, { clock, metrics, serverAt }: RecordingContext): void {
  // A refused request costs its caller nothing, also with a key that may only read. At its rate, seven days have 1.2 million rows.
  const changes = new TokenBuckets<number>(LIMITS.loggedRequests.max, clock.monotonic)
  const refusals = new TokenBuckets<number>(LIMITS.loggedRefusals.max, clock.monotonic)
  const unrecorded = new Counter({
    name: 'tidings_requests_unrecorded_total',
    help: 'Requests that are not in the log of requests: above its rate per account, or the database was away',
    registers: [metrics],
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    // Without a caller the request belongs to no account.
    const caller = request.caller as FastifyRequest['caller'] | undefined
    if (caller === undefined || !isInLog(method, routeOptions.url ?? '', reply.statusCode)) return done()
    const { accountId, bucket } = caller
    const rates = reply.statusCode < 400 ? changes : refusals
    const mayRecord = rates.takeNow(accountId) === 0
    const isRecorded = mayRecord && serverAt(bucket)?.requests.add(loggedRequest(request, reply, clock)) === true
    if (!isRecorded) unrecorded.inc()
    done()
  })
}

const NO_SCHEMAS = {}

function loggedRequest(request: FastifyRequest, reply: FastifyReply, clock: Clock): LoggedRequest {
  const { caller, routeOptions, params, failure, made } = request
  return {
    ...{ bucket: caller.bucket, accountId: caller.accountId, actor: caller.actor },
    requestId: request.id,
    method: request.method,
    path: pathOf(routeOptions.url ?? '', (params ?? {}) as Record<string, unknown>),
    status: reply.statusCode,
    durationMs: Math.round(clock.monotonic() - request.startedAt),
    code: failure?.code ?? null,
    errors: bounded(failure?.errors && withKnownNames(failure.errors, routeOptions.schema ?? NO_SCHEMAS)),
    made: bounded(made),
    at: clock.now(),
  }
}
