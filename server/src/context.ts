import type { Registry } from 'prom-client'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Pool } from './db/pool.ts'
import type { Logger } from './log.ts'

/** What every room's routes and background work are given. A room that needs more takes it beside this. */
export interface Context {
  config: Config
  clock: Clock
  log: Logger
  /** The service's own connections; a route has its caller's share of others instead, `request.pool`. */
  pool: Pool
  /** Where every room registers its metrics; `/metrics` prints it. */
  metrics: Registry
}

/** What the rooms' routes are given. */
export type RouteContext = Omit<Context, 'pool'>
