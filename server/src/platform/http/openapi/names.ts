/** Moves named schemas into the document's components. Equal schemas become references to them. */
import type { Document, Operation, Schema, SchemaRules } from './document.ts'
import { bodySchema } from './document.ts'

/** Keywords with values instead of schemas. Their content stays unchanged. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/** Keywords without effect on which values are valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'examples', 'default'])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Text of the keywords that decide which values are valid, leaving out null. */
function shapeOf(schema: Schema): string {
  const { type, enum: words, ...rest } = schema
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  const shape = { ...rest, types, words: words?.filter((word) => word !== null) }
  return JSON.stringify(shape, (key, value: unknown) => (ANNOTATIONS.has(key) ? undefined : value))
}

function withoutNull({ type, enum: words, ...rest }: Schema): Schema {
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : type
  return {
    ...rest,
    ...(types === undefined ? {} : { type: Array.isArray(types) && types.length === 1 ? types[0]! : types }),
    ...(words === undefined ? {} : { enum: words.filter((word) => word !== null) }),
  }
}

const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null')

/**
 * The schema at a place, for example `createMessage body message`, `listMessages 200 messages *` or `listAuditEntries query object`.
 * Throws if there is no schema at the place.
 */
function schemaAt(operations: ReadonlyMap<string, Operation>, name: string, way: string): Schema {
  const [id = '', place = '', ...steps] = way.split(' ')
  const operation = operations.get(id)
  const { parameters = [], requestBody, responses } = operation ?? {}
  let schema: Schema | undefined =
    place === 'query'
      ? { properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])) }
      : bodySchema(place === 'body' ? requestBody : responses?.[place])
  for (const step of steps) schema = step === '*' ? schema?.items : schema?.properties?.[step]
  if (schema === undefined) throw new Error(`The schema ${name} is not at ${way}`)
  return schema
}

/** Changes the document in place. `ways`: from schema names to their places (see `schemaAt`). */
export function nameSchemas(
  document: Document,
  ways: Readonly<Record<string, string>>,
  rules: Readonly<Record<string, SchemaRules>>,
): void {
  const operations = new Map(
    Object.values(document.paths ?? {})
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId!, operation]),
  )
  const names = new Map<string, string>()
  const found = Object.entries(ways).map(([name, way]) => ({ name, schema: schemaAt(operations, name, way) }))
  for (const { name, schema } of found) {
    const shape = shapeOf(schema)
    if (names.has(shape)) throw new Error(`The schemas ${name} and ${names.get(shape)} have the same shape`)
    names.set(shape, name)
  }
  const described = new Map(found.map(({ name, schema }) => [name, schema.description]))

  function refer(name: string, schema: Schema): Schema {
    const reference: Schema = { $ref: `#/components/schemas/${name}` }
    const { description, default: value } = schema
    return {
      ...(isNullable(schema) ? { oneOf: [reference, { type: 'null' }] } : reference),
      ...(description === undefined || description === described.get(name) ? {} : { description }),
      ...(value === undefined ? {} : { default: value }),
    }
  }

  function inside(node: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, DATA_KEYWORDS.has(key) ? value : replace(value)]),
    )
  }

  /**
   * Replaces equal schemas by references. Property names may equal keywords, so only nodes with a type are compared.
   */
  function replace(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(replace)
    if (!isObject(node)) return node
    const name = 'type' in node || 'anyOf' in node ? names.get(shapeOf(node)) : undefined
    return name === undefined ? inside(node) : refer(name, node)
  }

  const schemas = found.map(({ name, schema }) => {
    const { keywords = {}, properties = {} } = rules[name] ?? {}
    const named = inside(withoutNull(schema) as Record<string, unknown>) as Schema
    for (const [field, more] of Object.entries(properties)) {
      if (named.properties?.[field] === undefined) throw new Error(`The schema ${name} has no property ${field}`)
      named.properties[field] = '$ref' in more ? (more as Schema) : { ...named.properties[field], ...more }
    }
    const not = [named.not, keywords['not']].filter((one) => one !== undefined)
    return [name, { ...named, ...keywords, ...(not.length > 1 ? { not: { anyOf: not } } : {}) }]
  })
  for (const name of Object.keys(rules)) if (!(name in ways)) throw new Error(`There is no schema ${name}`)
  document.paths = replace(document.paths) as NonNullable<Document['paths']>
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(Object.fromEntries(schemas) as Record<string, Schema>) },
  }
}
