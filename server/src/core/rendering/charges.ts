/** The cost of each rendering step. It is charged before the step, so no single step can exceed the limits. */
import type { Context } from 'liquidjs'
import { monotonicMs } from '../../platform/clock.ts'
import { ITEM_UNITS, textOf } from './render-limits.ts'
import { WrittenNumber } from './names.ts'

/** For each call of a filter or operator, in addition to its values. */
const CALL_UNITS = 20
/** For each field of a date: names of days, months and zones come from locale tables. */
const DATE_UNITS = 250
const DATE_FORMAT_CHARACTERS_MAX = 100
/** A new format of numbers costs more. The time is checked before each call. */
const NUMBER_UNITS = 100
/** For each character of indented JSON: an indent is up to ten spaces per level. */
const INDENTED_UNITS = 64

/** Characters of text times characters of pattern per unit. A search takes quadratic time at worst. */
const SEARCHED_PER_UNIT = 32

/** Charges one call and checks the time. A long chain of calls in one output must not exceed the limits. */
function chargeCall(context: Context): void {
  context.memoryLimit.use(CALL_UNITS)
  context.renderLimit.check(monotonicMs())
}

/** Charges a text by its characters, a list by its items and their values. */
export function charge(context: Context, value: unknown): void {
  if (typeof value === 'string') context.memoryLimit.use(value.length)
  else if (Array.isArray(value)) {
    context.memoryLimit.use(value.length * ITEM_UNITS)
    for (const item of value) charge(context, item)
  } else if (value instanceof WrittenNumber) context.memoryLimit.use(String(value).length)
}

/** The length of the value as text. An object counts as one word. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof WrittenNumber) return String(value).length
  if (!Array.isArray(value)) return CALL_UNITS
  return value.reduce((sum: number, item) => sum + charactersOf(item), 0)
}

function chargeSearch(context: Context, text: unknown, pattern: unknown): void {
  context.memoryLimit.use((charactersOf(text) * charactersOf(pattern)) / SEARCHED_PER_UNIT)
}

function chargeDate(context: Context, format: unknown): void {
  const text = typeof format === 'string' ? format : ''
  if (Array.isArray(format) || text.length > DATE_FORMAT_CHARACTERS_MAX) throw new Error('date format limit exceeded')
  context.memoryLimit.use(DATE_UNITS * Math.max(text.split('%').length - 1, 1))
}

/** Charges for comparing each item of a list with the value. */
function chargeComparisons(context: Context, list: unknown, value: unknown): void {
  if (!Array.isArray(list)) return
  if (typeof value === 'string') context.memoryLimit.use(list.length * value.length)
  else if (Array.isArray(value)) for (const _ of list) charge(context, value)
}

/** Charges for the JSON of a value with its property names. With an indent, each line also has spaces. */
function chargeJson(context: Context, value: unknown, indent: unknown): void {
  const { length } = textOf(context, typeof value === 'object' && value !== null ? { value } : value)
  if (indent !== undefined) context.memoryLimit.use(length * INDENTED_UNITS)
}

/** Charges for reading a dotted path from each item of a list. */
function chargeProperties(context: Context, list: unknown, path: unknown): void {
  if (!Array.isArray(list) || path === null || path === undefined) return
  // Refused, because the engine would convert the path to text for each item.
  if (typeof path !== 'string' && typeof path !== 'number') throw new Error('property limit exceeded')
  const segments = String(path).split('.')
  context.memoryLimit.use(list.length * String(path).length)
  for (const item of list) charge(context, valueAt(item, segments))
}

function valueAt(item: unknown, segments: readonly string[]): unknown {
  let value = item
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
    value = (value as Record<string, unknown>)[segment]
  }
  return value
}

type Charge = (context: Context, value: unknown, values: readonly unknown[]) => void

const search: Charge = (context, value, [pattern]) => chargeSearch(context, value, pattern)
const properties: Charge = (context, value, [path]) => chargeProperties(context, value, path)
const comparisons: Charge = (context, value, [path, expected]) => {
  chargeComparisons(context, value, path)
  chargeComparisons(context, value, expected)
}

/** Filters with a higher cost than the size of their values. */
const CHARGES: Record<string, Charge> = {
  date: (context, _value, [format]) => chargeDate(context, format),
  find: comparisons,
  find_index: comparisons,
  has: comparisons,
  json: (context, value, [indent]) => chargeJson(context, value, indent),
  map: properties,
  number: (context) => context.memoryLimit.use(NUMBER_UNITS),
  reject: comparisons,
  remove: search,
  remove_first: search,
  remove_last: search,
  replace: search,
  replace_first: search,
  replace_last: search,
  sort: properties,
  sort_natural: properties,
  split: search,
  sum: properties,
  where: comparisons,
}

/** Charges a filter before it is called. */
export function chargeFilter(context: Context, name: string, value: unknown, values: readonly unknown[]): void {
  chargeCall(context)
  charge(context, value)
  charge(context, values)
  CHARGES[name]?.(context, value, values)
}

/** Charges an operator before it is called. */
export function chargeOperator(context: Context, name: string, left: unknown, right: unknown): void {
  chargeCall(context)
  charge(context, left)
  charge(context, right)
  if (name === 'contains' && typeof left === 'string') chargeSearch(context, left, right)
}
