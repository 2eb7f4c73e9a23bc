/** Values of inputs: which are absent. */

/** The used part of a JSON Schema, as TypeBox writes it. */
export interface SchemaNode {
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  /** Of an object with any names: the schema of its values. */
  additionalProperties?: SchemaNode
  maxItems?: number
  minLength?: number
  pattern?: string
  format?: string
  /** Replaces "is not valid" if the pattern does not match. */
  sentence?: string
  /** Replaces "is too long (maximum is ... characters)". */
  'x-too-long'?: string
  enum?: (string | null)[]
  'x-other-names'?: readonly string[]
  /** A list of `{ name, value }` that may be an object under its other names: `{ "order.id": 1001 }`. */
  'x-by-name'?: boolean
  /** Of an object: what to do instead of giving a field that it does not have. */
  'x-instead'?: Readonly<Record<string, string>>
  /** Blank text becomes null. */
  'x-blank-is-null'?: boolean
}

/** The notation of a value. In forms and parameters (of queries and paths) all values are texts. */
export type Notation = 'json' | 'form' | 'parameters'

/**
 * The one rule for values that count as absent, in every field of every body: null, blank text of a form, and for a list
 * `{}` and a form's `[""]`. If the schema takes null or empty text, these are values. `schema`: undefined for an unknown
 * field.
 */
export function isAbsent(schema: SchemaNode | undefined, value: unknown, notation: Notation): boolean {
  if (notation === 'parameters') return false
  if (value === null) return schema === undefined || !takesNull(schema)
  if (typeof value === 'object') return schema?.items !== undefined && isEmptyList(value, notation)
  const isBlank = notation === 'form' && typeof value === 'string' && value.trim() === ''
  return isBlank && (schema === undefined || !(takesNull(schema) || takesBlank(schema)))
}

function isEmptyList(value: object, notation: Notation): boolean {
  if (!Array.isArray(value)) return Object.keys(value).length === 0
  return notation === 'form' && value.length > 0 && value.every((item) => item === '')
}

/** A schema without a type takes any JSON. */
function takesNull(schema: SchemaNode): boolean {
  const types = typesOf(schema)
  return types.includes('null') || (types.length === 0 && schema.items === undefined)
}

export function takesBlank({ minLength = 0, pattern = '', format, enum: words, ...schema }: SchemaNode): boolean {
  const isText = typesOf(schema).includes('string') && format === undefined && words === undefined
  return isText && minLength === 0 && new RegExp(pattern).test('')
}

export function typesOf(schema: SchemaNode): string[] {
  return typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}
