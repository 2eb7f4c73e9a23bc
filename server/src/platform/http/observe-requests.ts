import { Counter, Histogram } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { runAs, workWaits } from '../loop-meter.ts'
import type { App } from './route.ts'

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

declare module 'fastify' {
  interface FastifyRequest {
    /** Monotonic, ms. */
    startedAt: number
    /** Ids of its new objects, for the logs: `message_id`. Null if it made none. */
    made: Record<string, unknown> | null
  }
}

interface ObserveContext {
  clock: Clock
  log: Logger
  metrics: Registry
  config: Pick<Config, 'logRequestEvery'>
}

/** Measures every request, and logs every one of them, or every n-th, as a line `http.request`. */
export function observeRequests(app: App, { clock, log, metrics, config }: ObserveContext): void {
  let requests = 0
  const durations = new Histogram({
    name: 'tidings_http_request_duration_seconds',
    help: 'Duration of requests by route and status, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [metrics],
  })
  const errors = new Counter({
    name: 'tidings_http_errors_total',
    help: 'Responses with an error by its code: overloaded for refused writes, rate_limited for limits',
    labelNames: ['code'],
    registers: [metrics],
  })
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('made', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = clock.monotonic()
    done()
  })
  // Set here and not in `onRequest`, because the async context is lost while the body arrives.
  app.addHook('preValidation', ({ method, id: request_id, caller, routeOptions: { url: route } }, _reply, done) => {
    runAs({ method, route, account_id: caller?.accountId, request_id }, done)
  })
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    workWaits()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const durationMs = clock.monotonic() - request.startedAt
    const { method } = request
    const status = reply.statusCode
    // The route and not the path, so that the label has few values. Unknown paths share one.
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method, route, status }, durationMs / 1000)
    if (request.failure !== null) errors.inc({ code: request.failure.code })
    const { logRequestEvery } = config
    if (request.isCounted || logRequestEvery === 0 || requests++ % logRequestEvery > 0) return done()
    log.info({
      event: 'http.request',
      request_id: request.id,
      account_id: request.caller?.accountId,
      method,
      route,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      ...request.made,
    })
    done()
  })
}
