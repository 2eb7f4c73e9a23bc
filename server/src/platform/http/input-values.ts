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

/**
 * Items with `_destroy` are removed only after this check, so a form may have more items than the limit, by this
 * factor.
 */
const FORM_ITEMS_PER_ITEM = 4

/** The items of a list, each with the name that the caller gave it: its position, or the key of an object. */
export type Items = (readonly [name: string, item: unknown])[]

/**
 * The items of a list. An object with indices as keys becomes a list in their order. In forms, other keys are allowed too
 * (`[new_1][name]`, as in Rails' nested attributes), in the order of arrival. Of far too many items, those beyond the
 * first one that is too many are left out. Null if the value is no list.
 */
export function itemsOf(value: object, texts: boolean, maxItems: number): Items | null {
  if (Array.isArray(value)) {
    if (value.length > FORM_ITEMS_PER_ITEM * maxItems) return Object.entries<unknown>(value.slice(0, maxItems + 1))
    return texts ? withoutDestroyed(Object.entries<unknown>(value)) : Object.entries<unknown>(value)
  }
  const entries = Object.entries<unknown>(value as Record<string, unknown>)
  // An empty JSON object is not a list. A form cannot contain one.
  if (entries.length === 0) return null
  if (entries.length > FORM_ITEMS_PER_ITEM * maxItems) return entries.slice(0, maxItems + 1)
  if (entries.every(([key]) => /^\d{1,20}$/.test(key))) {
    const sorted = entries.toSorted(([one], [other]) => Number(one) - Number(other))
    return texts ? withoutDestroyed(sorted) : sorted
  }
  return texts && entries.every(([, item]) => isObject(item)) ? withoutDestroyed(entries) : null
}

/**
 * `{ "order.id": 1001 }` as the items `{ "name": "order.id", "value": 1001 }`, under these names. Null if the value is a
 * list, in any form, or no object.
 */
export function itemsByName(value: unknown, texts: boolean, maxItems: number): Items | null {
  if (!isObject(value) || itemsOf(value, texts, maxItems)?.every(([, item]) => isObject(item)) === true) return null
  return Object.entries(value).map(([name, one]) => [name, { name, value: one }])
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}

const DESTROY = '_destroy'

/**
 * Rails' forms mark items that the user removed with a true `_destroy`. They are dropped, and other items lose the
 * field.
 */
function withoutDestroyed(items: Items): Items {
  return items.flatMap(([name, item]): Items => {
    if (!isObject(item) || !Object.hasOwn(item, DESTROY)) return [[name, item]]
    const { [DESTROY]: destroyed, ...fields } = item
    return typeof destroyed !== 'string' || /^(|0|f|false|off)$/i.test(destroyed) ? [[name, fields]] : []
  })
}
