/**
 * Statements with many input rows. Each column is sent as a list, and `unnest` combines the lists to rows again.
 *
 * `columns('bucket smallint, delivery_id bigint, cause text null')` takes rows of `{ bucket, deliveryId, cause }`.
 */
import type { CustomTypesConfig } from 'pg'
import { binaryList } from './binary-list.ts'
import { between } from './id-conditions.ts'
import { defineStatement, inCamelCase, queryOf, statements } from './sql.ts'
import type { Connection, RowOf, StatementName, ValuesOf } from './sql.ts'

/** The JavaScript type for each column type. Times are ms since the epoch. */
interface Values {
  boolean: boolean
  smallint: number
  integer: number
  bigint: number
  text: string
  bytea: Buffer
  timestamptz: number
}

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}` ? Trimmed<Rest> : Text

type InCamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<InCamelCase<Rest>>}`
  : Name

type ValueOf<Type extends string> = Type extends keyof Values
  ? Values[Type]
  : Type extends `${infer NotNull} null`
    ? ValueOf<NotNull> | null
    : never

type FieldOf<Column extends string> = Column extends `${infer Name} ${infer Type}`
  ? Type extends 'for ordinality'
    ? unknown
    : { readonly [Key in InCamelCase<Name>]: ValueOf<Type> }
  : never

type FieldsOf<Text extends string> = Text extends `${infer Column},${infer Rest}`
  ? FieldOf<Trimmed<Column>> & FieldsOf<Rest>
  : FieldOf<Trimmed<Text>>

interface Column {
  name: string
  type: string
  /** The rows' property. */
  key: string
  isNullable: boolean
  isOrdinality: boolean
}

function columnOf(text: string): Column {
  const [name, type, ...rest] = text.trim().split(' ') as [string, string, ...string[]]
  return { name, type, key: inCamelCase(name), isNullable: rest.includes('null'), isOrdinality: type === 'for' }
}

/** Parts of a statement's text that refer to its rows. */
export interface Input {
  /** `unnest(...) as input (...)`, with the columns by name. */
  input: string
  /** The lowest and the highest number of a column, for example for `sameRange`. Null if there are no rows. */
  bounds(name: string): [lowest: string, highest: string]
  /**
   * `id` is between a column's lowest and highest number. Use it beside `isRowOf` for the id of every partitioned table.
   * By the bounds, a plan opens only the partitions of these ids. Without them it opens every partition at each call.
   */
  between(id: string, name: string): string
}

/** A value computed from a column's numbers, for `Input`. */
const COMPUTED = {
  lowest: (numbers: number[]) => numbers.reduce<number | null>((one, other) => Math.min(one ?? other, other), null),
  highest: (numbers: number[]) => numbers.reduce<number | null>((one, other) => Math.max(one ?? other, other), null),
} as const

/** Makes a statement's text from its rows and the places of the values after them. */
type TextOf = (rows: Input, ...values: string[]) => string

/**
 * Defines rows by column names and SQL types. `null` after a type allows null. The rows' properties are in camel case.
 * A last column `name for ordinality` numbers the rows from 1 and is not part of the rows.
 */
export function columns<const Text extends string>(text: Text) {
  type Row = FieldsOf<Text>
  const all = text.split(',').map(columnOf)
  const given = all.filter(({ isOrdinality }) => !isOrdinality)
  const lists = given.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const ordinality = given.length < all.length ? ' with ordinality' : ''
  const input = `unnest(${lists.join(', ')})${ordinality} as input (${all.map(({ name }) => name).join(', ')})`
  return {
    /**
     * Like `sql`, with the rows before the other values. `textOf` makes the statement's text once, from the places of
     * the values, and must use them all: `columns('id bigint').sql('things.touch', ({ input }, now) => ...)`.
     */
    sql<const Name extends StatementName>(name: Name, textOf: TextOf, types?: CustomTypesConfig) {
      type Result = RowOf<Name>
      const others = Array.from({ length: textOf.length - 1 }, (_, index) => `$${given.length + 1 + index}`)
      const once: { column: Column; kind: keyof typeof COMPUTED }[] = []
      const computed = (columnName: string, kind: keyof typeof COMPUTED) => {
        const column = given.find((one) => one.name === columnName)
        if (column === undefined) throw new Error(`${name} has no column ${columnName}`)
        let index = once.findIndex((one) => one.column === column && one.kind === kind)
        if (index === -1) index = once.push({ column, kind }) - 1
        return `$${given.length + others.length + 1 + index}::${column.type}`
      }
      const bounds = (of: string): [string, string] => [computed(of, 'lowest'), computed(of, 'highest')]
      const rowsInput: Input = {
        input,
        bounds,
        between: (id, of) => between(id, ...bounds(of)),
      }
      const run = defineStatement<Result>(name, textOf(rowsInput, ...others), types)
      statements.get(name)!.rows = { columns: all, textOf }
      return queryOf(
        // Not async: rows without a form of SQL throw before any statement of `transactionAtOnce` is sent.
        (connection: Connection, rows: readonly Row[], ...values: ValuesOf<Name>): Promise<Result[]> => {
          const list = (key: string) => rows.map((row) => (row as Record<string, unknown>)[key])
          return run(
            connection,
            // The driver writes lists without a binary form as text.
            ...given.map(({ key, type }) => binaryList(type, list(key)) ?? list(key)),
            ...(values as unknown[]),
            ...once.map(({ column: { key }, kind }) => COMPUTED[kind](list(key) as number[])),
          )
        },
      )
    },
  }
}
