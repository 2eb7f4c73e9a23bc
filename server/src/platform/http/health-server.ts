/**
 * The listener for probes and Prometheus. It serves `/healthz`, `/readyz` and `/metrics`, in every role. It is not for
 * unknown callers, so it has no rate limits per address.
 */
import type { Config } from '../config/config.ts'
import { healthRoutes } from './health.ts'
import type { HealthContext } from './health.ts'
import { listen } from './listen.ts'
import type { ListenAddress } from './listen.ts'
import { urlOf } from './link-base.ts'
import { metricsRoute } from './metrics-route.ts'
import type { MetricsRouteContext } from './metrics-route.ts'
import { isLoopbackHost } from './own-origin.ts'
import { requestMistake } from './protocol-answers.ts'
import { createServer } from './server.ts'
import type { ServerContext } from './server.ts'

/** Open connections. A few probes and scrapers need one each. */
const CONNECTIONS_MAX = 64
/** The port of processes without the role `api`, if `HEALTH_PORT` is unset. */
const PORT_DEFAULT = 3001
const LOOPBACK = '127.0.0.1'

/** Where health and metrics are served. `own`: the address of their own listener, if there is one. */
export interface HealthPlace {
  own: ListenAddress | null
  /** True if `/metrics` is on the public port. */
  onPublicPort: boolean
}

/** Decides by `HEALTH_PORT`, `PORT` and the roles. A port 0 is another port each time. */
export function placeHealth({ healthPort, port, host, roles }: Pick<Config, 'healthPort' | 'port' | 'host' | 'roles'>) {
  const hasApi = roles.includes('api')
  const otherwise = ', to 0 for any free port, or to off for no metrics'
  const own = (address: { host: string; port: number }): HealthPlace => ({
    own: { ...address, variable: 'HEALTH_PORT', otherwise },
    onPublicPort: false,
  })
  const none = (onPublicPort: boolean): HealthPlace => ({ own: null, onPublicPort })
  if (healthPort === 'off') return none(false)
  if (healthPort === null) return hasApi ? none(true) : own({ host: LOOPBACK, port: PORT_DEFAULT })
  return hasApi && healthPort === port && port !== 0 ? none(true) : own({ host, port: healthPort })
}

/** Whether callers on other machines can read `/metrics`: it is on the public port and needs no token. */
export function areMetricsOpen(
  { onPublicPort }: HealthPlace,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  return onPublicPort && metricsToken === null && publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname)
}

export interface HealthServer {
  url: string
  close(): Promise<void>
}

/** Listens at the address. */
export async function startHealthServer(
  address: ListenAddress,
  context: ServerContext & HealthContext & MetricsRouteContext,
): Promise<HealthServer> {
  const app = createServer(context)
  app.server.maxConnections = CONNECTIONS_MAX
  app.addHook('onRequest', ({ raw }, _reply, done) => done(requestMistake(raw) ?? undefined))
  healthRoutes(app, context)
  metricsRoute(app, context)
  const port = await listen(app, address)
  return { url: urlOf(address.host, port), close: () => app.close() }
}
