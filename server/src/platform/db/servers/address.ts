/**
 * The servers in the database's URL. Uses the current one, tries the next one if it fails, and rereads a changed
 * password.
 */
import type { ClientConfig } from 'pg'
import { parsePostgresUrl } from '../../config/postgres-url.ts'
import type { PostgresUrl } from '../../config/postgres-url.ts'
import { isOutage, isRefusedSignIn } from '../database-error.ts'
import { sql } from '../sql.ts'
import type { Connection } from '../sql.ts'
import { StartError } from './start-error.ts'

/** Settings of every session. The service relies on them, so they override those of the URL. */
const SESSION_OPTIONS = '-c TimeZone=UTC -c DateStyle=ISO'

const readIsReadOnly = sql(
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
  if (row!.isReadOnly) throw new ReadOnlyServerError()
}

function parsed(url: string, variable: string): PostgresUrl {
  const parts = parsePostgresUrl(url)
  if ('must' in parts) throw new StartError(`${variable} ${parts.must}`)
  return parts
}

/** Shared by all connections of a process, so that each new one uses the server that worked last. */
export class DatabaseAddress {
  /** The variable with the URL, for sentences to the operator. */
  readonly variable: string
  #url: string
  #parts: PostgresUrl
  #index = 0
  readonly #readAgain: () => string | null

  /** `readAgain` returns the URL from its file, or null if it does not come from a file. */
  constructor(url: string, readAgain: () => string | null = () => null, variable: string = 'DATABASE_URL') {
    this.variable = variable
    this.#url = url
    this.#parts = parsed(url, variable)
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

  /** The time limit of one server, ms. All servers together take no longer than `timeoutMs`, however many are silent. */
  timeoutOf(timeoutMs: number): number {
    return Math.ceil(timeoutMs / this.#parts.servers.length)
  }

  /**
   * Tries each server once, starting with the current one. If `connect` fails on all, throws the last error. If the
   * password changed, also by another connection's failure, there is one more try.
   */
  async tryServers<Result>(connect: () => Promise<Result>): Promise<Result> {
    let isReread = false
    for (let tried = 0; ;) {
      const { url, server } = this
      try {
        return await connect()
      } catch (error) {
        if (isRefusedSignIn(error) && !isReread && (this.url !== url || this.reread())) isReread = true
        else if (++tried >= this.#parts.servers.length || !isServerFailure(error)) throw error
        else if (this.server === server) this.#index = (this.#index + 1) % this.#parts.servers.length
      }
    }
  }
}

/** If the pool has no free connection, this says nothing about the server. */
function isServerFailure(error: unknown): boolean {
  const isPoolFull = error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
  return isOutage(error) && !isPoolFull
}

export const addressOf = (address: DatabaseAddress | string): DatabaseAddress =>
  typeof address === 'string' ? new DatabaseAddress(address) : address
