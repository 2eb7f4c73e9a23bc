/** The metrics of a process, and their route. */
import { hash, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client'
import type { ConnectionPool } from '../db/pool.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../errors.ts'
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

/** Requests within this time get the same text, ms. Printing takes 10 ms and more. */
const PRINTED_FOR_MS = 1000

export interface MetricsRouteContext {
  config: Pick<Config, 'metricsToken'>
  clock: Clock
  metrics: Registry
}

const digestOf = (text: string) => hash('sha256', text, 'buffer')

/**
 * `/metrics` for Prometheus. It is printed at most once a second. If METRICS_TOKEN is set, the request must have it.
 */
export function metricsRoute(app: App, { config, clock, metrics }: MetricsRouteContext): void {
  let printedAt = -Infinity
  let printed: Promise<string> | undefined

  function print(): Promise<string> {
    if (printed !== undefined && clock.monotonic() - printedAt < PRINTED_FOR_MS) return printed
    printedAt = clock.monotonic()
    printed = metrics.metrics()
    return printed
  }

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const { metricsToken } = config
    const given = digestOf(request.headers.authorization ?? '')
    if (metricsToken !== null && !timingSafeEqual(given, digestOf(`Bearer ${metricsToken}`)))
      throw new ApiError('invalid_metrics_token', { headers: { 'www-authenticate': 'Bearer realm="metrics"' } })
    return reply.type(metrics.contentType).send(await print())
  })
}
