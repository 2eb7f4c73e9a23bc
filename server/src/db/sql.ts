import type { CustomTypesConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { workGoesOn, workWaits } from '../loop-meter.ts'

/** Runs statements: a pool, or the client of a transaction. Always the first argument, never optional. */
export interface Connection {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>
}

/** All named statements by name. A test prepares each of them against the migrated database. */
export const statements = new Map<string, string>()

/** Takes the rows out of the driver's result. Otherwise a result object that lives long would keep them in memory. */
function rowsOf<Row extends QueryResultRow>(result: QueryResult<Row>): Row[] {
  workGoesOn()
  return result.rows.splice(0)
}

/**
 * A literal statement with its own name (`room.verb`), prepared once per connection.
 *
 * `const findThing = sql<{ id: number }>('things.find', 'select id from things where bucket = $1')` makes
 * `findThing(connection, bucket)`, which returns the rows. `Values` names the parameters, in order. `types` reads the
 * columns' values, if not as on every connection (`types.ts`).
 */
export function sql<Row extends QueryResultRow, Values extends unknown[] = unknown[]>(
  name: string,
  text: string,
  types?: CustomTypesConfig,
) {
  if (statements.has(name)) throw new Error(`Two statements are named ${name}`)
  statements.set(name, text)
  return async (connection: Connection, ...values: Values): Promise<Row[]> => {
    workWaits()
    return rowsOf(await connection.query<Row>({ name, text, values, types }))
  }
}

/**
 * Like `sql`, but planned at every call. For lists with optional filters (`$3::text is null or status = $3`), because
 * one generic plan does not fit them.
 */
export function listSql<Row extends QueryResultRow, Values extends unknown[] = unknown[]>(
  name: string,
  text: string,
  types?: CustomTypesConfig,
) {
  if (statements.has(name)) throw new Error(`Two statements are named ${name}`)
  statements.set(name, text)
  return async (connection: Connection, ...values: Values): Promise<Row[]> => {
    workWaits()
    return rowsOf(await connection.query<Row>({ text, values, types }))
  }
}
