import { hash, timingSafeEqual } from 'node:crypto'
import type { Registry } from '@prometheus-io/client'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { ApiError } from '../errors.ts'
import type { App } from './route.ts'

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
