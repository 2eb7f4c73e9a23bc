/** Values of inputs: which are absent, and which are lists. */

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
  enum?: (string | null)[]
  'x-other-names'?: readonly string[]
  /** A list of `{ name, value }` that may be an object under its other names: `{ "order.id": 1001 }`. */
  'x-by-name'?: boolean
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

/**
 * Items with `_destroy` are removed only after this check, so a form may have more items than the limit, by this
 * factor.
 */
const FORM_ITEMS_PER_ITEM = 4

/**
 * Returns the list. An object with indices as keys becomes a list in their order. In forms, other keys are allowed too
 * (`[new_1][name]`, as in Rails' nested attributes), in the order of arrival. Null if the value is no list.
 */
export function asArray(value: object, texts: boolean, maxItems: number): unknown[] | null {
  if (Array.isArray(value) && value.length > FORM_ITEMS_PER_ITEM * maxItems) return value as unknown[]
  if (Array.isArray(value)) return texts ? withoutDestroyed(value as unknown[]) : (value as unknown[])
  const entries = Object.entries(value)
  // An empty JSON object is not a list. A form cannot contain one.
  if (entries.length === 0) return null
  if (entries.length > FORM_ITEMS_PER_ITEM * maxItems) return entries.map(([, item]) => item as unknown)
  if (entries.every(([key]) => /^\d{1,20}$/.test(key))) {
    const sorted = entries.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, item]) => item as unknown)
    return texts ? withoutDestroyed(sorted) : sorted
  }
  const items = entries.map(([, item]) => item as unknown)
  return texts && items.every(isObject) ? withoutDestroyed(items) : null
}

/** `{ "order.id": 1001 }` as `[{ "name": "order.id", "value": 1001 }]`. A list, in any form, stays as it is. */
export function byName(value: unknown, texts: boolean, maxItems: number): unknown {
  if (!isObject(value) || asArray(value, texts, maxItems)?.every(isObject) === true) return value
  return Object.entries(value).map(([name, one]) => ({ name, value: one }))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}

const DESTROY = '_destroy'

/**
 * Rails' forms mark items that the user removed with a true `_destroy`. They are dropped, and other items lose the
 * field.
 */
function withoutDestroyed(items: unknown[]): unknown[] {
  return items.flatMap((item) => {
    if (!isObject(item) || !Object.hasOwn(item, DESTROY)) return [item]
    const { [DESTROY]: destroyed, ...fields } = item
    return typeof destroyed !== 'string' || /^(|0|f|false|off)$/i.test(destroyed) ? [fields] : []
  })
}
