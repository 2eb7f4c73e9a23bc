/** Which values of a body count as absent. */

/** The used part of a JSON Schema, as TypeBox writes it. */
export interface SchemaNode {
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  maxItems?: number
  minLength?: number
  pattern?: string
  format?: string
  /** Replaces "is not valid" if the pattern does not match. */
  sentence?: string
  enum?: (string | null)[]
  'x-other-names'?: readonly string[]
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
