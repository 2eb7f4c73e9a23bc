import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { DatabaseAddress } from './address.ts'
import { errorCode, isSharedSession } from '../database-error.ts'
import { withSession } from '../session.ts'
import { StartError } from './start-error.ts'

/** Possible problems of the configured database, each with a sentence for its operator. */

/** PostgreSQL 15.0 as `server_version_num`. */
const VERSION_MIN = 150_000

/** The longest wait at start for a server that is starting or still read-only, ms. */
const STARTING_TIMEOUT_MS = 60_000
const STARTING_POLL_MS = 250

const STARTING_UP = '57P03'
const READ_ONLY = '25006'

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/** The driver accepts a `%` that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The parts of the URL used in sentences. All servers are included. */
export function placeOf(address: DatabaseAddress): { server: string; database: string; user: string } {
  const servers = address.servers.map((server) => new URL(server))
  const { pathname, username } = servers[0]!
  const server = servers.map(({ host, searchParams }) => searchParams.get('host') ?? host).join(', ')
  return { server, database: decoded(pathname.slice(1)), user: decoded(username) }
}

/** The sentence for a pooler in transaction mode that cannot be used. */
export function transactionModeProblem({ variable }: DatabaseAddress): string {
  if (variable.startsWith('DATABASES'))
    return `${variable} leads to a connection pooler in transaction mode: name the server itself`
  return variable === 'MIGRATION_DATABASE_URL'
    ? 'MIGRATION_DATABASE_URL leads to a connection pooler in transaction mode: set it to the server itself'
    : 'DATABASE_URL leads to a connection pooler in transaction mode: this needs PgBouncer 1.21 or newer with max_prepared_statements, and MIGRATION_DATABASE_URL set to the server itself'
}

/** The sentence for a failed connection or missing rights, without the password. Null for other errors. */
export function connectionProblem(error: unknown, address: DatabaseAddress): string | null {
  if (!(error instanceof Error) || error instanceof StartError) return null
  const { server, database, user } = placeOf(address)
  const check = `check ${address.variable}`
  const code = errorCode(error)
  if ('syscall' in error && error.syscall === 'open')
    return `A file of ${address.variable} cannot be read (${error.message}): ${check}`
  if (code !== null && UNREACHABLE.has(code))
    return `The database server ${server} cannot be reached (${code}): ${check}`
  switch (code) {
    case '28P01':
    case '28000':
      return `The database server ${server} rejects the user ${user} (${error.message}): ${check}`
    case '3D000':
      return `The database server ${server} has no database ${database}: create it, or ${check}`
    case '53300':
      return `The database server ${server} accepts no more connections: raise its max_connections or lower DATABASE_CONNECTIONS_MAX`
    case '42501':
      return `The user ${user} may not change the database ${database} (${error.message}): run the GRANTs of docs/operating.md`
    case READ_ONLY:
      return `The database server ${server} accepts no writes (it is a standby or read-only): ${check}`
    case STARTING_UP:
      return `The database server ${server} is not ready (${error.message})`
    default:
      return isSharedSession(error) ? transactionModeProblem(address) : otherProblem(error, server, check)
  }
}

/** Network and TLS failures without a code, or with one of many. */
function otherProblem(error: Error, server: string, check: string): string | null {
  if (/^unsupported startup parameter|pooling mode$/.test(error.message))
    return `The pooler ${server} cannot be used as it is (${error.message}): set it up as in docs/operating.md`
  if (/SSL|certificate/i.test(`${errorCode(error)} ${error.message}`))
    return `The TLS connection to the database server ${server} failed (${error.message.split(';')[0]}): ${check}, with sslmode and sslrootcert`
  return errorCode(error)?.startsWith('08') || /timeout|SASL|Connection terminated/i.test(error.message)
    ? `The connection to the database server ${server} failed (${error.message}): ${check}`
    : null
}

/**
 * Checks that the service can work on the server, and returns its release, `18.4` for example. Waits if the server is
 * starting or still read-only.
 * @throws {StartError} if it is older than PostgreSQL 15, or its encoding is not UTF-8.
 */
export async function checkServer(
  address: DatabaseAddress,
  clock: Clock,
  onProgress: (text: string) => void,
): Promise<string> {
  const startedAt = clock.monotonic()
  for (let told = false; ; await delay(STARTING_POLL_MS))
    try {
      return await withSession(address, async (session) => {
        const { rows } = await session.query<{ version: number; release: string; encoding: string }>({
          text: `select current_setting('server_version_num')::integer as version,
            current_setting('server_version') as release, current_setting('server_encoding') as encoding`,
        })
        const { version, release, encoding } = rows[0]!
        if (version < VERSION_MIN)
          throw new StartError(`The database is PostgreSQL ${release}: version 15 or newer is required`)
        if (encoding !== 'UTF8')
          throw new StartError(`The database has the encoding ${encoding}: create it with encoding 'UTF8'`)
        return `${Math.floor(version / 10_000)}.${version % 10_000}`
      })
    } catch (error) {
      const code = errorCode(error)
      const passes = code === STARTING_UP || code === READ_ONLY
      if (!passes || clock.monotonic() - startedAt > STARTING_TIMEOUT_MS) throw error
      if (!told) onProgress(`Waiting for the database to ${code === STARTING_UP ? 'start' : 'accept writes'}`)
      told = true
    }
}
