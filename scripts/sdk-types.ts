import type { ApiDocument, Operation, Schema } from './api-document.ts'

/**
 * The SDK's types, printed from the OpenAPI document: one type for every object that the API knows by a name, and what
 * every operation takes and answers. The usual generator works on a compiler API that TypeScript 7 does not have.
 */

/** Where the objects with a name are: the operation, and the way from the body of its answer. */
const NAMED: Readonly<Record<string, readonly [operation: string, ...way: string[]]>> = {
  Message: ['GET /api/v1/messages/{id}', 'message'],
  Delivery: ['GET /api/v1/deliveries/{id}'],
  WebhookEndpoint: ['GET /api/v1/webhook_endpoints/{id}', 'webhook_endpoint'],
  WebhookEndpointWithSecret: ['POST /api/v1/webhook_endpoints', 'webhook_endpoint'],
  WebhookAttempt: ['GET /api/v1/webhook_endpoints/{id}/attempts', 'attempts', '*'],
  ListedWebhookEvent: ['GET /api/v1/webhook_events', 'webhook_events', '*'],
  NotificationUser: ['GET /api/v1/notification_users/{id}', 'notification_user'],
  Device: ['GET /api/v1/notification_users/{id}/devices/{device_id}', 'device'],
  NotificationChannel: ['GET /api/v1/notification_channels/{id}', 'notification_channel'],
  MessageTemplate: ['GET /api/v1/message_templates/{id}', 'message_template'],
  Account: ['GET /api/v1/account', 'account'],
  ApiKey: ['GET /api/v1/api_keys', 'api_keys', '*'],
  AuditEntry: ['GET /api/v1/audit_log', 'audit_log', '*'],
  Member: ['GET /api/v1/members/{id}', 'member'],
  Session: ['GET /api/v1/session', 'session'],
}

const JSON_TYPE = 'application/json'
const INDENT = '  '
const TEXT = 'string'

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
}

/** What of a schema decides the type. */
function shapeOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    return ['description', 'examples', 'default', 'minimum', 'maximum', 'minLength', 'maxLength'].includes(key)
      ? undefined
      : value
  })
}

function printWord(word: string | null): string {
  return word === null ? 'null' : `'${word}'`
}

/** The names of objects by their shape: an object that has one is printed as it. */
type Names = ReadonlyMap<string, string>

function print(names: Names, schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  const name = schema.type === 'object' ? names.get(shapeOf(schema)) : undefined
  return name ?? printShape(names, schema, indent)
}

function printShape(names: Names, schema: Schema, indent: string): string {
  if (schema.enum !== undefined) return schema.enum.map(printWord).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return either.map((one) => print(names, one, indent)).join(' | ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.map((type) => printType(names, schema, type, indent)).join(' | ')
}

function printType(names: Names, schema: Schema, type: string | undefined, indent: string): string {
  switch (type) {
    case 'object':
      return printObject(names, schema, indent)
    case 'array':
      return printArray(names, schema.items ?? {}, indent)
    case 'integer':
    case 'number':
      return 'number'
    case TEXT:
    case 'boolean':
    case 'null':
      return type
    default:
      return 'unknown'
  }
}

function printArray(names: Names, items: Schema, indent: string): string {
  const item = print(names, items, indent)
  return /^[\w.]+$/.test(item) || item.startsWith('{') ? `${item}[]` : `(${item})[]`
}

function printObject(
  names: Names,
  { properties, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const fields = Object.entries(properties ?? {})
  if (fields.length === 0) {
    const value = typeof additionalProperties === 'object' ? print(names, additionalProperties, indent) : 'unknown'
    return `Record<string, ${value}>`
  }
  const inner = indent + INDENT
  const lines = fields.map(([name, field]) => {
    const comment = field.description === undefined ? '' : `${inner}/** ${field.description} */\n`
    const optional = required.includes(name) ? '' : '?'
    const type = print(names, field, inner)
    const absent = required.includes(name) || type === 'unknown' ? '' : ' | undefined'
    return `${comment}${inner}${keyOf(name)}${optional}: ${type}${absent}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function answerSchema({ responses }: Operation): Schema | null {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return answer?.content?.[JSON_TYPE]?.schema ?? null
}

function schemaAt(document: ApiDocument, [name, ...way]: readonly [string, ...string[]]): Schema {
  const [method = '', path = ''] = name.split(' ')
  let schema: Schema | null | undefined = answerSchema(document.paths[path]![method.toLowerCase()]!)
  for (const step of way) schema = step === '*' ? schema?.items : schema?.properties?.[step]
  if (!schema) throw new Error(`${name} has no ${way.join('.')}`)
  return schema
}

function printParameters(names: Names, operation: Operation, place: 'path' | 'query'): string | null {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place)
  if (parameters.length === 0) return null
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description }) => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  )
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return printObject(names, { properties, required }, INDENT.repeat(2))
}

function printOperation(names: Names, operation: Operation): string {
  const indent = INDENT.repeat(2)
  const body = operation.requestBody?.content?.[JSON_TYPE]?.schema
  const answer = answerSchema(operation)
  const parts = {
    path: printParameters(names, operation, 'path') ?? 'undefined',
    query: printParameters(names, operation, 'query') ?? 'undefined',
    body: body === undefined ? 'undefined' : print(names, body, indent),
    answer: answer === null ? 'null' : print(names, answer, indent),
  }
  return Object.entries(parts)
    .map(([name, type]) => `${indent}${name}: ${type}\n`)
    .join('')
}

/** The text of `sdk/src/types.ts`. */
export function sdkTypes(document: ApiDocument): string {
  const names = new Map<string, string>()
  const named = Object.entries(NAMED).map(([name, way]) => ({ name, schema: schemaAt(document, way) }))
  for (const { name, schema } of named) names.set(shapeOf(schema), name)
  const interfaces = named.map(({ name, schema }) => `export interface ${name} ${printObject(names, schema, '')}\n`)
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const comment = operation.summary === undefined ? '' : `${INDENT}/** ${operation.summary} */\n`
        return `${comment}${INDENT}'${method.toUpperCase()} ${path}': {\n${printOperation(names, operation)}${INDENT}}\n`
      }),
    )
  const codes = Object.values(document.components.responses).flatMap(({ content }) =>
    Object.keys((content?.[JSON_TYPE] as { examples?: object } | undefined)?.examples ?? {}),
  )
  const errorCodes = [...new Set(codes)].toSorted().map((code) => `\n${INDENT}| '${code}'`)
  return `// Printed by \`node scripts/docs.ts\` from docs/openapi.json; do not edit.

${interfaces.join('\n')}
/** The body of every error; \`errors\` is there on 422 only. */
export interface ErrorBody ${printObject(names, document.components.schemas['Error']!, '')}

/** Codes that the API answers with; later versions may know more. */
export type ErrorCode =${errorCodes.join('')}

/** What every operation takes and answers, by its method and path. */
export interface Operations {
${operations.join('')}}
`
}
