import pg from 'pg'
import type { Connection as ProtocolConnection, Submittable } from 'pg'
import '../src/platform/db/types.ts'

/** A column of a statement's rows, as the database describes it. */
export interface DescribedColumn {
  name: string
  /** The type's name in `pg_type`. */
  type: string
  /** The column of a table that it is read from. Null: an expression. */
  origin: TableColumn | null
}

export interface TableColumn {
  table: string
  name: string
  isNotNull: boolean
  /** The words that a check constraint allows. Null: any. */
  words: readonly string[] | null
}

export interface DescribedStatement {
  /** Type names of the parameters, in order. */
  parameters: string[]
  columns: DescribedColumn[]
}

/** By the names of table and column. */
export type TableColumns = ReadonlyMap<string, ReadonlyMap<string, TableColumn>>

export interface Description {
  described: Map<string, DescribedStatement>
  tables: TableColumns
}

interface CatalogRow {
  table: string
  table_id: number
  column: string
  number: number
  is_not_null: boolean
  check: string | null
}

const READ_COLUMNS = `select c.relname as table, c.oid::integer as table_id, a.attname as column, a.attnum as number,
    a.attnotnull as is_not_null,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
       and pg_get_constraintdef(k.oid) ~ ('^CHECK [(]+' || a.attname || ' =[[:space:]]+(ANY [(]ARRAY|CASE)') order by k.oid limit 1) as check
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p')`

/**
 * `CHECK ((status = ANY (ARRAY['sent'::text, 'failed'::text])))` and `CHECK ((status = CASE ... THEN 'sent'::text ... END))`:
 * sent, failed. Another form: null.
 */
function wordsOf(check: string | null): string[] | null {
  const list = /^CHECK \(+\w+ =\s+(?:ANY \(ARRAY\[([^\]]+)\]|CASE\b([^]*)END)\)+(?: NOT VALID)?$/.exec(check ?? '')
  if (list === null) return null
  const words =
    list[1] === undefined ? list[2]!.matchAll(/(?:THEN|ELSE) '([^']*)'::text/g) : list[1].matchAll(/'([^']*)'::text/g)
  return [...new Set([...words].map(([, word]) => word!))]
}

/** The messages of the extended protocol that the driver has and its types have not. */
interface DescribingConnection {
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
  parse(message: { name: string; text: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}

interface RawField {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

/** Parses a statement and asks for its types. It does not run. */
function describe(client: pg.Client, text: string): Promise<{ parameters: number[]; fields: RawField[] }> {
  return new Promise((resolve, reject) => {
    let parameters: number[] = []
    let fields: RawField[] = []
    const query: Submittable & Record<`handle${string}`, unknown> = {
      submit(given: ProtocolConnection) {
        const connection = given as unknown as DescribingConnection
        connection.once('parameterDescription', ({ dataTypeIDs }) => (parameters = dataTypeIDs))
        connection.parse({ name: '', text, types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription: (message: { fields: RawField[] }) => (fields = message.fields),
      handleReadyForQuery: () => resolve({ parameters, fields }),
      handleError: reject,
    }
    client.query(query)
  })
}

/**
 * Describes each statement against the migrated database at `url`.
 * @throws {Error} with a line for each statement that does not fit the schema.
 */
export async function describeStatements(
  url: string,
  statements: ReadonlyMap<string, { text: string }>,
): Promise<Description> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: types } = await client.query<{ id: number; name: string }>(
      'select oid::integer as id, typname as name from pg_type',
    )
    const typeNames = new Map(types.map(({ id, name }) => [id, name]))
    const { rows } = await client.query<CatalogRow>(READ_COLUMNS)
    const columns = new Map(
      rows.map((row): [string, TableColumn] => [
        `${row.table_id}.${row.number}`,
        { table: row.table, name: row.column, isNotNull: row.is_not_null, words: wordsOf(row.check) },
      ]),
    )
    const described = new Map<string, DescribedStatement>()
    const mistakes: string[] = []
    for (const [name, { text }] of statements) {
      const found = await describe(client, text).catch((error: Error) => {
        mistakes.push(`${name}: ${error.message}`)
        return null
      })
      if (found === null) continue
      const { parameters, fields } = found
      described.set(name, {
        parameters: parameters.map((id) => typeNames.get(id)!),
        columns: fields.map((field) => ({
          name: field.name,
          type: typeNames.get(field.dataTypeID)!,
          origin: columns.get(`${field.tableID}.${field.columnID}`) ?? null,
        })),
      })
    }
    if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
    const tables = Map.groupBy(columns.values(), (column) => column.table)
    const byName = (of: TableColumn[]) => new Map(of.map((column) => [column.name, column]))
    return { described, tables: new Map([...tables].map(([table, of]) => [table, byName(of)])) }
  } finally {
    await client.end()
  }
}
