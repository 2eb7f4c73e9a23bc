import pg from 'pg'
import type { Connection as ProtocolConnection, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Client, CommonPool, Pool, ServicePool, StatementsAtOnce } from './pool.ts'
import { isUselessConnection } from './database-error.ts'
import type { Connection } from './sql.ts'

/** A connection inside a transaction. Actions given to `afterCommit` run only after a confirmed commit. */
export interface Transaction extends Connection {
  afterCommit(action: () => void): void
}

/**
 * Runs `work` in a transaction and returns its result. Each call is a transaction of its own, unless the request has an
 * idempotency key: then all calls are one transaction, with the stored response. So `work` reads what it needs of its own
 * rows, because nothing outside of it sees them yet.
 */
export type Write = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>

/** The connections of a request, for reading and for writing. */
export interface RequestConnections {
  pool: Connection
  write: Write
}

/**
 * Runs `work` in one transaction and returns its result. If `work` throws, the transaction is rolled back and the error
 * thrown on. If the rollback fails too, the connection is closed.
 */
export function transaction<Result>(
  pool: ServicePool | CommonPool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return run(pool, 'begin', work)
}

/**
 * Runs statements that do not need each other's results in one transaction and one round trip. `work` begins all of them
 * before it returns its promise. If it throws, none is sent. They have their results after the commit.
 */
export function transactionAtOnce<Result>(
  pool: ServicePool | CommonPool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return run(pool, null, work)
}

/** Transactions of their own, for code that a request or the service itself may call. */
export function writeOn(pool: Pool): Write {
  return (work) => run(pool, 'begin', work)
}

/**
 * Runs reads whose results are shown together. All of them see the database at the moment of the first one, so a
 * response does not contradict itself.
 */
export function snapshot<Result>(pool: Pool, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  return run(pool, 'begin isolation level repeatable read read only', work)
}

/** `begin`: the statement that begins the transaction. Null: all its statements are sent at once. */
async function run<Result>(
  pool: Pool,
  begin: string | null,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const actions: (() => void)[] = []
  const atOnce: Statement[] = []
  const sent = Promise.withResolvers<QueryResult[]>()
  let isOver = false
  let broken: Error | undefined
  try {
    if (begin !== null) await client.query({ text: begin })
    const working = work({
      async query<Row extends QueryResultRow>(config: Statement) {
        // Outside of the transaction, the statement would commit by itself.
        if (isOver) throw new Error('The transaction is over')
        if (begin !== null) return client.query<Row>(config)
        const place = atOnce.push(config) - 1
        return (await sent.promise)[place] as QueryResult<Row>
      },
      afterCommit: actions.push.bind(actions),
    })
    const refused = atOnce.find(({ name, types }) => name === undefined || types !== undefined)
    if (refused !== undefined) {
      working.catch(() => {})
      sent.reject(new Error(`Statements at once have a name and no types of their own: ${refused.text}`))
      await sent.promise
    }
    isOver = begin === null
    if (isOver) sent.resolve(atOnce.length === 0 ? [] : client.query(statementsAtOnce(atOnce)))
    const result = await working
    isOver = true
    if (begin === null) await sent.promise
    else await commit(client)
    for (const action of actions) action()
    return result
  } catch (error) {
    const wasSent = isOver
    isOver = true
    // A server that did not respond would not respond to a rollback either. Closing the connection has the same effect. Of
    // statements at once, it is not known which ones the server has prepared.
    if (begin === null ? wasSent : isUselessConnection(error)) broken = error as Error
    else if (begin !== null) await client.query({ text: 'rollback' }).catch((lost: Error) => (broken = lost))
    throw error
  } finally {
    client.release(broken)
  }
}

/** After a failed statement, the server accepts a commit but rolls back. Only the returned command shows it. */
async function commit(client: Client): Promise<void> {
  const { command } = await client.query({ text: 'commit' })
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
}

type Statement = Parameters<Connection['query']>[0]

/** What the types of the driver lack. */
interface Protocol extends ProtocolConnection {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/**
 * Statements with one `Sync` at their end. PostgreSQL runs them in one transaction. It commits at the `Sync`, or rolls back at
 * the first error (PostgreSQL, "Frontend/Backend Protocol", section Pipelining). So there is no `begin` that could fail alone.
 */
function statementsAtOnce(statements: readonly Statement[]): StatementsAtOnce {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult[]>()
  const query = new pg.Query({ text: '', rowMode: 'array' } as QueryConfig, (error, results) => {
    if (error) reject(error)
    else resolve([results as QueryResult | QueryResult[]].flat())
  })
  query.submit = (connection) => {
    const { stream, parsedStatements, submittedNamedStatements } = connection as Protocol
    const withoutSync = Object.create(connection, { sync: { value: () => {} } }) as ProtocolConnection
    let failure: Error | undefined
    stream.cork()
    for (const statement of statements) {
      const one = new pg.Query({ ...statement }, (error) => (failure ??= error))
      const refused = one.submit(withoutSync) as unknown as Error | null
      failure ??= refused ?? undefined
      // The driver notes it only for a query of one statement.
      parsedStatements[statement.name!] = statement.text
      delete submittedNamedStatements[statement.name!]
    }
    // Without the `Sync`, PostgreSQL commits nothing.
    if (failure === undefined) connection.sync()
    else stream.destroy(failure)
    stream.uncork()
  }
  return Object.assign(query, { results: promise })
}

/**
 * Waits for a transaction's statements that were sent together, in order (decision record 17). Throws the first error,
 * because the later ones only follow from it.
 */
export async function inOrder(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(statements)) if (result.status === 'rejected') throw result.reason
}
