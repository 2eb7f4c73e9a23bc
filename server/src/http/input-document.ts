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
 * A schema of what is taken, as the OpenAPI document shows it: it has no other fields than those listed, and lists the
 * other names of a field, of which it takes one. Checking does not need it: `validate` says better what is wrong.
 */
export function documented(schema: TSchema): TSchema {
  return closed(schema)
}

function closed(node: Node): Node {
  if (node.items !== undefined) return { ...node, items: closed(node.items) }
  if (node.properties === undefined) return node
  const properties: Record<string, Node> = {}
  const twice: Node[] = []
  for (const [name, property] of Object.entries(node.properties)) {
    const shown = closed(property)
    properties[name] = shown
    for (const other of otherNames(property)) {
      twice.push({ required: [name, other], properties: { [name]: {}, [other]: {} } })
      properties[other] = { ...shown, description: `Another name of ${name}`, 'x-other-name-of': name }
    }
  }
  const [only, ...more] = twice
  const once = only === undefined ? {} : { not: more.length === 0 ? only : { anyOf: twice } }
  return { ...node, properties, additionalProperties: false, ...once }
}
