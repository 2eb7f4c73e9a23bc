/**
 * Completes the OpenAPI document. Errors, headers and examples follow from the routes. Ids, descriptions and schema
 * names come from `DocumentDetails`. All functions are pure except for changing the document.
 */
import { addErrors, addHeaders, headerComponents } from './errors.ts'
import type { Document, DocumentDetails, Operation, OperationText, Response, Body, Schema } from './document.ts'
import { IDEMPOTENCY_KEY, NO_NUL_SCHEMA, describeInputs } from './inputs.ts'
import { nameSchemas } from './names.ts'
import { JSON_TYPE } from './document.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['get', 'head'])

/** A request by session needs the cookie, and for changes also the CSRF token. */
function secure(
  method: string,
  { security = [{ apiKey: [] }, { session: [] }] }: Operation,
): Record<string, string[]>[] {
  if (SAFE_METHODS.has(method)) return security
  return security.map((way) => ('session' in way ? { ...way, csrfToken: [] } : way))
}

function describe(operation: Operation, [id, description]: OperationText): void {
  operation.operationId = id
  const texts = [description, operation.description].filter((text) => text !== undefined)
  operation.description = texts.join('\n\n')
}

/** Removes the framework's default responses. Only those that the route declares remain. */
function describeResponses({ responses }: Operation): void {
  delete responses['4XX']
  delete responses['5XX']
  delete responses['default']
  if (Object.keys(responses).length === 0) responses['204'] = { description: 'Done. The response has no body' }
  for (const [status, response] of Object.entries(responses))
    if (response.description === 'Default Response') response.description = status === '201' ? 'Created' : 'Done'
}

/** Throws if the details name an unknown route, or a route has no operation id. */
function checkNames(document: Document, { operations, routes }: DocumentDetails): void {
  const known = new Set(
    Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )
  const unknown = [...Object.keys(operations), ...Object.keys(routes)].filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`There is no route ${unknown.join(', ')}`)
  const untold = [...known].filter((name) => operations[name] === undefined)
  if (untold.length > 0) throw new Error(`There is no operation id of ${untold.join(', ')}`)
}

/** Completes the document in place. Throws if details and routes do not match. */
export function completeDocument(document: Document, details: DocumentDetails): void {
  checkNames(document, details)
  const shared: Record<string, Response> = {}
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      const { errors = [], request, setsCookie = false } = details.routes[name] ?? {}
      describe(operation, details.operations[name]!)
      describeInputs(operation)
      describeResponses(operation)
      operation.security = secure(method, operation)
      for (const body of [operation.requestBody, ...Object.values(operation.responses)])
        for (const { schema } of Object.values(body?.content ?? {}))
          if (schema !== undefined) {
            describeOtherFields(schema)
            giveExamples(schema, details.values)
          }
      addExamples(operation.requestBody, details.values, request)
      for (const response of Object.values(operation.responses)) addExamples(response, details.values)
      addHeaders(operation, setsCookie)
      addErrors(shared, method, operation, errors)
    }
  document.components = {
    ...document.components,
    responses: shared,
    headers: headerComponents(),
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
  }
  nameSchemas(document, details.schemas, details.rules)
  Object.assign(document.components.schemas!, structuredClone(details.events), { NoNul: NO_NUL_SCHEMA })
  for (const schema of Object.values(document.components.schemas!)) giveExamples(schema, details.values)
  document.webhooks = details.webhooks
}

/** Of a body with its fields under a root key or at the top (`eitherBody`). */
function preferredForm({ properties = {}, if: rooted }: Schema, flat: Schema): Schema {
  const [[name, fields] = ['', {}]] = Object.entries(properties)
  return rooted?.required?.includes(name) === true ? { type: 'object', properties: { [name]: fields } } : flat
}

/** The known value of an object with any fields, if the schema permits it. */
function knownObject({ type }: Schema, known: unknown): unknown {
  if (known === null) return Array.isArray(type) && type.includes('null') ? null : {}
  return known ?? {}
}

/** A valid value for the schema. The schema's own examples come first. */
function exampleOf(schema: Schema, values: Readonly<Record<string, unknown>>, name = ''): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (schema.examples !== undefined) return schema.examples[0]
  if (first !== undefined) return exampleOf(first, values, name)
  if (schema.else !== undefined) return exampleOf(preferredForm(schema, schema.else), values, name)
  if (schema.default !== undefined) return schema.default
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => field['x-other-name-of'] === undefined)
    if (fields.length === 0) return knownObject(schema, values[name])
    return Object.fromEntries(fields.map(([field, property]) => [field, exampleOf(property, values, field)]))
  }
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, values, name)]
  if (schema.enum !== undefined) return schema.enum[0]
  const known = Object.hasOwn(values, name) ? values[name] : undefined
  if (type === 'string') return typeof known === 'string' ? known : 'text'.padEnd(schema.minLength ?? 0, 'x')
  if (type === 'integer' || type === 'number') return typeof known === 'number' ? known : (schema.minimum ?? 0)
  if (type === 'boolean') return true
  return type === 'null' ? null : (known ?? null)
}

/** The schemas of the same value or of its items, not of its fields. */
const alternativesOf = ({ anyOf = [], oneOf = [], else: flat, items }: Schema): Schema[] =>
  [...anyOf, ...oneOf, flat, items].filter((part) => part !== undefined)

/**
 * Says which fields objects may have beside their own, without `true` or `false` in `additionalProperties`. openapi-generator
 * mixes these up: in its Java client, bodies were sent empty and maps had no type of values, so that it did not compile.
 */
function describeOtherFields(schema: Schema): void {
  if (schema.additionalProperties === true) schema.additionalProperties = { description: 'Any JSON' }
  if (schema.additionalProperties === false) {
    delete schema.additionalProperties
    schema.unevaluatedProperties = false
  }
  for (const part of [...Object.values(schema.properties ?? {}), ...alternativesOf(schema)]) describeOtherFields(part)
}

/** An example for each property. Properties that are objects or lists have the examples of their parts. */
function giveExamples(schema: Schema, values: Readonly<Record<string, unknown>>, name = ''): void {
  for (const [field, property] of Object.entries(schema.properties ?? {})) giveExamples(property, values, field)
  for (const part of alternativesOf(schema)) giveExamples(part, values, part === schema.items ? singular(name) : name)
  const has = (keyword: string) => keyword in schema
  if (name === '' || ['$ref', 'examples', 'enum', 'const', 'default', 'properties', 'items'].some(has)) return
  schema.examples = [exampleOf(schema, values, name)]
}

const singular = (name: string) => name.replace(/s$/, '')

/** `given`: an example to use instead of a generated one. `values`: example values by field name. */
function addExamples(body: Body | undefined, values: Readonly<Record<string, unknown>>, given?: unknown): void {
  const content = body?.content?.[JSON_TYPE]
  if (content?.schema === undefined) return
  delete content.examples
  content.example = given ?? exampleOf(content.schema, values)
}
