/** Reads values as their schemas say, and checks them. */
import { Compile } from 'typebox/compile'
import type { Validator } from 'typebox/compile'
import type { Static, TSchema } from 'typebox'
import type { FieldErrors } from '../errors.ts'
import type { RawNumber } from '../json-numbers.ts'
import { asArray, byName, isAbsent, takesBlank, typesOf } from './input-values.ts'
import type { Notation, SchemaNode } from './input-values.ts'
import { fieldErrors, otherNames, UNKNOWN_FIELDS_SHOWN_MAX, unknownFieldErrors } from './validation-errors.ts'
import type { UnknownField } from './validation-errors.ts'

/** `unknown_field`: at least one field is not in the schema. */
export type Validated<Value> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors; code: 'invalid' | 'unknown_field' }

/** The state of reading one value. */
interface Reading {
  notation: Notation
  /** Unknown fields found so far, at most UNKNOWN_FIELDS_SHOWN_MAX. */
  unknown: UnknownField[]
  /** Paths of fields that came under another name, by the path with their own name. */
  otherNames: Map<string, string>
}

/** Booleans in forms and parameters, as Rails reads them. A checkbox sends `on`. */
const TRUE = /^(true|t|on|1)$/i
const TRUE_OR_FALSE = /^(true|t|on|1|false|f|off|0)$/i

const compiled = new WeakMap<TSchema, Validator>()

/**
 * Reads `value` as the schema says (see `read`) and checks it. A field outside of the schema is an error. Errors have
 * the path below `value` as their name, for example `channels.0.subject`. Unknown fields come first.
 */
export function validate<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  notation: Notation,
): Validated<Static<Schema>> {
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, (check = Compile(schema)))
  const reading: Reading = { notation, unknown: [], otherNames: new Map() }
  const input = read(reading, schema, value, [])
  const isValid = check.Check(input)
  if (isValid && reading.unknown.length === 0) return { ok: true, value: input as Static<Schema> }
  const errors = isValid ? {} : underGivenNames(fieldErrors(schema, input, check.Errors(input)), reading.otherNames)
  if (reading.unknown.length === 0) return { ok: false, errors, code: 'invalid' }
  return { ok: false, errors: { ...unknownFieldErrors(reading.unknown), ...errors }, code: 'unknown_field' }
}

/** The errors with the names that the caller gave. */
function underGivenNames(errors: FieldErrors, names: ReadonlyMap<string, string>): FieldErrors {
  const given = (field: string) => {
    for (const [own, other] of names) if (`${field}.`.startsWith(`${own}.`)) return other + field.slice(own.length)
    return field
  }
  return Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [given(field), sentences]))
}

/**
 * Converts a value to the type of its schema: decimal text to an integer, an integer to text if the schema allows both,
 * and an object with indices as keys (`{"0": ..., "1": ...}`) to a list. Other values stay unchanged, so the check
 * refuses them. A schema without `properties` accepts any object.
 */
function read(reading: Reading, schema: SchemaNode, value: unknown, path: readonly string[]): unknown {
  const texts = reading.notation !== 'json'
  if (typeof value === 'string') return readText(schema, value, texts)
  if (typeof value === 'number') return readNumber(schema, value)
  if (typeof value !== 'object' || value === null) return value
  if (JSON.isRawJSON(value)) return readRawNumber(schema, value)
  if (schema.items !== undefined) {
    const { items } = schema
    const { maxItems = Infinity } = schema
    const list = asArray(value, texts, maxItems)
    // One item too many is enough for the check to refuse the list, so the items are not read.
    if (list !== null && list.length > maxItems) return list.slice(0, maxItems + 1)
    return list === null ? value : list.map((item, index) => read(reading, items, item, [...path, String(index)]))
  }
  if (schema.properties === undefined || Array.isArray(value)) return value
  return readFields(reading, schema.properties, value as Record<string, unknown>, path)
}

function readFields(
  reading: Reading,
  properties: Record<string, SchemaNode>,
  value: Record<string, unknown>,
  path: readonly string[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  let taken = 0
  for (const [name, property] of Object.entries(properties)) {
    const isGiven = (one: string) => Object.hasOwn(value, one) && !isAbsent(property, value[one], reading.notation)
    const given = isGiven(name) ? name : property['x-other-names']?.find(isGiven)
    if (given === undefined) continue
    const one = given === name ? value[name] : underOtherName(reading, [...path, name], given, property, value[given])
    fields[name] = read(reading, property, one, [...path, given])
    taken += 1
  }
  const names = Object.keys(value)
  if (taken === names.length) return fields
  for (const name of names) {
    if (reading.unknown.length === UNKNOWN_FIELDS_SHOWN_MAX) break
    if (Object.hasOwn(properties, name)) continue
    const [known, property] = Object.entries(properties).find(([, one]) => otherNames(one).includes(name)) ?? []
    if (isAbsent(property, value[name], reading.notation)) continue
    if (known === undefined || readUnder(known, property!, value, reading.notation) !== name)
      reading.unknown.push({ path, name, fields: properties })
  }
  return fields
}

/** The value of a field that came as `given` instead of its own name. A list of names and values may be an object then. */
function underOtherName(
  { notation, otherNames: others }: Reading,
  own: readonly string[],
  given: string,
  property: SchemaNode,
  value: unknown,
): unknown {
  others.set(own.join('.'), [...own.slice(0, -1), given].join('.'))
  return property['x-by-name'] === true ? byName(value, notation !== 'json', property.maxItems ?? Infinity) : value
}

/** The name under which the field is read: its own, or else the first other name with a value. */
function readUnder(name: string, property: SchemaNode, value: Record<string, unknown>, notation: Notation) {
  return [name, ...otherNames(property)].find(
    (one) => Object.hasOwn(value, one) && !isAbsent(property, value[one], notation),
  )
}

function readText(schema: SchemaNode, text: string, texts: boolean): unknown {
  const types = typesOf(schema)
  const isBlank = text.trim() === ''
  if (schema['x-blank-is-null'] === true && isBlank) return null
  if (texts && isBlank && types.includes('null') && !takesBlank(schema)) return null
  if (types.includes('string')) return text
  if (types.includes('integer') && /^-?\d{1,19}$/.test(text)) return Number(text)
  if (!texts) return text
  if (types.includes('boolean') && TRUE_OR_FALSE.test(text)) return TRUE.test(text)
  return text
}

/** If the schema allows text and integers, an integer becomes text. */
function readNumber(schema: SchemaNode, value: number): unknown {
  const types = typesOf(schema)
  return types.includes('string') && types.includes('integer') && Number.isSafeInteger(value) ? String(value) : value
}

/** In any JSON (no type), a number keeps its digits as written. So does an integer if the schema also allows text. */
function readRawNumber(schema: SchemaNode, value: RawNumber): unknown {
  const types = typesOf(schema)
  if (types.length === 0) return value
  const isText = types.includes('string') && types.includes('integer') && /^-?\d+$/.test(value.rawJSON)
  return isText ? value.rawJSON : Number(value.rawJSON)
}
