import { Compile } from 'typebox/compile'
import type { Validator } from 'typebox/compile'
import type { Static, TSchema } from 'typebox'
import type { FieldErrors } from '../errors.ts'

export type Validated<Value> = { ok: true; value: Value } | { ok: false; errors: FieldErrors }

/** What of a schema is looked at here: JSON Schema, as TypeBox writes it. */
interface SchemaNode {
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  pattern?: string
  format?: string
  /** Said instead of "is not valid" when the pattern does not match. */
  sentence?: string
  enum?: (string | null)[]
}

interface SchemaError {
  keyword: string
  instancePath: string
  params: object
}

const compiled = new WeakMap<TSchema, Validator>()

/**
 * Takes over from `value` the fields that the schema names, each read as its schema says (see `read`), and checks
 * them. Unknown fields are left out. With `texts` (forms, queries, paths) everything arrived as text: booleans are
 * then read from text too. Errors are named by the path below `value`, as `channels.0.subject`.
 */
export function validate<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  texts: boolean,
): Validated<Static<Schema>> {
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, (check = Compile(schema)))
  const input = read(schema, value, texts)
  if (check.Check(input)) return { ok: true, value: input as Static<Schema> }
  return { ok: false, errors: fieldErrors(schema, check.Errors(input)) }
}

/**
 * The value as the schema means it: an integer may be given as a decimal string, a list as an object whose keys are
 * its indices (`{"0": ..., "1": ...}`). What does not fit stays as it is, for the check to refuse. A schema without
 * `properties` takes an object as it is.
 */
function read(schema: SchemaNode, value: unknown, texts: boolean): unknown {
  if (typeof value === 'string') return readText(schema, value, texts)
  if (typeof value !== 'object' || value === null) return value
  // Only where any JSON may stand does a number keep the digits that it was written with.
  if (JSON.isRawJSON(value)) return typesOf(schema).length === 0 ? value : Number(value.rawJSON)
  if (schema.items !== undefined) {
    const { items } = schema
    const list = asArray(value)
    return list === null ? value : list.map((item) => read(items, item, texts))
  }
  if (schema.properties === undefined || Array.isArray(value)) return value
  const fields: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, name)) continue
    fields[name] = read(property, (value as Record<string, unknown>)[name], texts)
  }
  return fields
}

function readText(schema: SchemaNode, text: string, texts: boolean): unknown {
  const types = typesOf(schema)
  if (types.includes('string')) return text
  if (types.includes('integer') && /^-?\d{1,19}$/.test(text)) return Number(text)
  if (!texts) return text
  if (types.includes('boolean') && /^(true|false|1|0)$/.test(text)) return text === 'true' || text === '1'
  if (types.includes('null') && text === '') return null
  return text
}

function typesOf(schema: SchemaNode): string[] {
  return typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
}

/** A list, also in the indexed-object form, there in the order of its indices; null if the value is neither. */
function asArray(value: object): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[]
  const entries = Object.entries(value)
  if (!entries.every(([key]) => /^\d{1,9}$/.test(key))) return null
  return entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, item]) => item as unknown)
}

/** Field to sentence, the first for each field. The compiled check reports only the first few errors. */
function fieldErrors(schema: SchemaNode, found: SchemaError[]): FieldErrors {
  const errors = new Map<string, string[]>()
  for (const error of found) {
    const path = error.instancePath.split('/').slice(1).map(unescapePointer)
    const missing = 'requiredProperties' in error.params ? (error.params.requiredProperties as string[]) : null
    for (const name of missing ?? [null]) {
      const field = [...path, ...(name === null ? [] : [name])].join('.') || 'request'
      if (!errors.has(field)) errors.set(field, [sentenceOf(error, nodeAt(schema, path))])
    }
  }
  return Object.fromEntries(errors)
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function nodeAt(schema: SchemaNode, path: string[]): SchemaNode {
  let node: SchemaNode | undefined = schema
  for (const part of path) node = node?.properties?.[part] ?? node?.items
  return node ?? {}
}

const TYPE_NAMES: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** The sentence for a person, without the field's name: "must be an integer". */
function sentenceOf(error: SchemaError, node: SchemaNode): string {
  const { limit } = error.params as { limit?: number }
  switch (error.keyword) {
    case 'required':
      return "can't be blank"
    case 'type':
      return `must be ${TYPE_NAMES[typesOf(node).find((type) => type !== 'null') ?? ''] ?? 'of another type'}`
    case 'minLength':
      return limit === 1 ? "can't be blank" : `is too short (minimum is ${limit} characters)`
    case 'maxLength':
      return `is too long (maximum is ${limit} characters)`
    case 'minimum':
      return `must be greater than or equal to ${limit}`
    case 'maximum':
      return `must be less than or equal to ${limit}`
    case 'minItems':
      return limit === 1 ? "can't be blank" : `is too short (minimum is ${limit} items)`
    case 'maxItems':
      return `is too long (maximum is ${limit} items)`
    case 'enum':
      return `must be one of ${(node.enum ?? []).filter((word) => word !== null).join(', ')}`
    case 'format':
      return node.format === 'date-time' ? 'must be a time like 2026-06-08T10:20:00Z, with its zone' : 'is not valid'
    case 'pattern':
      return node.pattern === '\\S' ? "can't be blank" : (node.sentence ?? 'is not valid')
    default:
      return 'is not valid'
  }
}
