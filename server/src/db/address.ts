/** The servers of the database's URL: the one in use, the next one if it fails, and a password that changes meanwhile. */
import type { ClientConfig } from 'pg'
import { parsePostgresUrl } from '../config/postgres-url.ts'
import type { PostgresUrl } from '../config/postgres-url.ts'
import { isOutage, isRefusedSignIn } from './database-error.ts'
import { sql } from './sql.ts'
import type { Connection } from './sql.ts'
import { StartError } from './start-error.ts'

/** Settings of every session. The service relies on them, so they come after those of the URL. */
const SESSION_OPTIONS = '-c TimeZone=UTC -c DateStyle=ISO'

const readIsReadOnly = sql<{ is_read_only: boolean }>(
  'database.is_read_only',
  `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`,
)

/** The server takes no writes. `code` is the SQLSTATE with which PostgreSQL refuses a write there. */
export class ReadOnlyServerError extends Error {
  readonly code = '25006'
  constructor() {
    super('The database server accepts no writes: it is a standby or read-only')
    this.name = 'ReadOnlyServerError'
  }
}

/** @throws {ReadOnlyServerError} if the server of the connection takes no writes. */
export async function checkWritable(connection: Connection): Promise<void> {
  const [row] = await readIsReadOnly(connection)
  if (row!.is_read_only) throw new ReadOnlyServerError()
}

function parsed(url: string): PostgresUrl {
  const parts = parsePostgresUrl(url)
  if ('must' in parts) throw new StartError(`DATABASE_URL ${parts.must}`)
  return parts
}

/** Shared by all connections of a process, so that each new one goes to the server that worked last. */
export class DatabaseAddress {
  #url: string
  #parts: PostgresUrl
  #index = 0
  readonly #readAgain: () => string | null

  /** `readAgain` returns the URL as its file holds it now, or null if it comes from no file. */
  constructor(url: string, readAgain: () => string | null = () => null) {
    this.#url = url
    this.#parts = parsed(url)
    this.#readAgain = readAgain
  }

  /** With all servers. */
  get url(): string {
    return this.#url
  }

  /** One URL for each server, without session settings. */
  get servers(): readonly string[] {
    return this.#parts.servers
  }

  /** The URL of the server to connect to. */
  get server(): string {
    return this.#parts.servers[this.#index]!
  }

  /** What the driver needs for a connection to `server`; `options` are further settings of the session. */
  configOf(options = ''): ClientConfig {
    const all = [this.#parts.options, SESSION_OPTIONS, options].filter((part) => part !== '')
    return { connectionString: this.server, options: all.join(' ') }
  }

  /** Reads the URL again. Returns whether it changed. A text that is no URL of a database changes nothing. */
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

  /** Tries the servers in turn, beginning with the one in use. Throws the last error if `connect` succeeds on none. */
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
    // The pool has no free connection: this says nothing about the server.
    if (error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')) return false
    if (!isOutage(error) || this.#parts.servers.length === 1) return false
    if (this.server === failed) this.#index = (this.#index + 1) % this.#parts.servers.length
    return true
  }
}

export const addressOf = (address: DatabaseAddress | string): DatabaseAddress =>
  typeof address === 'string' ? new DatabaseAddress(address) : address
