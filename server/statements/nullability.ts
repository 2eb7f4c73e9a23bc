/**
 * Which columns of a statement may be null. PostgreSQL does not tell it. A column of a table is not null by the table's
 * constraint, unless an outer join adds the table. An expression may be null, unless its form excludes it. Where a person
 * knows better, the statement says `as "name!"` (not null) or `as "name?"` (may be null).
 */
import type { NamedStatement } from '../src/platform/db/sql.ts'
import type { DescribedColumn, TableColumns } from './describe.ts'

/** The statement's text without comments, in one line. Lower case, but for literals, which have no parentheses. */
export function plainText(text: string): string {
  const line = text.replaceAll(/--[^\n]*/g, ' ').replaceAll(/\s+/g, ' ')
  return line.replaceAll(/'[^']*'|[^']+/g, (part) =>
    part.startsWith("'") ? part.replaceAll(/[()]/g, '') : part.toLowerCase(),
  )
}

/** The end of a part that begins at `start`: the first place outside of its parentheses that `isEnd` accepts. */
export function endOf(text: string, start: number, isEnd: (rest: string) => boolean): number {
  let depth = 0
  for (let place = start; place < text.length; place++) {
    if (text[place] === '(') depth++
    else if (text[place] === ')' && --depth < 0) return place
    else if (depth === 0 && isEnd(text.slice(place, place + 12))) return place
  }
  return text.length
}

/** The parts of the text that an outer join adds, from the join to its condition. */
function outerParts(text: string): [start: number, end: number][] {
  return [...text.matchAll(/\b(?:left|full)(?: outer)? join\b/g)].map(({ index, 0: join }) => {
    const start = index + join.length
    return [start, endOf(text, start, (rest) => /^ on\b|^ using\b/.test(rest))]
  })
}

const RELATION = /\b(?:from|join(?: lateral)?|,) \(?(?:only )?(?:pg_catalog\.)?([a-z_]+)/g

const relationsIn = (text: string): string[] => [...text.matchAll(RELATION)].map(([, name]) => name!)

/** The relations that outer joins add: tables, and parts of `with`. */
function outerRelations(text: string, parts: readonly [number, number][]): Set<string> {
  return new Set(parts.flatMap(([start, end]) => relationsIn(`join${text.slice(start, end)}`)))
}

/** The tables of a part of `with`. */
function tablesOfPart(text: string, name: string): string[] {
  const start = new RegExp(String.raw`\b${name} as (?:not )?(?:materialized )?\(`).exec(text)
  if (start === null) return []
  const body = start.index + start[0].length
  return relationsIn(
    text.slice(
      body,
      endOf(text, body, () => false),
    ),
  )
}

/** Names of the parts of `with`. */
function commonTables(text: string): string[] {
  return [...text.matchAll(/\b([a-z_]+) as (?:not )?(?:materialized )?\(/g)].map(([, name]) => name!)
}

const LITERAL = String.raw`(?:'[^']*'|\d+|true|false)`
/** Calls that never return null, whatever their arguments are. */
const CALLS =
  /^(?:count|exists|not exists|array|row_number|now|nextval|clock_timestamp|jsonb_build_object|jsonb_build_array|pg_is_in_recovery|pg_current_xact_id|pg_current_snapshot|pg_snapshot_xmin|pg_current_wal_lsn) ?\(/
/** Other forms of expressions that are never null. */
const NOT_NULL = [
  new RegExp(`^${LITERAL}$`),
  /^current_setting\('[^']*'\)$/,
  / is (?:not )?null$/,
  / is (?:not )?distinct from [^ ]+$/,
]
const OPERATORS = /^ (?:and|or|=|<>|<|>|<=|>=|\|\||\+|-|\*|\/) /

/** The whole expression is a call: its first parenthesis ends with it. `over` and `filter` belong to it. */
function isCall(expression: string): boolean {
  const open = expression.indexOf('(')
  const close = endOf(expression, open + 1, () => false)
  return CALLS.test(expression) && /^\)(?: (?:over|filter) ?\(.*\)| over [a-z_]+)?$/.test(expression.slice(close))
}

/** Splits at the words outside of parentheses: `splitAt('a, (b, c)', /^, /)` is `a` and `(b, c)`. */
function splitAt(text: string, word: RegExp): string[] {
  const parts: string[] = []
  let start = 0
  while (start <= text.length) {
    const end = endOf(text, start, (rest) => word.test(rest))
    parts.push(text.slice(start, end))
    const found = word.exec(text.slice(end))?.[0]
    if (found === undefined) break
    start = end + found.length
  }
  return parts
}

/** The results of `case when ... then a else b end`: a and b. Null for another form, or without an else. */
function resultsOf(expression: string): string[] | null {
  const inside = /^case (.*) end$/.exec(expression)?.[1]
  if (inside === undefined || / case /.test(inside) || !/ else /.test(inside)) return null
  return splitAt(` ${inside}`, /^ (?:when|then|else) /)
    .slice(1)
    .filter((_, index, all) => index === all.length - 1 || index % 2 === 1)
}

/** The words of expressions that are all texts, or null. */
function wordsOf(expressions: readonly string[] | null): string[] | null {
  const words = expressions?.map((expression) => /^'([^']*)'$/.exec(expression.trim())?.[1]) ?? []
  return words.length === 0 || words.includes(undefined) ? null : [...new Set(words as string[])]
}

/** The expression that ends at `end`, for `expression as name`. */
function expressionBefore(text: string, end: number): string {
  let depth = 0
  for (let place = end - 1; place >= 0; place--) {
    if (text[place] === ')') depth++
    else if (text[place] === '(' && --depth < 0) return withoutVerb(text.slice(place + 1, end))
    else if (depth === 0 && text[place] === ',') return withoutVerb(text.slice(place + 1, end))
    else if (depth === 0 && /^ ?(?:select|returning) /.test(text.slice(place, place + 11)))
      return withoutVerb(text.slice(place, end))
  }
  return withoutVerb(text.slice(0, end))
}

const withoutVerb = (expression: string): string =>
  expression
    .trim()
    .replace(/^(?:select|returning)(?: distinct(?: on \([^)]*\))?)? /, '')
    .trim()

function namedPlaces(text: string, name: string): RegExpExecArray[] {
  return [
    ...text.matchAll(new RegExp(String.raw` as "?${name}[!?]?"?(?![\w.(])(?! (?:not )?(?:materialized )?\()`, 'g')),
  ]
}

/** The parts of a statement by which its expressions are judged. */
interface Known {
  text: string
  outerParts: readonly [start: number, end: number][]
  /** Of `columnsOf`. */
  columns: ReadonlyMap<string, boolean>
  /** Columns of the input that are never null. */
  given: ReadonlySet<string>
}

/** No place that gives the name to an expression gives it to one that may be null. */
function isNeverNull(known: Known, name: string, seen: readonly string[] = []): boolean {
  const places = seen.includes(name) ? [] : namedPlaces(known.text, name)
  if (places.length === 0) return name === 'count'
  return places.every(({ index }) => {
    const isInOuter = known.outerParts.some(([start, end]) => index >= start && index < end)
    return !isInOuter && isNotNull(known, expressionBefore(known.text, index), [...seen, name])
  })
}

function isNotNull(known: Known, given: string, seen: readonly string[]): boolean {
  const trimmed = given.trim()
  const isPart = (part: string) => isNotNull(known, part, seen)
  const results = resultsOf(trimmed)
  if (results !== null) return results.every(isPart)
  const sides = splitAt(trimmed.replace(/^(?:not (?!exists)|- ?)/, ''), OPERATORS)
  if (sides.length > 1) return sides.every(isPart)
  const expression = sides[0]!.replace(/::[a-z0-9]+(?:\[\])?$/, '')
  if (expression !== trimmed) return isPart(expression)
  if (isCall(expression) || NOT_NULL.some((form) => form.test(expression))) return true
  const column = /^(?:\w+\.)?([a-z_]\w*)$/.exec(expression)?.[1]
  if (column !== undefined) {
    const ofTable = known.columns.get(expression)
    if (ofTable !== undefined && expression !== column) return ofTable
    // A part of `with` may give the name of a table's column to an expression.
    const isNamed = !seen.includes(column) && namedPlaces(known.text, column).length > 0
    if (isNamed) return isNeverNull(known, column, seen) && (ofTable ?? true)
    return known.given.has(column) || (known.columns.get(column) ?? false)
  }
  const coalesced = /^coalesce\((.*)\)$/.exec(expression)?.[1]
  if (coalesced !== undefined) return splitAt(coalesced, /^, /).some(isPart)
  const extracted = /^extract\(\w+ from (.*)\)$/.exec(expression)?.[1]
  if (extracted !== undefined) return isPart(extracted)
  if (!expression.startsWith('(') || endOf(expression, 1, () => false) < expression.length - 1) return false
  const inside = expression.slice(1, -1)
  return inside.startsWith('select ')
    ? /^select count ?\([^()]*\)(?:::\w+)? from /.test(inside) && !/ (?:group by|having|offset) /.test(inside)
    : isPart(inside)
}

/**
 * The expressions of the last `select`, by column and then by part of its `union`. Null: it has no union. Without
 * expressions: a part has columns that the text does not list.
 */
function expressionsOfUnion(text: string): string[][] | null {
  const start = endOf(text, 0, (rest) => /^(?:^| )select /.test(rest))
  const parts = splitAt(text.slice(start), /^ union (?:all )?/)
  if (parts.length === 1) return null
  const lists = parts.map((part) => {
    const first = part.indexOf('select ') + 'select '.length
    const list = part.slice(
      first,
      endOf(part, first, (rest) => rest.startsWith(' from ')),
    )
    return splitAt(list, /^, ?/).map((item) => item.replace(/ as "?\w+[!?]?"?$/, ''))
  })
  if (lists.flat().some((item) => /(?:^|\.)\*$/.test(item.trim()))) return []
  return lists[0]!.map((_, column) => lists.map((list) => list[column] ?? 'null'))
}

export interface Nullability {
  /** Columns that may be null, by their places. */
  nullable: boolean[]
  /** Columns that are null together if an outer join found no row, by their places. */
  optional: boolean[]
  /** The words of columns that are one of some texts, by their places. */
  words: (string[] | null)[]
}

const TABLE =
  /\b(?:from|join(?: lateral)?|update|into|using|,) \(?(?:only )?(?:pg_catalog\.)?([a-z_]+)(?: (?:as )?([a-z_]+))?/g

/**
 * Whether the columns of the statement's tables are never null, by `alias.name`, and by `name` for all its tables. Those of
 * an outer join may be null.
 */
function columnsOf(text: string, outer: ReadonlySet<string>, tables: TableColumns): Map<string, boolean> {
  const columns = new Map<string, boolean>()
  for (const [, table, alias] of text.matchAll(TABLE))
    for (const [column, { isNotNull }] of tables.get(table!) ?? [])
      for (const name of [column, `${alias}.${column}`])
        columns.set(name, (columns.get(name) ?? true) && isNotNull && !outer.has(table!))
  return columns
}

/** The nullability of a statement's columns. */
export function nullabilityOf(
  statement: NamedStatement,
  columns: readonly DescribedColumn[],
  tables: TableColumns,
): Nullability {
  const text = plainText(statement.text)
  const parts = outerParts(text)
  const joined = outerRelations(text, parts)
  const optionalPart = commonTables(text).find((name) => joined.has(name) && text.includes(`select ${name}.*`))
  const others = [...joined].filter((name) => name !== optionalPart)
  const outer = new Set([...joined, ...others.flatMap((name) => tablesOfPart(text, name))])
  const given = new Set(
    outer.has('input') ? [] : statement.rows?.columns.flatMap(({ name, isNullable }) => (isNullable ? [] : [name])),
  )
  const known: Known = { text, outerParts: parts, columns: columnsOf(text, outer, tables), given }
  const [, beside = ''] = new RegExp(`select ${optionalPart}[.][*](.*)$`).exec(text) ?? []
  const union = expressionsOfUnion(text)
  const isOther = (name: string) => new RegExp(String.raw`[. ]"?${name}\b"?(?: from|,)`).test(beside)
  return {
    nullable: columns.map(({ name, origin }, place) => {
      if (/[!?]$/.test(name)) return name.endsWith('?')
      if (union !== null) return !(union[place] ?? ['null']).every((one) => isNotNull(known, one, []))
      if (origin !== null) return !origin.isNotNull || outer.has(origin.table)
      // A row of the input, unless an expression has its name.
      if (given.has(name) && namedPlaces(text, name).length === 0) return false
      return !isNeverNull(known, name)
    }),
    optional: columns.map(({ name }) => optionalPart !== undefined && !isOther(name)),
    words: columns.map(({ name, origin }, column) => {
      if (union !== null) return wordsOf(union[column] ?? [])
      const [place] = origin === null ? namedPlaces(text, name.replace(/[!?]$/, '')) : []
      return place === undefined ? null : wordsOf(resultsOf(expressionBefore(text, place.index)))
    }),
  }
}
