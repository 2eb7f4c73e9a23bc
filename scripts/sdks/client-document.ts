/**
 * The OpenAPI document as the generators of the clients in Python and Go read it. Forms, sign-in, other names of a field
 * and the bodies of errors would make several types for one thing, so they are left out. The clients read errors by hand.
 */

/** JSON, as the document has it. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

/** Rules that the service checks. They make no types. */
const KEYWORDS_LEFT_OUT = new Set([
  'if',
  'then',
  'else',
  'not',
  'pattern',
  'examples',
  'example',
  'encoding',
  'security',
])

/** For browsers, for probes, and a stream. A program has an API key. */
const TAGS_LEFT_OUT = new Set(['Sessions', 'Health'])
const OPERATIONS_LEFT_OUT = new Set(['followEvents'])

const HEADERS_KEPT = new Set(['Idempotency-Key'])

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An optional list may be null, but these clients leave it out. */
function listWithoutNull(schema: Json): Json {
  if (!isObject(schema) || schema['items'] === undefined || !Array.isArray(schema['type'])) return schema
  return { ...schema, type: 'array' }
}

function reducedProperties(properties: JsonObject, required: readonly Json[]): JsonObject {
  const kept = Object.entries(properties).filter(([, value]) => !isObject(value) || !('x-other-name-of' in value))
  return Object.fromEntries(
    kept.map(([name, value]) => [name, reduced(required.includes(name) ? value : listWithoutNull(value))]),
  )
}

function reduced(value: Json): Json {
  if (Array.isArray(value)) return value.map(reduced)
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    if (KEYWORDS_LEFT_OUT.has(name) || name.startsWith('x-')) return []
    if (name === 'properties' && isObject(inner))
      return [['properties', reducedProperties(inner, (value['required'] ?? []) as Json[])]]
    return [[name, reduced(inner)]]
  })
  const made = Object.fromEntries(entries)
  return 'properties' in made && !('type' in made) ? { type: 'object', ...made } : made
}

/**
 * Bodies may come with their root key or without. The preferred form is enough: the root key, if it is the first property.
 */
function firstForm(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!isObject(schema) || schema['else'] === undefined) return [name, schema]
      const [first] = Object.entries(schema['properties'] as JsonObject)
      const { required } = schema['if'] as { required: string[] }
      const isRooted = first![0] === required[0]
      return [name, isRooted ? { type: 'object', required, properties: Object.fromEntries([first!]) } : schema['else']]
    }),
  )
}

function jsonOnly(body: JsonObject): JsonObject {
  const content = body['content'] as JsonObject | undefined
  const json = content?.['application/json']
  return json === undefined ? body : { ...body, description: '', content: { 'application/json': json } }
}

function reducedOperation(operation: JsonObject, parameters: JsonObject): JsonObject {
  const given = ((operation['parameters'] ?? []) as JsonObject[]).map((parameter) => {
    const shared = parameter['$ref']
    return typeof shared === 'string' ? (parameters[shared.split('/').at(-1)!] as JsonObject) : parameter
  })
  const kept = given.filter(({ in: place, name }) => place !== 'header' || HEADERS_KEPT.has(name as string))
  const responses = Object.entries(operation['responses'] as JsonObject).filter(([status]) => status.startsWith('2'))
  const body = operation['requestBody']
  return {
    ...operation,
    parameters: kept,
    responses: Object.fromEntries(
      responses.map(([status, response]) => {
        const { content } = jsonOnly(response as JsonObject)
        return [status, content === undefined ? { description: '' } : { description: '', content }]
      }),
    ),
    ...(isObject(body) ? { requestBody: jsonOnly(body) } : {}),
  }
}

/** The names of the schemas below a value, with those that they refer to. */
function schemasOf(value: Json, schemas: JsonObject, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const inner of value) schemasOf(inner, schemas, found)
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) {
      const referred = name === '$ref' && typeof inner === 'string' ? inner.split('/').at(-1)! : null
      if (referred === null) schemasOf(inner, schemas, found)
      else if (!found.has(referred)) schemasOf(schemas[referred]!, schemas, found.add(referred))
    }
  return found
}

/** Makes the document of the clients of the document of the service. */
export function clientDocument(document: object): object {
  const { openapi, info, paths, components } = document as JsonObject
  const { schemas: given, parameters } = components as { schemas: JsonObject; parameters: JsonObject }
  const isKept = (operation: Json) =>
    isObject(operation) &&
    !OPERATIONS_LEFT_OUT.has(operation['operationId'] as string) &&
    !(operation['tags'] as string[]).some((tag) => TAGS_LEFT_OUT.has(tag))
  const keptPaths = Object.entries(paths as JsonObject).map(([path, methods]): [string, JsonObject] => {
    const operations = Object.entries(methods as JsonObject).filter(([, operation]) => isKept(operation))
    return [
      path,
      Object.fromEntries(
        operations.map(([method, operation]) => [
          method,
          reduced(reducedOperation(operation as JsonObject, parameters)),
        ]),
      ),
    ]
  })
  const reducedPaths = Object.fromEntries(keptPaths.filter(([, operations]) => Object.keys(operations).length > 0))
  const schemas = Object.fromEntries(Object.entries(firstForm(given)).map(([name, schema]) => [name, reduced(schema)]))
  const used = schemasOf(reducedPaths, schemas, new Set())
  return {
    openapi,
    info: { title: (info as JsonObject)['title'], version: (info as JsonObject)['version'] },
    paths: reducedPaths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ apiKey: [] }],
  }
}
