import type { CustomTypesConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { workGoesOn, workWaits } from '../loop-meter.ts'
import { binaryList } from './binary-list.ts'

/** Where a statement runs: the pool, or the client of a transaction. Always the first argument, never optional. */
export interface Connection {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>
}

/** Every named statement of the service by its name: a test prepares each against the migrated database. */
export const statements = new Map<string, string>()

/**
 * The buckets of the rows, each once and in order: for the `bucket = any($n)` that a batch names on every table. The array
 * is sorted anew for every search of an index: with a bucket for each of its rows 400 outcomes took 35 ms instead of 11,
 * and 64 buckets out of order cost 5 us an outcome.
 */
export function distinctBuckets(rows: readonly { bucket: number }[]): number[] {
  return [...new Set(rows.map((row) => row.bucket))].toSorted((a, b) => a - b)
}

/** The types of the lists that a statement takes, by their place: each is told where it is used, as in `$3::bigint[]`. */
function listTypes(text: string): (string | undefined)[] {
  const types: string[] = []
  for (const [, place, type] of text.matchAll(/\$(\d+)::(\w+)\[\]/g)) {
    const index = Number(place) - 1
    if (types[index] !== undefined && types[index] !== type) throw new Error(`$${place} is a list of two types`)
    types[index] = type!
  }
  return types
}

/** What has no binary form the driver writes as text. */
function parameter(value: unknown, type: string | undefined): unknown {
  return type !== undefined && Array.isArray(value) ? (binaryList(type, value) ?? value) : value
}

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
  const lists = listTypes(text)
  return async (connection: Connection, ...values: Values): Promise<Row[]> => {
    const parameters = values.map((value, index) => parameter(value, lists[index]))
    workWaits()
    return rowsOf(await connection.query<Row>({ name, text, values: parameters, types }))
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
