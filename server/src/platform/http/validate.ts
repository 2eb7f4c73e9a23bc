/** Reads values as their schemas say, and checks them. */
import { Compile } from 'typebox/compile'
import type { Validator } from 'typebox/compile'
import type { Static, TSchema } from 'typebox'
import type { FieldErrors } from '../errors.ts'
import type { RawNumber } from '../json-numbers.ts'
import { isAbsent, takesBlank, typesOf } from './input-values.ts'
import type { Notation, SchemaNode } from './input-values.ts'
import { itemsByName, itemsOf } from './list-values.ts'
import type { Items } from './list-values.ts'
import {
  fieldErrors,
  otherNames,
  underGivenNames,
  UNKNOWN_FIELDS_SHOWN_MAX,
  unknownFieldErrors,
} from './validation-errors.ts'
import type { GivenName, GivenNames, UnknownField } from './validation-errors.ts'

/** `unknown_field`: at least one field is not in the schema. */
export type Validated<Value> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors; code: 'invalid' | 'unknown_field' }

/** `names`: how the caller has named the fields. */
type Read<Value> = Validated<Value> & ({ ok: true; names: GivenNames } | { ok: false })

/** The state of reading one value. */
interface Reading {
  notation: Notation
  /** Unknown fields found so far, at most UNKNOWN_FIELDS_SHOWN_MAX. */
  unknown: UnknownField[]
  /** Of fields and items that came under another name. */
  names: Map<string, GivenName>
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
): Read<Static<Schema>> {
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, (check = Compile(schema)))
  const names: Reading['names'] = new Map()
  const reading: Reading = { notation, unknown: [], names }
  const input = read(reading, schema, value, [])
  const isValid = check.Check(input)
  if (isValid && reading.unknown.length === 0) return { ok: true, value: input as Static<Schema>, names }
  const errors = isValid ? {} : underGivenNames(fieldErrors(schema, input, check.Errors(input), names), names)
  if (reading.unknown.length === 0) return { ok: false, errors, code: 'invalid' }
  return { ok: false, errors: { ...unknownFieldErrors(reading.unknown, names), ...errors }, code: 'unknown_field' }
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
    const items = itemsOf(value, texts, schema.maxItems ?? Infinity)
    return items === null ? value : readItems(reading, schema, items, path)
  }
  if (schema.properties === undefined || Array.isArray(value)) return value
  return readFields(reading, schema, value as Record<string, unknown>, path)
}

/** One item too many is enough for the check to refuse the list, so further ones are not read. */
function readItems(
  reading: Reading,
  { items: schema, maxItems = Infinity }: SchemaNode,
  items: Items,
  path: readonly string[],
): unknown[] {
  const going = items.length > maxItems ? items.slice(0, maxItems + 1) : items
  if (going.some(([name], index) => name !== String(index))) {
    const own = path.join('.')
    reading.names.set(own, { ...reading.names.get(own), items: going.map(([name]) => name) })
  }
  return going.map(([, item], index) => read(reading, schema!, item, [...path, String(index)]))
}

function readFields(
  reading: Reading,
  { properties = {}, 'x-instead': instead }: SchemaNode,
  value: Record<string, unknown>,
  path: readonly string[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  let taken = 0
  for (const [name, property] of Object.entries(properties)) {
    const isGiven = (one: string) => Object.hasOwn(value, one) && !isAbsent(property, value[one], reading.notation)
    const given = isGiven(name) ? name : property['x-other-names']?.find(isGiven)
    if (given === undefined) continue
    const own = [...path, name]
    fields[name] =
      given === name
        ? read(reading, property, value[name], own)
        : readOther(reading, property, value[given], own, given)
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
      reading.unknown.push({ path, name, fields: properties, instead })
  }
  return fields
}

/** Reads a field that came as `given` instead of its own name. A list of names and values may be an object then. */
function readOther(
  reading: Reading,
  property: SchemaNode,
  value: unknown,
  own: readonly string[],
  given: string,
): unknown {
  const { notation, names } = reading
  const byName =
    property['x-by-name'] === true ? itemsByName(value, notation !== 'json', property.maxItems ?? Infinity) : null
  names.set(own.join('.'), { name: given, isByName: byName !== null })
  return byName === null ? read(reading, property, value, own) : readItems(reading, property, byName, own)
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
