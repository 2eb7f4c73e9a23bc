/** Compares every API response in tests with the OpenAPI document: status, error code and each field. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/schema'
import type { Validator } from 'typebox/schema'
import { inlineReferences } from './document.ts'

interface Content {
  schema: object
  examples?: object
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, Content> }> }>>
  components: { schemas: Record<string, object> }
}

const JSON_TYPE = 'application/json'

const document = inlineReferences(
  JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as Described,
)

const templates = Object.keys(document.paths)
  // A literal path segment matches before a parameter.
  .toSorted((one, other) => one.split('{').length - other.split('{').length)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))

/** The schema with unknown fields forbidden. The document allows them, for later versions. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const fields = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  const isOpen =
    !('properties' in fields) || typeof fields['properties'] !== 'object' || 'additionalProperties' in fields
  return isOpen ? fields : { ...fields, additionalProperties: false }
}

const validators = new Map<object, Validator>()

function assertOfSchema(schema: object, value: unknown, where: string): void {
  let validator = validators.get(schema)
  if (validator === undefined) validators.set(schema, (validator = Compile(closed(schema) as object)))
  if (validator.Check(value)) return
  const [, errors] = validator.Errors(value)
  assert.fail(`${where} is not as the OpenAPI document says: ${JSON.stringify(errors)} ${JSON.stringify(value)}`)
}

/** Throws if the body of a webhook request is not a documented event. */
export function assertDocumentedEvent(body: string): void {
  assertOfSchema(document.components.schemas['Event']!, JSON.parse(body), 'The event')
}

/**
 * Throws if the document does not describe the response. `path` may have a query. Unknown operations pass: the document
 * cannot describe responses for an unknown path (404) or for another method of a known path (405).
 */
export function assertDocumented(method: string, path: string, status: number, body: unknown): void {
  const [plain = ''] = path.split('?', 1)
  const template = templates.find(({ pattern }) => pattern.test(plain))?.template
  const operation = template === undefined ? undefined : document.paths[template]![method.toLowerCase()]
  if (operation === undefined) return
  const where = `${method} ${template} ${status}`
  const described = operation.responses[status]
  assert.ok(described !== undefined, `${where} is not in the OpenAPI document: ${JSON.stringify(body)}`)
  const content = described.content?.[JSON_TYPE]
  if (content === undefined) return
  assertOfSchema(content.schema, body, where)
  if (status < 400 || content.examples === undefined) return
  const { code } = body as { code: string }
  assert.ok(code in content.examples, `${where} with the code ${code} is not in the OpenAPI document`)
}
