/**
 * Completes the OpenAPI document. Errors, headers and examples follow from the routes. Ids, descriptions and schema
 * names come from `DocumentDetails`. All functions are pure except for changing the document.
 */
import { addErrors, addHeaders, headerComponents } from './errors.ts'
import type { Document, DocumentDetails, Operation, OperationText, Response } from './document.ts'
import { addExamples } from './examples.ts'
import { IDEMPOTENCY_KEY, NO_NUL_SCHEMA, describeInputs } from './inputs.ts'
import { nameSchemas } from './names.ts'

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
function describeAnswers({ responses }: Operation): void {
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
      describeAnswers(operation)
      operation.security = secure(method, operation)
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
  Object.assign(document.components.schemas!, details.events, { NoNul: NO_NUL_SCHEMA })
  document.webhooks = details.webhooks
}
