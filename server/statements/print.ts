/** Prints the TypeScript types of statements from their descriptions by the database. */
import { inCamelCase } from '../src/platform/db/sql.ts'
import type { NamedStatement } from '../src/platform/db/sql.ts'
import { COLUMN_TYPES } from './column-types.ts'
import type { DescribedColumn, DescribedStatement, Description, TableColumn, TableColumns } from './describe.ts'
import { endOf, nullabilityOf, plainText } from './nullability.ts'

/** Column types as the driver reads them (`platform/db/types.ts`). Times are ms since the epoch. */
const READ: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  name: 'string',
  text: 'string',
  timestamptz: 'number',
  uuid: 'string',
  void: 'unknown',
}

/** Parameter types as the driver takes them. Times are ISO 8601 texts, JSON is text. */
const TAKEN: Record<string, string> = {
  ...READ,
  json: 'string',
  jsonb: 'string',
  pg_lsn: 'string',
  timestamptz: 'string',
  xid8: 'string',
}

function typeOf(types: Record<string, string>, name: string, isRead: boolean): string {
  const element = name.startsWith('_') ? name.slice(1) : name
  const type = types[element]
  if (type === undefined) throw new Error(`The type ${element} has no mapping in server/statements/print.ts`)
  if (element === name) return type
  return isRead ? `${type}[]` : `readonly ${type}[]`
}

function columnType({ type, origin }: DescribedColumn, ownWords: readonly string[] | null): string {
  const [own] = COLUMN_TYPES[`${origin?.table}.${origin?.name}`] ?? []
  if (own !== undefined) return own
  const words = ownWords ?? origin?.words
  return words ? unionOf(words) : typeOf(READ, type, true)
}

const unionOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ')

/** The imports of the types that the table of column types names. */
function imports(): string {
  const named = Object.values(COLUMN_TYPES).flatMap(([type, file]) =>
    file === undefined ? [] : [`import type { ${/[A-Z]\w+/.exec(type)![0]} } from '../src/${file}'`],
  )
  return named.toSorted().join('\n')
}

function rowsType(statement: NamedStatement, { columns }: DescribedStatement, tables: TableColumns): string {
  if (columns.length === 0) return 'never'
  const { nullable, optional, words } = nullabilityOf(statement, columns, tables)
  const types = columns.map((column, place) => {
    const type = columnType(column, words[place]!)
    return nullable[place] && type !== 'unknown' ? `${type} | null` : type
  })
  const row = (typeAt: (place: number) => string) =>
    `{ ${columns.map(({ name }, place) => `${inCamelCase(name)}: ${typeAt(place)}`).join('; ')} }`
  const found = row((place) => types[place]!)
  return optional.includes(true) ? `${found} | ${row((place) => (optional[place] ? 'null' : types[place]!))}` : found
}

const PARAMETER = String.raw`\$(\d+)(?:::\w+(?:\[\])?)?`

/** The column of each parameter that `insert ... values` or `update ... set` writes as it is. */
function targetsOf(text: string, tables: TableColumns): Map<number, TableColumn> {
  const targets = new Map<number, TableColumn>()
  const add = (table: string, column: string, value: string) => {
    const place = new RegExp(`^${PARAMETER}$`).exec(value.trim())?.[1]
    const target = tables.get(table)?.get(column.trim())
    if (place !== undefined && target !== undefined) targets.set(Number(place), target)
  }
  for (const [, table, columns, values] of text.matchAll(
    /insert into (\w+)(?: as \w+)? \(([^)]+)\) (?:values \(|select )([^;]+)/g,
  )) {
    const given = values!.split(',')
    for (const [place, column] of columns!.split(',').entries())
      add(table!, column, given[place]?.replace(/\).*$/, '').replace(/ (?:from|where) .*$/, '') ?? '')
  }
  for (const { 0: update, 1: table, index } of text.matchAll(/update (\w+)(?: (?:as )?\w+)? set /g)) {
    const start = index + update.length
    const set = text.slice(
      start,
      endOf(text, start, (rest) => /^ (?:where|from|returning) /.test(rest)),
    )
    for (const [, column, value] of set.matchAll(new RegExp(String.raw`(\w+) = (${PARAMETER})(?=,|$)`, 'g')))
      add(table!, column!, value!)
  }
  return targets
}

/** The column that a parameter is compared with or stands for, for its label. */
function labelOf(text: string, place: number): string | null {
  const parameter = String.raw`\$${place}(?!\d)`
  const compared = new RegExp(String.raw`(\w+) (?:=|<>|<|<=|>|>=) (?:any ?\()?${parameter}`).exec(text)?.[1]
  const column = compared ?? new RegExp(String.raw`${parameter}(?:::\w+)? as (\w+)`).exec(text)?.[1]
  if (column !== undefined && !/^\d/.test(column)) return inCamelCase(column)
  return new RegExp(`limit ${parameter}`).test(text) ? 'rows' : null
}

const KEY_LABELS: ReadonlySet<string> = new Set(['bucket', 'accountId'])

/** The text without the selects in parentheses. */
function withoutSelects(text: string): string {
  const start = text.indexOf('(select ')
  if (start === -1) return text
  const end = endOf(text, start + 1, () => false)
  return withoutSelects(`${text.slice(0, start)}${text.slice(end + 1)}`)
}

/** `$3 is null or id < $4`: another value decides first whether this one is compared. */
function isGuarded(text: string, place: number): boolean {
  return [...text.matchAll(/\$\d+(?:::\w+(?:\[\])?)? is null or /g)].some(({ index, 0: guard }) => {
    const start = index + guard.length
    const compared = text.slice(
      start,
      endOf(text, start, (rest) => rest.startsWith(' and ')),
    )
    return new RegExp(String.raw`\$${place}(?!\d)`).test(withoutSelects(compared))
  })
}

/**
 * A compared parameter is not null, because nothing equals null. It may be null if the statement asks about it, or compares
 * it only if another value is given.
 */
function mayBeNull(text: string, place: number): boolean {
  const parameter = String.raw`\$${place}(?!\d)(?:::\w+(?:\[\])?)?`
  const asked = new RegExp(
    String.raw`${parameter} is |coalesce\(${parameter}|distinct from ${parameter}|nullif\(${parameter}`,
  )
  const compared = new RegExp(
    String.raw`(?:=|<>|<|>|<=|>=|any ?\(|limit|array\[|unnest\(|between|and|interval|-) ?\(?${parameter}`,
  )
  return asked.test(text) || isGuarded(text, place) || !compared.test(text)
}

/** The names of the values in the source of `textOf`: `({ input }, now, rows) => ...` has now and rows. */
function valueNames(textOf: (...places: never[]) => string): string[] {
  const [, names = ''] = /^\(\s*(?:\{[^}]*\}|\w+)((?:,\s*\w+)*),?\s*\) =>/.exec(String(textOf)) ?? []
  return names.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
}

function valuesType({ text, rows }: NamedStatement, { parameters }: DescribedStatement, tables: TableColumns): string {
  const plain = plainText(text)
  const first = rows?.columns.filter(({ isOrdinality }) => !isOrdinality).length ?? 0
  const names = rows === null ? null : valueNames(rows.textOf)
  const last = names === null ? parameters.length : first + names.length
  const targets = targetsOf(plain, tables)
  const labels = new Set<string>()
  const fields = parameters.slice(first, last).map((type, index) => {
    const place = first + index + 1
    const target = targets.get(place)
    let label = names?.[index] ?? (target === undefined ? labelOf(plain, place) : inCamelCase(target.name))
    const isKey = label !== null && KEY_LABELS.has(label)
    if (label === null || labels.has(label)) label = `${label ?? 'value'}${place}`
    labels.add(label)
    const isNullable = target === undefined ? !isKey && mayBeNull(plain, place) : !target.isNotNull
    const taken = target?.words ? unionOf(target.words) : typeOf(TAKEN, type, false)
    return `${label}: ${taken}${isNullable ? ' | null' : ''}`
  })
  return `[${fields.join(', ')}]`
}

/** The file with the types of all statements. */
export function printStatements(
  statements: ReadonlyMap<string, NamedStatement>,
  { described, tables }: Description,
): string {
  const lines = [...described.keys()].toSorted().map((name) => {
    const statement = statements.get(name)!
    const description = described.get(name)!
    const values = valuesType(statement, description, tables)
    return `    '${name}': { values: ${values}; row: ${rowsType(statement, description, tables)} }`
  })
  return `// Printed by npm run generate from the statements and the migrated schema.
${imports()}

declare module '../src/platform/db/sql.ts' {
  interface Statements {
${lines.join('\n')}
  }
}
`
}
