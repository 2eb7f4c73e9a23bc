/** Describes rules of all inputs: no NUL characters, bracket notation in forms, the idempotency key header. */
import { OF_PAGES, OF_RAILS } from '../misplaced-fields.ts'
import type { Content, Operation, Parameter, Schema } from './document.ts'
import { JSON_TYPE, bodySchema } from './document.ts'

/** PostgreSQL cannot store NUL, so it is refused everywhere. */
const NO_NUL = '^[^\\u0000]*$'
/** The pattern of non-blank text. */
const NOT_BLANK = '\\S'
const NOT_BLANK_NO_NUL = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'

const listed = (names: ReadonlySet<string>) => [...names].map((name) => `\`${name}\``).join(', ')

const BODY_NOTE =
  'A form uses bracket notation: `root[field]=value` for a field, `root[field][][name]=value` for a list. ' +
  'No text and no name may contain a NUL character, at any depth. ' +
  'Beside its root key, a JSON body may have only names that Rails adds, which the service ignores: ' +
  `${listed(OF_PAGES)}, ${listed(OF_RAILS)}. A form may have other fields of its page there, but no field of the root key. ` +
  `A body without a root key may have only ${listed(OF_PAGES)} beside its fields. All else is refused with 422.`

export const IDEMPOTENCY_KEY: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'If you repeat a request with the same key within 24 hours, the service does nothing and returns the ' +
    'first response again, with the header Idempotency-Replayed: true. Error responses are not kept.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$', examples: ['order-A-1'] },
}

const NO_NUL_REFERENCE = { $ref: '#/components/schemas/NoNul' }

/** Written in `then`, not at the top, so that generated clients keep their plain types. */
export const NO_NUL_SCHEMA: Schema = {
  description: 'No text and no name in it may contain a NUL character, at any depth',
  pattern: NO_NUL,
  if: {},
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nothing awaits it
  then: {
    propertyNames: { pattern: NO_NUL },
    patternProperties: { '': NO_NUL_REFERENCE },
    items: NO_NUL_REFERENCE,
  },
}

/** The accepted years. */
const YEAR_FROM_1970 = '^(19[7-9]\\d|[2-9]\\d{3})-'

const typesOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : [type ?? ''])

/**
 * The type and description of an own id, which may also be an integer. Clients of typed languages that generators make
 * cannot send a field of two types, and one type is enough: the service takes an integer as its digits.
 */
function asText(schema: Schema): Schema {
  const description = `${schema.description}. An integer is taken as its digits`
  return { description, type: typesOf(schema).includes('null') ? ['string', 'null'] : 'string' }
}

/**
 * An optional list may be null, as every optional field. The document says so of lists, because openapi-generator's Java
 * client sends an unset list as `[]` otherwise. In a PATCH, this would remove all channels of a template.
 */
function optionalList(schema: Schema): Schema {
  return schema.type === 'array' ? { ...schema, type: ['array', 'null'] } : schema
}

/**
 * The same for a map that may be null. With a list of types, openapi-generator's Java client sends an unset map as `{}`: in a
 * PATCH, this would remove all attributes of a recipient.
 */
function optionalMap(schema: Schema): Schema {
  const { type: _, additionalProperties, maxProperties, ...rest } = schema
  if (!typesOf(schema).includes('null') || additionalProperties === undefined || additionalProperties === false)
    return schema
  const map = { type: 'object', additionalProperties, ...(maxProperties === undefined ? {} : { maxProperties }) }
  return { ...rest, oneOf: [map, { type: 'null' }] }
}

/** Of a boolean that may only be true, generators make an enumeration. That of Kotlin does not compile. */
function withoutTrue(schema: Schema): Schema {
  if (schema.type !== 'boolean' || schema.enum === undefined) return schema
  const { enum: _, ...rest } = schema
  return { ...rest, not: { const: false } }
}

/** The schema for the document: private keywords begin with `x-`, texts have no NUL character. */
function inputSchema({ sentence, ...given }: Schema & { sentence?: string }): Schema {
  const schema = withoutTrue(given)
  const { properties, items, anyOf, pattern, required = [], else: flat } = schema
  const types = typesOf(schema)
  const isAnyJson = schema.type === undefined && anyOf === undefined
  const isOpen = isAnyJson || (types.includes('object') && schema.additionalProperties !== false)
  const isFreeText = (isAnyJson || types.includes('string')) && schema.enum === undefined && schema.format === undefined
  const safe = pattern === undefined ? NO_NUL : pattern === NOT_BLANK ? NOT_BLANK_NO_NUL : pattern
  const fields = Object.entries(properties ?? {}).map(([name, property]) => {
    const field = inputSchema(property)
    return [name, required.includes(name) ? field : optionalMap(optionalList(field))]
  })
  return {
    ...schema,
    ...(types.includes('string') && types.includes('integer') ? asText(schema) : {}),
    ...(isFreeText ? { pattern: safe } : {}),
    // oxlint-disable-next-line unicorn/no-thenable -- as above
    ...(isOpen ? { if: schema.if ?? {}, then: NO_NUL_REFERENCE } : {}),
    ...(flat === undefined ? {} : { else: inputSchema(flat) }),
    ...(schema.format === 'date-time' ? { pattern: YEAR_FROM_1970 } : {}),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) as Record<string, Schema> }),
    ...(items === undefined ? {} : { items: inputSchema(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inputSchema) }),
    ...(sentence === undefined ? {} : { 'x-error': sentence }),
  }
}

/**
 * Objects and lists in a form use brackets, also in multipart. This is the nearest OpenAPI style; the default would be
 * JSON.
 */
const IN_BRACKETS = { style: 'deepObject', explode: true }

function formContent(content: Content): Content {
  const bracketed = Object.entries(content.schema?.properties ?? {}).filter(([, field]) =>
    typesOf(field).some((type) => type === 'object' || type === 'array'),
  )
  if (bracketed.length === 0) return content
  return { ...content, encoding: Object.fromEntries(bracketed.map(([name]) => [name, IN_BRACKETS])) }
}

/** Changes the operation in place. */
export function describeInputs(operation: Operation): void {
  const { parameters, requestBody } = operation
  if (requestBody !== undefined) {
    const contents = Object.entries(requestBody.content ?? {})
    requestBody.content = Object.fromEntries(
      contents.map(([type, content]) => {
        const described = { ...content, schema: inputSchema(content.schema ?? {}) }
        return [type, type === JSON_TYPE ? described : formContent(described)]
      }),
    )
    const body = bodySchema(requestBody)
    requestBody.required = (body?.required ?? body?.else?.required ?? []).length > 0
    requestBody.description = BODY_NOTE
  }
  if (parameters === undefined) return
  operation.parameters = parameters.map((parameter) =>
    parameter.name === 'idempotency-key'
      ? ({ $ref: '#/components/parameters/IdempotencyKey' } as Parameter)
      : { ...parameter, schema: inputSchema(parameter.schema) },
  )
}

/** Whether the operation takes an idempotency key. Call it after `describeInputs`. */
export function takesIdempotencyKey({ parameters = [] }: Operation): boolean {
  return parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey') === true)
}
