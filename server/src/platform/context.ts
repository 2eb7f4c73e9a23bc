import type { Registry } from '@prometheus-io/client'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { CommonPool, ServicePool } from './db/pool.ts'
import type { Logger } from './log.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Dependencies of all rooms' routes and background work. Rooms declare further ones themselves. */
export interface Context {
  config: Config
  clock: Clock
  log: Logger
  /** The service's own connections to one database server. Routes use `request.pool`, the share of the caller's account. */
  pool: ServicePool
  /** The registry of metrics. `/metrics` prints it. */
  metrics: Registry
  /** Null: traces are off. */
  tracing: Tracing | null
}

/** For work shared by many accounts' requests. */
export interface CommonContext extends RouteContext {
  pool: CommonPool
}

/** The context without the pool, for routes. */
export type RouteContext = Omit<Context, 'pool'>
