import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ClientConfig, PoolClient as DriverClient, PoolConfig, QueryResult } from 'pg'
import { addressOf } from './servers/address.ts'
import type { DatabaseAddress } from './servers/address.ts'
import { ServerConnection } from './servers/server-connection.ts'
import type { Connection } from './sql.ts'
import './types.ts'

/** A query of the driver with several statements (`transactionAtOnce`), and their results after the commit. */
export type StatementsAtOnce = pg.Query & { results: Promise<QueryResult[]> }

type PoolClient = Client & DriverClient

/** A connection of a pool for several statements. If an error broke it, it is closed instead of given back. */
export interface Client extends Connection {
  query: Connection['query'] & ((statements: StatementsAtOnce) => Promise<QueryResult[]>)
  release(error?: Error): void
}

/**
 * Runs each statement on any connection, or lends one. `use` says who has the connections, so that TypeScript refuses one
 * pool for another (decision record 100).
 */
export interface Pool extends Connection {
  readonly use: 'service' | 'common' | 'account'
  connect(): Promise<Client>
}

/** For the service itself: leases, dispatchers, tasks and health. A request never takes these connections. */
export interface ServicePool extends Pool {
  readonly use: 'service'
}

/** The part of the requests' connections for work of many accounts at once, or before the account is known. */
export interface CommonPool extends Pool {
  readonly use: 'common'
}

/** An account's part of the requests' connections, for reading. A request writes by its `write`. */
export interface AccountPool extends Pool {
  readonly use: 'account'
}

/** The pool that has the connections. */
export type ConnectionPool = AddressedPool

/** Each pool's connections that are open or closing. */
const openConnections = new WeakMap<ConnectionPool, Set<DriverClient>>()

export interface PoolOptions {
  url: DatabaseAddress | string
  /** The largest number of connections. */
  connectionsMax: number
  /** The longest wait for a connection, ms. */
  connectTimeoutMs: number
  /** The time limit of a statement, ms. The client gives up a second later if the server does not respond. */
  statementTimeoutMs: number
  applicationName: string
  /** Called for errors of idle connections. The pool replaces them. */
  onError(error: Error): void
  /**
   * Called for a failed statement or connection. The caller gets the error after it has resolved. It must not throw.
   */
  onFailure?(error: unknown): void | Promise<void>
}

/**
 * PostgreSQL joins tables in the order of the statement's text. Finding an order took 57 ms for eight tables, on every
 * connection and after new statistics. It plans a named statement once. For partitioned tables it would plan at each
 * call, because it expects a generic plan to read all partitions. A plan must also fit a table that has grown since, so
 * it must not read whole tables, nor combine indexes (`id-conditions.ts`). If a statement has no other way, these plans
 * look expensive, and PostgreSQL would compile them for 100 ms. A pooler may drop these settings, so `servers/checks.ts`
 * looks for them.
 */
export const PLAN_SETTINGS = {
  join_collapse_limit: '1',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
} as const

const POOL_OPTIONS = Object.entries(PLAN_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** New connections use the current server. If it fails, the next server is tried before the caller gets an error. */
class AddressedPool extends pg.Pool {
  readonly use = 'service'
  readonly #address: DatabaseAddress
  readonly #failed: (error: unknown) => Promise<never>

  constructor(address: DatabaseAddress, config: PoolConfig, failed: (error: unknown) => Promise<never>) {
    class Client extends ServerConnection {
      constructor(given?: ClientConfig) {
        super(address, { ...given }, POOL_OPTIONS)
        // The pool passes a callback here, and its own `query` handles these errors.
        const query = this.query.bind(this) as (...args: unknown[]) => unknown
        const observed = (...args: unknown[]) => {
          const given = query(...args)
          const result = given instanceof pg.Query ? (given as StatementsAtOnce).results : given
          return result instanceof Promise ? result.catch(failed) : result
        }
        this.query = observed as typeof this.query
      }
    }
    // The pool gives the constructor its configuration and nothing else.
    super({ ...config, Client: Client as unknown as new () => pg.Client })
    this.#address = address
    this.#failed = failed
    const query = this.query.bind(this) as (...args: unknown[]) => Promise<unknown>
    const observed = (...args: unknown[]) => query(...args).catch(failed)
    this.query = observed as typeof this.query
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<PoolClient> | void {
    const connected = this.#address.tryServers(() => super.connect() as Promise<PoolClient>).catch(this.#failed)
    if (callback === undefined) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }
}

/** Passes an error to `onFailure` once, and throws it. */
function createFailed(onFailure: PoolOptions['onFailure']): (error: unknown) => Promise<never> {
  const shown = new WeakSet<Error>()
  return async (error) => {
    if (error instanceof Error && !shown.has(error)) {
      shown.add(error)
      await onFailure?.(error)
    }
    throw error
  }
}

/** A pool of connections. It reads int8 as number and timestamptz as ms since the epoch. */
export function createPool(options: PoolOptions): ConnectionPool {
  const config: PoolConfig = {
    max: options.connectionsMax,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: options.applicationName,
    // Statements of a transaction that do not wait for each other are sent together.
    pipeline: true,
  }
  const pool = new AddressedPool(addressOf(options.url), config, createFailed(options.onFailure))
  pool.on('error', options.onError)
  const open = new Set<DriverClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  openConnections.set(pool, open)
  return pool
}

/**
 * Ends the pool and waits until its connections are closed, at most `timeoutMs`. `end` alone resolves before the server
 * has noticed.
 */
export async function closePool(pool: ConnectionPool, timeoutMs: number): Promise<void> {
  async function closed(): Promise<void> {
    await pool.end()
    while ((openConnections.get(pool)?.size ?? 0) > 0) await once(pool, 'remove')
  }
  await Promise.race([closed(), delay(timeoutMs, undefined, { ref: false })])
}
