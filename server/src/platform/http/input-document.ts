import type { TSchema } from 'typebox'
import { otherNames } from './unknown-fields.ts'

interface Node {
  properties?: Record<string, Node>
  items?: Node
  description?: string
  additionalProperties?: boolean
  required?: readonly string[]
  not?: object
  'x-other-names'?: readonly string[]
  'x-other-name-of'?: string
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
      properties[other] = { ...closedProperty, description: `Another name for ${name}`, 'x-other-name-of': name }
    }
    if (others.length > 0 && required.delete(name))
      wrong.push({ not: { anyOf: [name, ...others].map((one) => given(one)) } })
  }
  const [only, ...more] = wrong
  const once = only === undefined ? {} : { not: more.length === 0 ? only : { anyOf: wrong } }
  const { required: _, ...rest } = node
  return {
    ...rest,
    ...(required.size === 0 ? {} : { required: [...required] }),
    properties,
    additionalProperties: false,
    ...once,
  }
}

/** A schema for objects with all of these fields. */
function given(...names: string[]): Node {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) }
}
