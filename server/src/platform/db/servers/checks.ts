/**
 * Possible problems of the configured database, each with a sentence for its operator. A URL must lead to sessions as the
 * service needs them: a connection pooler in transaction mode gives each transaction another one
 * (docs/decisions/0049-a-pooler-in-transaction-mode-needs-two-urls.md).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { DatabaseAddress } from './address.ts'
import { errorCode, isSharedSession } from '../database-error.ts'
import { withSession } from '../session.ts'
import { StartError } from './start-error.ts'
import { PLAN_SETTINGS } from '../pool.ts'
import type { ServicePool } from '../pool.ts'
import { ServerConnection } from './server-connection.ts'
import { sql } from '../sql.ts'
import { transaction } from '../transaction.ts'
import type { Connection } from '../sql.ts'

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
export function addressOf(address: DatabaseAddress): { server: string; database: string; user: string } {
  const servers = address.servers.map((server) => new URL(server))
  const { pathname, username } = servers[0]!
  const server = servers.map(({ host, searchParams }) => searchParams.get('host') ?? host).join(', ')
  return { server, database: decoded(pathname.slice(1)), user: decoded(username) }
}

/** The sentence for a pooler in transaction mode that cannot be used. */
function transactionModeProblem({ variable }: DatabaseAddress): string {
  if (variable.startsWith('DATABASES'))
    return `${variable} leads to a connection pooler in transaction mode: name the server itself`
  return variable === 'MIGRATION_DATABASE_URL'
    ? 'MIGRATION_DATABASE_URL leads to a connection pooler in transaction mode: set it to the server itself'
    : 'DATABASE_URL leads to a connection pooler in transaction mode: this needs PgBouncer 1.21 or newer with max_prepared_statements, and MIGRATION_DATABASE_URL set to the server itself'
}

/** The sentence for a failed connection or missing rights, without the password. Null for other errors. */
export function connectionProblem(error: unknown, address: DatabaseAddress): string | null {
  if (!(error instanceof Error) || error instanceof StartError) return null
  const { server, database, user } = addressOf(address)
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

const CONNECT_TIMEOUT_MS = 10_000

/**
 * True if two connections have one session: a pooler takes the session that was free last. It opens no transaction, so a
 * pooler with a single session responds too.
 */
async function sharesSessions(address: DatabaseAddress): Promise<boolean> {
  const config = { application_name: 'tidings check', connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const connections: ServerConnection[] = []
  try {
    for (let opened = 0; opened < 2; opened++) connections.push(await ServerConnection.open(address, config))
    const ids = new Set<number>()
    for (const connection of connections)
      ids.add((await connection.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]!.id)
    return ids.size === 1
  } catch (error) {
    if (isSharedSession(error)) return true
    throw error
  } finally {
    await Promise.all(connections.map((connection) => connection.end().catch(() => {})))
  }
}

/** PgBouncer gives prepared statements names of its own, so that each session can have those of all connections. */
const readSession = sql(
  'database.session',
  `select exists (select from pg_prepared_statements where name = 'database.session') as keeps_names,
     json_object_agg(name, setting) as settings,
     format('alter role %I in database %I', current_user, current_database()) as "alter_role!"
   from pg_settings where name = any($1::text[])`,
).as<{ settings: Record<string, string> }>()

/** The settings that every session must have. Numbers are upper bounds, ms. 0 is none. */
const settingsOf = (statementTimeoutMs: number) => ({
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  ...PLAN_SETTINGS,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: statementTimeoutMs,
})

/** If one of these is off, a loss of power takes back commits or damages pages. The service promises more. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit']

/** The clauses that set what a session lacks. */
function missingSettings(actual: Record<string, string>, wanted: Record<string, string | number>) {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const has = actual[name] ?? ''
    const fits =
      typeof value === 'number' ? Number(has) > 0 && Number(has) <= value : has.split(',')[0] === value.split(',')[0]
    return fits ? [] : [`set ${name} = '${value}'`]
  })
}

/**
 * Checks that sessions behind `address` have the service's settings and know the prepared statements of each connection,
 * and that each connection to `maintenance` has its own session: for advisory locks, LISTEN and temporary tables. Returns
 * the settings of these sessions that let a loss of power take back commits, by the server, the database or the role.
 * @throws {StartError}
 */
export async function checkSessions({
  pool,
  address,
  maintenance,
  statementTimeoutMs,
}: {
  pool: ServicePool
  address: DatabaseAddress
  maintenance: DatabaseAddress
  statementTimeoutMs: number
}): Promise<string[]> {
  const wanted = settingsOf(statementTimeoutMs)
  // In a transaction, because a pooler in statement mode refuses it.
  const [session] = await transaction(pool, (tx) => readSession(tx, [...Object.keys(wanted), ...DURABLE]))
  for (const one of new Set([maintenance, ...(session!.keepsNames ? [address] : [])]))
    if (await sharesSessions(one)) throw new StartError(transactionModeProblem(one))
  const missing = missingSettings(session!.settings, wanted)
  if (missing.length === 0) return DURABLE.filter((name) => session!.settings[name] === 'off')
  const statements = missing.map((clause) => `${session!.alterRole} ${clause}`).join('; ')
  throw new StartError(
    `The pooler of ${address.variable} drops settings of the service. Run on the server: ${statements}`,
  )
}

/** So many names are in the sentence. */
const NAMES_SHOWN_MAX = 3

/** Other programs may have tables in the schema. Ours have the owner of `schema_migrations`. */
const readMissing = sql(
  'privileges.read_missing',
  `select to_regclass('schema_migrations') is not null as sees_tables, array(
     select c.relname::text from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S') and not c.relispartition
       and c.relowner = (select m.relowner from pg_class m where m.oid = to_regclass('schema_migrations'))
       and not case c.relkind when 'S' then has_sequence_privilege(c.oid, 'usage') else
         has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
         and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete') end
     order by c.relname) as names`,
)

/**
 * Checks that the connection's user may read and write all tables of the service.
 * @throws {StartError}
 */
export async function checkPrivileges(connection: Connection, address: DatabaseAddress): Promise<void> {
  const [row] = await readMissing(connection)
  const { seesTables, names } = row!
  const { user } = addressOf(address)
  const remedy = `run the GRANTs of docs/operating.md`
  if (!seesTables)
    throw new StartError(`The user ${user} of ${address.variable} sees no table of the service: ${remedy}`)
  if (names.length === 0) return
  const more = names.length > NAMES_SHOWN_MAX ? ` and ${names.length - NAMES_SHOWN_MAX} more` : ''
  const shown = `${names.slice(0, NAMES_SHOWN_MAX).join(', ')}${more}`
  throw new StartError(`The user ${user} of ${address.variable} lacks rights on ${shown}: ${remedy}`)
}

const readOwner = sql(
  'privileges.read_owner',
  `select relowner::regrole::text as owner, pg_has_role(relowner, 'usage') as "is_ours!"
   from pg_class where oid = to_regclass('schema_migrations')`,
)

/**
 * Checks that the connection's user owns the migrated tables, as partitions and statistics need it. For statistics,
 * PostgreSQL would only warn.
 * @throws {StartError}
 */
export async function checkOwner(session: Connection, address: DatabaseAddress): Promise<void> {
  const [row] = await readOwner(session)
  const { owner, isOurs } = row!
  if (isOurs) return
  throw new StartError(
    `The user ${addressOf(address).user} of ${address.variable} does not own the tables: set MIGRATION_DATABASE_URL to their owner, ${owner}`,
  )
}
