/** What every input has, whatever its route: no NUL character, forms in bracket notation, the header of idempotency keys. */
import type { Body, Operation, Parameter, Schema } from './openapi-document.ts'
import { FORM_TYPE, mainSchema } from './openapi-document.ts'

/** The database cannot store this character, so it is refused wherever it stands. */
const NO_NUL = '^[^\\u0000]*$'
/** With `minLength` of a text that may not be blank. */
const NOT_BLANK = '\\S'
const NOT_BLANK_NO_NUL = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'

const FORM_NOTE =
  'In a form fields are written in bracket notation, `root[field]=value`, lists as `root[field][][name]=value`.'

export const IDEMPOTENCY_KEY: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'Within 24 hours the same request under the same key is answered as the first one was, with the header ' +
    'Idempotency-Replayed: true, and does nothing. An answer that is an error is not kept.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['order-A-1'] },
}

const typesOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : [type ?? ''])

/** The schema as the document says it: private keywords begin with `x-`, texts have no NUL character. */
function inputSchema({ sentence, ...schema }: Schema & { sentence?: string }): Schema {
  const { properties, items, pattern } = schema
  const isFreeText = typesOf(schema).includes('string') && schema.enum === undefined && schema.format === undefined
  const safe = pattern === undefined ? NO_NUL : pattern === NOT_BLANK ? NOT_BLANK_NO_NUL : pattern
  const fields = Object.entries(properties ?? {}).map(([name, property]) => [name, inputSchema(property)])
  return {
    ...schema,
    ...(isFreeText ? { pattern: safe } : {}),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) as Record<string, Schema> }),
    ...(items === undefined ? {} : { items: inputSchema(items) }),
    ...(sentence === undefined ? {} : { 'x-error': sentence }),
  }
}

/** Objects in a form are in brackets; OpenAPI has a style for one level of them. */
function describeForm({ content }: Body): void {
  const form = content?.[FORM_TYPE]
  if (content === undefined || form === undefined) return
  const fields = Object.entries(form.schema?.properties ?? {})
  const objects = fields.filter(([, field]) => typesOf(field).includes('object'))
  const encoding = Object.fromEntries(objects.map(([name]) => [name, { style: 'deepObject', explode: true }]))
  content[FORM_TYPE] = { ...form, ...(objects.length === 0 ? {} : { encoding }) }
}

/** Changes the operation in place. */
export function describeInputs(operation: Operation): void {
  const { parameters, requestBody } = operation
  if (requestBody !== undefined) {
    const contents = Object.entries(requestBody.content ?? {})
    requestBody.content = Object.fromEntries(
      contents.map(([type, content]) => [type, { ...content, schema: inputSchema(content.schema ?? {}) }]),
    )
    requestBody.required = (mainSchema(requestBody)?.required?.length ?? 0) > 0
    requestBody.description = FORM_NOTE
    describeForm(requestBody)
  }
  if (parameters === undefined) return
  operation.parameters = parameters.map((parameter) =>
    parameter.name === 'idempotency-key'
      ? ({ $ref: '#/components/parameters/IdempotencyKey' } as Parameter)
      : { ...parameter, schema: inputSchema(parameter.schema) },
  )
}

/** Whether the operation takes an idempotency key; it asks once the inputs are described. */
export function takesIdempotencyKey({ parameters = [] }: Operation): boolean {
  return parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey') === true)
}
