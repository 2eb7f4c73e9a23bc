/**
 * Completes the OpenAPI document by what follows from the routes: every error with its code, every header, an example of
 * every body, and by what is told of them beside: ids, descriptions, names of schemas. All of it is pure.
 */
import { addErrors, addHeaders, headerComponents } from './errors.ts'
import type { Document, DocumentDetails, Operation, OperationText, Response } from './document.ts'
import { addExamples } from './examples.ts'
import { IDEMPOTENCY_KEY, NO_NUL_SCHEMA, describeInputs } from './inputs.ts'
import { nameSchemas } from './names.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['get', 'head'])

/** A session proves itself by its cookie; a request that may change something also by its token. */
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

/** Answers as the route declares them: those of the framework's own are left out. */
function describeAnswers({ responses }: Operation): void {
  delete responses['4XX']
  delete responses['5XX']
  delete responses['default']
  if (Object.keys(responses).length === 0) responses['204'] = { description: 'Done. The response has no body' }
  for (const [status, response] of Object.entries(responses))
    if (response.description === 'Default Response') response.description = status === '201' ? 'Created' : 'Done'
}

/** The names of what the two tables have and the document lacks. */
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

/** Completes the document in place. Throws if the details name a route that there is not, or tell of one nothing. */
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
