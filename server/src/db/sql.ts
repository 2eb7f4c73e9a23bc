import type { CustomTypesConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { workGoesOn, workWaits } from '../loop-meter.ts'

/** Where a statement runs: the pool, or the client of a transaction. Always the first argument, never optional. */
export interface Connection {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>
}

/** Every named statement of the service by its name: a test prepares each against the migrated database. */
export const statements = new Map<string, string>()

/** The rows, taken out of the driver's result: V8 may find that old, and keep until it looks there all that it holds. */
function rowsOf<Row extends QueryResultRow>(result: QueryResult<Row>): Row[] {
  workGoesOn()
  return result.rows.splice(0)
}

/**
 * A literal statement under a name of its own (`room.verb`), prepared once per connection.
 *
 * `const findThing = sql<{ id: number }>('things.find', 'select id from things where bucket = $1')`
 * gives `findThing(connection, bucket)`, which answers the rows. `Values` names the parameters, in their order.
 * `types` reads the columns' values, if not as on every connection (`types.ts`).
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
 * As `sql`, but planned anew at every call: for lists with optional filters (`$3::text is null or status = $3`),
 * which one generic plan cannot serve.
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
