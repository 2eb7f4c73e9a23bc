/** Describes the bodies of routes: where their fields are, and their schema for OpenAPI. */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { fieldsOf } from './validation-errors.ts'
import type { BodyInput } from './body.ts'
import { otherNames } from './validation-errors.ts'

/**
 * A body with its fields under a root key: `{"message": {...}}` or `message[...]=`. Other code reads the keys in
 * `beside`.
 */
export function rootBody<Fields extends TSchema>(
  rootKey: string,
  fields: Fields,
  beside: Record<string, TSchema> = {},
  shown?: TSchema,
): BodyInput<Fields> {
  const document = Type.Object({ [rootKey]: documented(fields), ...beside })
  return { rootKey, flat: 'no', fields, beside: Object.keys(beside), readOnly: readOnlyNames(fields, shown), document }
}

/** A body with its fields at the top. An empty body counts as `{}`. */
export function plainBody<Fields extends TSchema>(fields: Fields): BodyInput<Fields> {
  return { rootKey: null, flat: 'any', fields, beside: [], readOnly: [], document: documented(fields) }
}

/**
 * A body with its fields under the root key or at the top. `mayBeEmpty`: no field is required. `prefersFlat`: clients and
 * examples have the fields at the top.
 */
export function eitherBody<Fields extends TSchema>(
  rootKey: string,
  fields: Fields,
  {
    mayBeEmpty = false,
    prefersFlat = mayBeEmpty,
    beside = [],
    document = fields,
    shown,
  }: { mayBeEmpty?: boolean; prefersFlat?: boolean; beside?: string[]; document?: TSchema; shown?: TSchema } = {},
): BodyInput<Fields> {
  return {
    rootKey,
    flat: mayBeEmpty ? 'any' : 'some',
    fields,
    beside,
    readOnly: readOnlyNames(fields, shown),
    document: eitherShape(rootKey, documented(document), prefersFlat),
  }
}

/**
 * One schema for both forms, because generators of clients make one type of it. Of two shapes, that of Kotlin requires the
 * fields of both. All fields are optional in `properties`, the preferred form first, and `if` has the rules.
 */
function eitherShape(rootKey: string, flat: TSchema, prefersFlat: boolean): TSchema {
  const root = { [rootKey]: flat }
  const fields = fieldsOf(flat) as Record<string, TSchema>
  return Type.Unsafe({
    type: 'object',
    properties: prefersFlat ? { ...fields, ...root } : { ...root, ...fields },
    if: { properties: { [rootKey]: {} }, required: [rootKey] },
    else: flat,
  })
}

/** A body with a list at the top, under its key. Other code checks the items by the schema `items`. */
export function listBody<Fields extends TSchema>(fields: Fields, items: TSchema): BodyInput<Fields> {
  return { ...partOfBody(fields), items }
}

/** Fields at the top of a body. Other code reads the rest of the body. */
export function partOfBody<Fields extends TSchema>(fields: Fields): BodyInput<Fields> {
  return { ...plainBody(fields), isPart: true }
}

/** `shown`: the object's schema in responses. */
function readOnlyNames(input: TSchema, shown: TSchema | undefined): string[] {
  const own = fieldsOf(input)
  return shown === undefined ? [] : Object.keys(fieldsOf(shown)).filter((name) => !Object.hasOwn(own, name))
}

interface Node {
  properties?: Record<string, Node>
  items?: Node
  description?: string
  additionalProperties?: boolean
  required?: readonly string[]
  not?: object
  'x-other-names'?: readonly string[]
  'x-other-name-of'?: string
  'x-by-name'?: boolean
  'x-instead'?: object
}

/**
 * An input schema for the OpenAPI document: no unknown fields, and each field's other names as properties. The caller
 * may give only one of the names, and must give one if the field is required. `validate` does not use this schema,
 * because its own errors are clearer.
 */
export function documented(schema: TSchema): TSchema {
  return closed(schema)
}

function closed(node: Node): Node {
  if (node.items !== undefined) return { ...node, items: closed(node.items) }
  if (node.properties === undefined) return node
  const properties: Record<string, Node> = {}
  const required = new Set(node.required)
  const wrong: Node[] = []
  for (const [name, property] of Object.entries(node.properties)) {
    const closedProperty = closed(property)
    properties[name] = closedProperty
    const others = otherNames(property)
    for (const other of others) {
      wrong.push(given(name, other))
      properties[other] = { ...otherForm(closedProperty, name), 'x-other-name-of': name }
    }
    if (others.length > 0 && required.delete(name))
      wrong.push({ not: { anyOf: [name, ...others].map((one) => given(one)) } })
  }
  const [only, ...more] = wrong
  const once = only === undefined ? {} : { not: more.length === 0 ? only : { anyOf: wrong } }
  const { required: _, 'x-instead': _instead, ...rest } = node
  return {
    ...rest,
    ...(required.size === 0 ? {} : { required: [...required] }),
    properties,
    additionalProperties: false,
    ...once,
  }
}

/** The schema of a field under another name. Any JSON stands for a list or an object: generators of clients fail at both. */
function otherForm(node: Node, name: string): Node {
  const description = `Another name for ${name}`
  if (node['x-by-name'] !== true) return { ...node, description }
  return {
    description: `${description}. It may also be an object with the names and their values: \`{"order.id": "A-1"}\``,
  }
}

/** A schema for objects with all of these fields. */
function given(...names: string[]): Node {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) }
}
