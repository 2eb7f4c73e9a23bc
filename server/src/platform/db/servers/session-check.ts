/**
 * Checks that a URL leads to sessions as the service needs them. A connection pooler in transaction mode gives each
 * transaction another session (docs/decisions/0049-a-pooler-in-transaction-mode-needs-two-urls.md).
 */
import type { DatabaseAddress } from './address.ts'
import { isSharedSession } from '../database-error.ts'
import { PLAN_SETTINGS } from '../pool.ts'
import type { Pool } from '../pool.ts'
import { ServerConnection } from './server-connection.ts'
import { transactionModeProblem } from './server-check.ts'
import { sql } from '../sql.ts'
import { StartError } from './start-error.ts'
import { transaction } from '../transaction.ts'

const CONNECT_TIMEOUT_MS = 10_000

/**
 * The order in which two connections ask for their session. A pooler takes the session that was free last, or the next
 * one in turn: in both cases one connection changes its session, or both have the same.
 */
const PROBES = ['first', 'second', 'first', 'first', 'second', 'second', 'first', 'second', 'first', 'first'] as const

/** True if two connections share sessions. It opens no transaction, so a pooler with a single session passes too. */
async function sharesSessions(address: DatabaseAddress): Promise<boolean> {
  const config = { application_name: 'tidings check', connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const connections: ServerConnection[] = []
  const owners = new Map<number, 'first' | 'second'>()
  const sessions = new Map<'first' | 'second', number>()
  try {
    const open = async () => connections[connections.push(await ServerConnection.open(address, config)) - 1]!
    const both = { first: await open(), second: await open() }
    for (const name of PROBES) {
      const { rows } = await both[name].query<{ id: number }>('select pg_backend_pid() as id')
      const { id } = rows[0]!
      if ((owners.get(id) ?? name) !== name || (sessions.get(name) ?? id) !== id) return true
      owners.set(id, name)
      sessions.set(name, id)
    }
    return false
  } catch (error) {
    if (isSharedSession(error)) return true
    throw error
  } finally {
    await Promise.all(connections.map((connection) => connection.end().catch(() => {})))
  }
}

/** PgBouncer gives prepared statements names of its own, so that each session can have those of all connections. */
const readSession = sql<
  { keeps_names: boolean; settings: Record<string, string>; alter_role: string },
  [names: string[]]
>(
  'database.session',
  `select exists (select from pg_prepared_statements where name = 'database.session') as keeps_names,
     json_object_agg(name, setting) as settings,
     format('alter role %I in database %I', current_user, current_database()) as alter_role
   from pg_settings where name = any($1::text[])`,
)

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
  pool: Pool
  address: DatabaseAddress
  maintenance: DatabaseAddress
  statementTimeoutMs: number
}): Promise<string[]> {
  const wanted = settingsOf(statementTimeoutMs)
  // In a transaction, because a pooler in statement mode refuses it.
  const [session] = await transaction(pool, (tx) => readSession(tx, [...Object.keys(wanted), ...DURABLE]))
  for (const one of new Set([maintenance, ...(session!.keeps_names ? [address] : [])]))
    if (await sharesSessions(one)) throw new StartError(transactionModeProblem(one))
  const missing = missingSettings(session!.settings, wanted)
  if (missing.length === 0) return DURABLE.filter((name) => session!.settings[name] === 'off')
  const statements = missing.map((clause) => `${session!.alter_role} ${clause}`).join('; ')
  throw new StartError(
    `The pooler of ${address.variable} drops settings of the service. Run on the server: ${statements}`,
  )
}
