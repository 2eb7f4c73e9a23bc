import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { ConnectionPool } from '../db/pool.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { runAs, workWaits } from '../loop-meter.ts'
import type { App } from './route.ts'

/** The connections to one database server. */
export interface ObservedPools {
  name: string
  pools: Record<string, ConnectionPool>
  /** Callers in the queues before the pools. */
  waiters(): number
}

/** The utilization of the event loop is measured once in this time, ms: a process at rest is not to be woken more often. */
const UTILIZATION_EVERY_MS = 1000

/** Metrics of the process. Their timers and observers never end, so all services of a process share them. */
let processMetrics: Registry | undefined

function metricsOfProcess(): Registry {
  if (processMetrics !== undefined) return processMetrics
  processMetrics = new Registry()
  collectDefaultMetrics({ register: processMetrics, eventLoopUtilizationTimeout: UTILIZATION_EVERY_MS })
  return processMetrics
}

/** Creates the registry of a service, with metrics of the process. */
export function createMetrics(): Registry {
  return Registry.merge([metricsOfProcess()])
}

/** Adds the metrics of the database connections. */
export function observePools(registry: Registry, servers: readonly ObservedPools[]): void {
  const connections = new Gauge({
    name: 'tidings_database_connections',
    help: 'Connections to the database',
    labelNames: ['server', 'pool', 'state'],
    registers: [registry],
    collect() {
      for (const { name: server, pools } of servers)
        for (const [name, pool] of Object.entries(pools)) {
          connections.set({ server, pool: name, state: 'idle' }, pool.idleCount)
          connections.set({ server, pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        }
    },
  })
  const waiting = new Gauge({
    name: 'tidings_database_connection_waiters',
    help: 'Callers waiting for a connection to the database',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      for (const { name: server, pools, waiters } of servers)
        waiting.set({ server }, waiters() + Object.values(pools).reduce((sum, pool) => sum + pool.waitingCount, 0))
    },
  })
}

const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

declare module 'fastify' {
  interface FastifyRequest {
    /** Monotonic, ms. */
    startedAt: number
    /** Ids of its new objects, for the logs: `message_id`. Null if it made none. */
    made: Record<string, unknown> | null
  }
}

export interface ObserveContext {
  clock: Clock
  log: Logger
  metrics: Registry
  config: Pick<Config, 'logRequestEvery'>
}

/** Measures every request, and logs every one of them, or every n-th, as a line `http.request`. */
export function observeRequests(app: App, { clock, log, metrics, config }: ObserveContext): void {
  let requests = 0
  const isLogged = () => config.logRequestEvery > 0 && requests++ % config.logRequestEvery === 0
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
    if (request.isCounted || !isLogged()) return done()
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
