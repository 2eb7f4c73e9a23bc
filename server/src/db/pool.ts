import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { ClientConfig, PoolClient, PoolConfig } from 'pg'
import { addressOf, checkWritable } from './address.ts'
import type { DatabaseAddress } from './address.ts'
import type { Connection } from './sql.ts'
import './types.ts'

/** A connection of a pool, for several statements; after an error that broke it, it is closed instead of given back. */
export interface Client extends Connection {
  release(error?: Error): void
}

/** Runs statements each on any connection, or lends one: the pool itself, or a share of it. */
export interface Pool extends Connection {
  connect(): Promise<Client>
}

/** The connections themselves. */
export type ConnectionPool = pg.Pool

/** The connections of each pool that are open, or still being closed. */
const openConnections = new WeakMap<ConnectionPool, Set<PoolClient>>()

export interface PoolOptions {
  url: DatabaseAddress | string
  /** Connections at the most. */
  connectionsMax: number
  /** How long to wait for a connection, ms. */
  connectTimeoutMs: number
  /** How long one statement may run, ms; the client gives up a second later, when the server cannot even say so. */
  statementTimeoutMs: number
  applicationName: string
  /** Errors of idle connections: the pool replaces them by itself. */
  onError(error: Error): void
  /** Called for a failed statement or connection. The caller sees the error when this has ended. It must not throw. */
  onFailure?(error: unknown): void | Promise<void>
}

/**
 * Statements name their tables in the order in which PostgreSQL joins them: to find it took 57 ms for eight of them, on every
 * connection and again with new statistics. Statistics are taken while webhooks are sent: 6,000 rows say as much as 30,000.
 */
const POOL_OPTIONS = '-c join_collapse_limit=1 -c default_statistics_target=20'

/** Each new connection goes to the server in use. If that fails, the next server is tried before the caller sees an error. */
class AddressedPool extends pg.Pool {
  readonly #address: DatabaseAddress
  readonly #failed: (error: unknown) => Promise<never>

  constructor(address: DatabaseAddress, config: PoolConfig, failed: (error: unknown) => Promise<never>) {
    class Client extends pg.Client {
      constructor(given?: ClientConfig) {
        super({ ...given, ...address.configOf(POOL_OPTIONS) })
        // The pool itself gives a callback: its own `query` looks at these errors.
        const query = this.query.bind(this) as (...args: unknown[]) => unknown
        const observed = (...args: unknown[]) => {
          const result = query(...args)
          return result instanceof Promise ? result.catch(failed) : result
        }
        this.query = observed as typeof this.query
      }
    }
    // The pool waits for the promise; its types say nothing of it.
    const onConnect = checkWritable as (client: pg.ClientBase) => void
    super({ ...config, Client, onConnect })
    this.#address = address
    this.#failed = failed
    const query = this.query.bind(this) as (...args: unknown[]) => Promise<unknown>
    const observed = (...args: unknown[]) => query(...args).catch(failed)
    this.query = observed as typeof this.query
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<PoolClient> | void {
    const connected = this.#address.tryServers(() => super.connect()).catch(this.#failed)
    if (callback === undefined) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }
}

/** Shows an error to `onFailure` once, and throws it. */
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

/** A pool of connections to PostgreSQL on which int8 is a number and timestamptz is milliseconds since the epoch. */
export function createPool(options: PoolOptions): ConnectionPool {
  const config: PoolConfig = {
    max: options.connectionsMax,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    query_timeout: options.statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: options.applicationName,
    keepAlive: true,
    // Statements of a transaction that do not wait for each other go out together.
    pipeline: true,
  }
  const pool = new AddressedPool(addressOf(options.url), config, createFailed(options.onFailure))
  pool.on('error', options.onError)
  // The pool listens to idle connections only: one lost in a transaction, between two statements, would end the process.
  // The next statement on it fails anyway.
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    client.on('error', () => {})
  })
  pool.on('remove', (client) => open.delete(client))
  openConnections.set(pool, open)
  return pool
}

/**
 * Ends the pool and waits, `timeoutMs` at the most, until its connections are closed: `end` alone resolves while the
 * server has not yet read that they go.
 */
export async function closePool(pool: ConnectionPool, timeoutMs: number): Promise<void> {
  async function closed(): Promise<void> {
    await pool.end()
    while ((openConnections.get(pool)?.size ?? 0) > 0) await once(pool, 'remove')
  }
  await Promise.race([closed(), delay(timeoutMs, undefined, { ref: false })])
}
