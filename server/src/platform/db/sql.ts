import { escapeLiteral } from 'pg'
import type { CustomTypesConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { workGoesOn, workWaits } from '../loop-meter.ts'

/** The types of the driver do not know its mode `extended`. */
interface Statement extends QueryConfig {
  queryMode?: 'extended'
}

/** Runs statements: a pool, or the client of a transaction. Always the first argument, never optional. */
export interface Connection {
  query<Row extends QueryResultRow>(config: Statement): Promise<QueryResult<Row>>
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
 * A value as a literal of SQL. Numbers stay numbers, because some places take no text.
 * @throws {Error} with PostgreSQL's code for a text that it cannot store.
 */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return literalOf(`{${value.map(elementOf).join()}}`)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.includes('\0')) throw Object.assign(new Error('A text has the character 0'), { code: '22021' })
  return escapeLiteral(text)
}

/** An element in the text of an array. */
function elementOf(value: unknown): string {
  return `"${String(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`
}

/**
 * Like `sql`, but planned at every call, for its values. For lists with optional filters (`$3::text is null or status =
 * $3`), because one generic plan does not fit them. The values are literals in the text, because the pool's connections
 * plan all statements with parameters in the generic way.
 */
export function listSql<Row extends QueryResultRow, Values extends unknown[] = unknown[]>(
  name: string,
  text: string,
  types?: CustomTypesConfig,
) {
  if (statements.has(name)) throw new Error(`Two statements are named ${name}`)
  if (/--[^\n]*\$\d/.test(text)) throw new Error(`A comment of ${name} names a parameter`)
  statements.set(name, text)
  return async (connection: Connection, ...values: Values): Promise<Row[]> => {
    workWaits()
    const inserted = text.replaceAll(/\$(\d+)/g, (_, place) => literalOf(values[Number(place) - 1]))
    // In the extended protocol a text is one statement.
    return rowsOf(await connection.query<Row>({ text: inserted, types, queryMode: 'extended' }))
  }
}
