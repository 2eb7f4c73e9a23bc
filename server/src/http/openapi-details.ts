/**
 * Completes the OpenAPI document by what follows from the routes: every error with its code, an example of every body,
 * an id of every operation. All of it is pure.
 */
import { ERROR_CODES } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  minLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  examples?: unknown[]
  default?: unknown
}

interface Body {
  content?: Record<string, { schema?: Schema; example?: unknown; examples?: unknown }>
}

interface Operation {
  operationId?: string
  description?: string
  parameters?: { in: string; name: string }[]
  requestBody?: Body & { required?: boolean }
  responses: Record<string, Body & { description?: string; $ref?: string }>
  security?: unknown[]
}

interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: { responses?: Record<string, unknown> }
}

/** What cannot be seen of a route's declaration. */
export interface RouteDetails {
  /** Codes beside those that every such route has. */
  errors?: readonly ErrorCode[]
  /** The body of a request, where one made of the schema would say nothing. */
  request?: unknown
}

export interface DocumentDetails {
  /** By method and path: `POST /api/v1/messages/{id}/cancel`. */
  routes: Readonly<Record<string, RouteDetails>>
  /** Values of fields by their names, where the schema has no example. */
  values: Readonly<Record<string, unknown>>
}

const SAFE_METHODS = new Set(['get', 'head'])
const JSON_TYPE = 'application/json'

/** What a body is, or is best where it may be of several shapes. */
function mainOf(body: Body | undefined): Schema | undefined {
  const schema = body?.content?.[JSON_TYPE]?.schema
  return schema?.anyOf?.[0] ?? schema
}

/** The codes that a route of its kind can answer with, beside its own. */
function commonErrors(method: string, { parameters = [], requestBody, security }: Operation): ErrorCode[] {
  const codes: ErrorCode[] = [
    'malformed_request',
    'unknown_field',
    'rate_limited',
    'internal',
    'overloaded',
    'unavailable',
  ]
  if (security?.length !== 0) codes.push('missing_api_key', 'invalid_api_key', 'session_ended', 'forbidden')
  if (!SAFE_METHODS.has(method)) codes.push('csrf_failed')
  if (parameters.some((parameter) => parameter.in === 'path')) codes.push('not_found')
  if (parameters.some((parameter) => parameter.in === 'query')) codes.push('invalid')
  if (parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'idempotency-key'))
    codes.push('idempotency_key_running', 'idempotency_key_reused', 'invalid')
  if (requestBody !== undefined) codes.push('malformed_body', 'body_too_large', 'unsupported_media_type', 'invalid')
  if (mainOf(requestBody)?.required?.length === 1) codes.push('missing_root_key')
  return codes
}

function errorResponse(codes: readonly ErrorCode[]): object {
  const examples = codes.map((code) => {
    const value = {
      error: ERROR_CODES[code][1],
      code,
      ...(ERROR_CODES[code][0] === 422 ? { errors: { field: ['is not valid'] } } : {}),
      request_id: 'req_4fzq1tUR8jXvT0aMwk2d',
    }
    return [code, { value }]
  })
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][1]}`).join('\n\n'),
    content: {
      [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) },
    },
  }
}

/** The place of a route's errors of one status; routes with the same ones share it. */
function shareErrors(shared: Record<string, unknown>, codes: readonly ErrorCode[]): { $ref: string } {
  const name = [ERROR_CODES[codes[0]!][0], ...codes].join('.')
  shared[name] ??= errorResponse(codes)
  return { $ref: `#/components/responses/${name}` }
}

/** A value that the schema takes; its own examples first. */
function exampleOf(schema: Schema, values: Readonly<Record<string, unknown>>, name = ''): unknown {
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0]!, values, name)
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    if (fields.length === 0) return Object.hasOwn(values, name) ? values[name] : {}
    return Object.fromEntries(fields.map(([field, property]) => [field, exampleOf(property, values, field)]))
  }
  if (type === 'array') return schema.items === undefined ? [] : [exampleOf(schema.items, values, name)]
  if (schema.enum !== undefined) return schema.enum[0]
  const known = Object.hasOwn(values, name) ? values[name] : undefined
  if (type === 'string') return typeof known === 'string' ? known : 'text'.padEnd(schema.minLength ?? 0, 'x')
  if (type === 'integer' || type === 'number') return typeof known === 'number' ? known : (schema.minimum ?? 0)
  if (type === 'boolean') return true
  return known ?? null
}

function addExamples(body: Body | undefined, values: Readonly<Record<string, unknown>>, given?: unknown): void {
  const content = body?.content?.[JSON_TYPE]
  if (content?.schema === undefined) return
  delete content.examples
  content.example = given ?? exampleOf(content.schema, values)
}

/** `POST /api/v1/messages/{id}/cancel` is `postMessagesByIdCancel`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\/v1\//, '')
    .split('/')
    .map((segment) => segment.replace(/^\{(.*)\}$/, 'by_$1'))
  return [method, ...words].join('_').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function completeOperation(
  shared: Record<string, unknown>,
  method: string,
  operation: Operation,
  { errors = [], request }: RouteDetails,
  values: Readonly<Record<string, unknown>>,
): void {
  const { requestBody, responses } = operation
  if (requestBody !== undefined) {
    requestBody.required = (mainOf(requestBody)?.required?.length ?? 0) > 0
    addExamples(requestBody, values, request)
  }
  delete responses['4XX']
  delete responses['5XX']
  delete responses['default']
  if (Object.keys(responses).length === 0) responses['204'] = { description: 'Done; there is nothing to tell' }
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response') response.description = status === '201' ? 'Created' : 'Done'
    addExamples(response, values)
  }
  const codes = Object.keys(ERROR_CODES) as ErrorCode[]
  const possible = new Set<ErrorCode>([...commonErrors(method, operation), ...errors])
  const byStatus = Map.groupBy(
    codes.filter((code) => possible.has(code)),
    (code) => ERROR_CODES[code][0],
  )
  for (const [status, ofStatus] of byStatus) responses[String(status)] = shareErrors(shared, ofStatus)
}

/** Completes the document in place. Throws if the details name a route that there is not. */
export function completeDocument(document: Document, { routes, values }: DocumentDetails): void {
  const shared: Record<string, unknown> = {}
  const unknown = new Set(Object.keys(routes))
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    if (!path.startsWith('/api/')) continue
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`
      unknown.delete(name)
      operation.operationId = operationId(method, path)
      completeOperation(shared, method, operation, routes[name] ?? {}, values)
    }
  }
  if (unknown.size > 0) throw new Error(`There is no route ${[...unknown].join(', ')}`)
  document.components = { ...document.components, responses: shared }
}
