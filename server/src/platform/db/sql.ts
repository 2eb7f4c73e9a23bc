import { escapeLiteral } from 'pg'
import type { CustomTypesConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { workGoesOn, workWaits } from '../loop-meter.ts'

/** The types of the driver do not know its mode `extended`, and that a query by parts may take rows as lists. */
interface QueryOptions extends QueryConfig {
  queryMode?: 'extended'
  rowMode?: 'array'
}

/** Runs statements: a pool, or the client of a transaction. Always the first argument, never optional. */
export interface Connection {
  query<Row extends QueryResultRow>(config: QueryOptions): Promise<QueryResult<Row>>
}

/**
 * The types of each statement by its name: the values it takes and its rows. `npm run generate` asks the database for them
 * and prints them to `server/generated/statements.ts`.
 */
export interface Statements {}

export type StatementName = keyof Statements
export type ValuesOf<Name extends StatementName> = Extract<Statements[Name], { values: unknown }>['values']
export type RowOf<Name extends StatementName> = Extract<Statements[Name], { row: unknown }>['row']

/** Types of columns that may replace the database's: JSON, and texts with known words. None may lose its null. */
type Narrower<Row, Types> = {
  [Column in keyof Types]: Column extends keyof Row
    ? unknown extends Row[Column]
      ? unknown
      : null extends Row[Column]
        ? null extends Types[Column]
          ? Row[Column]
          : never
        : Row[Column]
    : never
}

/** A column that is always null stays null: the row of an outer join that found nothing. */
type NarrowedColumn<Column, Type> = unknown extends Column
  ? Type
  : Column extends null
    ? null
    : null extends Column
      ? Type
      : Exclude<Type, null>

type Narrowed<Row, Types> = Row extends unknown
  ? { [Column in keyof Row]: Column extends keyof Types ? NarrowedColumn<Row[Column], Types[Column]> : Row[Column] }
  : never

/** Runs a statement and returns its rows. Their columns are in camel case. */
export interface Query<Row, Values extends readonly unknown[]> {
  (connection: Connection, ...values: Values): Promise<Row[]>
  /** The same with types that the database does not know: what is in JSON, and the words of a text. */
  as<Types extends Narrower<Row, Types>>(): Query<Narrowed<Row, Types>, Values>
}

/** The type of a statement's rows: `Row<typeof findThing>`. */
export type Row<Statement> = Statement extends Query<infer Found, any> ? Found : never

/** A statement of the source. */
export interface NamedStatement {
  text: string
  /** Of `columns(...)`: its columns, which are lists at the start of the parameters, and the function that made the text. */
  rows: {
    columns: readonly { name: string; isNullable: boolean; isOrdinality: boolean }[]
    textOf: (...places: any[]) => string
  } | null
}

/** All named statements by name. A test prepares each of them against the migrated database. */
export const statements = new Map<string, NamedStatement>()

/** `account_id` is `accountId`. A mark for the types (`"name!"` is never null, `"name?"` may be) is not part of the name. */
export function inCamelCase(column: string): string {
  return column.replace(/[!?]$/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The column of a name of `inCamelCase`. */
export function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Reads the rows of one statement. The names of its columns are made at its first result. Takes the rows out of the
 * driver's result. Otherwise a result object that lives long would keep them in memory.
 */
function rowReader<Row>(): (result: QueryResult) => Row[] {
  let keys: string[] = []
  let empty: Record<string, unknown> = {}
  return ({ fields, rows }) => {
    workGoesOn()
    if (keys.length !== fields.length) {
      keys = fields.map(({ name }) => inCamelCase(name))
      empty = Object.fromEntries(keys.map((key) => [key, null]))
    }
    return (rows.splice(0) as unknown[][]).map((values) => {
      const row = { ...empty }
      for (let place = 0; place < keys.length; place++) row[keys[place]!] = values[place]
      return row as Row
    })
  }
}

function register(name: string, text: string): void {
  if (statements.has(name)) throw new Error(`Two statements are named ${name}`)
  statements.set(name, { text, rows: null })
}

export function queryOf<Row, Values extends readonly unknown[]>(
  run: (connection: Connection, ...values: Values) => Promise<Row[]>,
): Query<Row, Values> {
  const query = Object.assign(run, { as: () => query }) as unknown as Query<Row, Values>
  return query
}

/** The definition behind `sql`, without types. */
export function defineStatement<Row, Values extends readonly unknown[] = unknown[]>(
  name: string,
  text: string,
  types?: CustomTypesConfig,
): Query<Row, Values> {
  register(name, text)
  const read = rowReader<Row>()
  return queryOf(async (connection, ...values) => {
    // 0.3 us for each statement. Without it, the work after a response of the database has no name in the warning of a held loop.
    workWaits()
    return read(await connection.query({ name, text, values: values as unknown as unknown[], types, rowMode: 'array' }))
  })
}

/**
 * A literal statement with its own name (`room.verb`), prepared once per connection.
 *
 * `const findThing = sql('things.find', 'select id, created_at from things where bucket = $1')` makes
 * `findThing(connection, bucket)`, which returns rows of `{ id, createdAt }`. `types` reads the columns' values, if not as
 * on every connection (`types.ts`).
 */
export function sql<const Name extends StatementName>(
  name: Name,
  text: string,
  types?: CustomTypesConfig,
): Query<RowOf<Name>, ValuesOf<Name>> {
  return defineStatement(name, text, types)
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
export function listSql<const Name extends StatementName>(
  name: Name,
  text: string,
  types?: CustomTypesConfig,
): Query<RowOf<Name>, ValuesOf<Name>> {
  if (/--[^\n]*\$\d/.test(text)) throw new Error(`A comment of ${name} names a parameter`)
  register(name, text)
  const read = rowReader<RowOf<Name>>()
  return queryOf(async (connection, ...values) => {
    workWaits()
    const inserted = text.replaceAll(/\$(\d+)/g, (_, place) => literalOf(values[Number(place) - 1]))
    // In the extended protocol a text is one statement.
    return read(await connection.query({ text: inserted, types, queryMode: 'extended', rowMode: 'array' }))
  })
}
