/**
 * The servers in the database's URL. Uses the current one, tries the next one if it fails, and rereads a changed
 * password.
 */
import type { ClientConfig } from 'pg'
import { parsePostgresUrl } from '../config/postgres-url.ts'
import type { PostgresUrl } from '../config/postgres-url.ts'
import { isOutage, isRefusedSignIn } from './database-error.ts'
import { sql } from './sql.ts'
import type { Connection } from './sql.ts'
import { StartError } from './start-error.ts'

/** Settings of every session. The service relies on them, so they override those of the URL. */
const SESSION_OPTIONS = '-c TimeZone=UTC -c DateStyle=ISO'

const readIsReadOnly = sql<{ is_read_only: boolean }>(
  'database.is_read_only',
  `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`,
)

/** The server accepts no writes. `code` is PostgreSQL's SQLSTATE for a refused write. */
export class ReadOnlyServerError extends Error {
  readonly code = '25006'
  constructor() {
    super('The database server accepts no writes: it is a standby or read-only')
    this.name = 'ReadOnlyServerError'
  }
}

/** @throws {ReadOnlyServerError} if the connection's server accepts no writes. */
export async function checkWritable(connection: Connection): Promise<void> {
  const [row] = await readIsReadOnly(connection)
  if (row!.is_read_only) throw new ReadOnlyServerError()
}

function parsed(url: string): PostgresUrl {
  const parts = parsePostgresUrl(url)
  if ('must' in parts) throw new StartError(`DATABASE_URL ${parts.must}`)
  return parts
}

/** Shared by all connections of a process, so that each new one uses the server that worked last. */
export class DatabaseAddress {
  #url: string
  #parts: PostgresUrl
  #index = 0
  readonly #readAgain: () => string | null

  /** `readAgain` returns the URL from its file, or null if it does not come from a file. */
  constructor(url: string, readAgain: () => string | null = () => null) {
    this.#url = url
    this.#parts = parsed(url)
    this.#readAgain = readAgain
  }

  /** The whole URL, with all servers. */
  get url(): string {
    return this.#url
  }

  /** One URL per server, without session settings. */
  get servers(): readonly string[] {
    return this.#parts.servers
  }

  /** The URL of the server to connect to. */
  get server(): string {
    return this.#parts.servers[this.#index]!
  }

  /** The driver's configuration for a connection to `server`. `options`: more settings of the session. */
  configOf(options = ''): ClientConfig {
    const all = [this.#parts.options, SESSION_OPTIONS, options].filter((part) => part !== '')
    return { connectionString: this.server, options: all.join(' ') }
  }

  /** Reads the URL again. Returns true if it changed. An invalid text changes nothing. */
  reread(): boolean {
    const url = this.#readAgain()
    if (url === null || url === this.#url) return false
    const parts = parsePostgresUrl(url)
    if ('must' in parts) return false
    this.#url = url
    this.#parts = parts
    this.#index = 0
    return true
  }

  /** Tries the servers in turn, starting with the current one. If `connect` fails on all, throws the last error. */
  async tryServers<Result>(connect: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const { server } = this
      try {
        return await connect()
      } catch (error) {
        if (!this.#isAnotherTryOfUse(server, error) || tries >= this.#parts.servers.length + 1) throw error
      }
    }
  }

  #isAnotherTryOfUse(failed: string, error: unknown): boolean {
    if (isRefusedSignIn(error)) return this.reread()
    // The pool has no free connection. This says nothing about the server.
    if (error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')) return false
    if (!isOutage(error) || this.#parts.servers.length === 1) return false
    if (this.server === failed) this.#index = (this.#index + 1) % this.#parts.servers.length
    return true
  }
}

export const addressOf = (address: DatabaseAddress | string): DatabaseAddress =>
  typeof address === 'string' ? new DatabaseAddress(address) : address
