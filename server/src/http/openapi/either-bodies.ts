/**
 * Bodies with their fields under a root key or at the top, as one object. Generators of clients make one type of it. Of two
 * shapes, that of Kotlin requires the fields of both. All fields are optional in `properties`, and `if` has the rules.
 */
import type { Document, Schema } from './document.ts'

const REFERENCE = '#/components/schemas/'

/** One schema that takes the same bodies as the two shapes, or null if it is no such body. The preferred shape is first. */
function mergedShapes({ anyOf = [] }: Schema, schemas: Readonly<Record<string, Schema>>): Schema | null {
  const [first, second, ...more] = anyOf
  if (first === undefined || second === undefined || more.length > 0) return null
  const isRooted = first.then !== undefined
  const [rooted, flat] = isRooted ? [first, second] : [second, first]
  const fields = flat.$ref === undefined ? flat : schemas[flat.$ref.slice(REFERENCE.length)]!
  const preferred = isRooted ? [rooted, fields] : [fields, rooted]
  return {
    type: 'object',
    properties: Object.assign({}, ...preferred.map(({ properties }) => properties)) as Record<string, Schema>,
    if: {
      properties: Object.fromEntries((rooted.required ?? []).map((root) => [root, {}])),
      required: rooted.required,
    },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nothing awaits it
    then: rooted.then!,
    else: flat,
  }
}

/** Changes the named schemas of the document in place. */
export function mergeEitherBodies({ components }: Document): void {
  const schemas = components?.schemas ?? {}
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = mergedShapes(schema, schemas) ?? schema
}
