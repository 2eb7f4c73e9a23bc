import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { readApiDocument } from '../../../../scripts/api-document.ts'
import type { Operation, Schema } from '../../../../scripts/api-document.ts'
import { inlineReferences } from '../../../test/document.ts'
import { DOCUMENT_DETAILS } from './document.ts'
import { ERROR_CODES } from '../../platform/errors.ts'
import { completeDocument } from '../../platform/http/openapi/details.ts'

const served = await readApiDocument()
const document = inlineReferences(served)
const JSON_TYPE = 'application/json'
const CHANNEL = { name: 'Mail', channel_type: 'email', provider: 'sandbox' }

function operationsOf({ paths }: typeof served): [name: string, operation: Operation][] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [name: string, operation: Operation] => {
        return [`${method.toUpperCase()} ${path}`, operation]
      }),
    )
}

const operations = operationsOf(document)

function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap(({ content }) => {
    return Object.keys((content?.[JSON_TYPE] as { examples?: object } | undefined)?.examples ?? {})
  })
}

test('every operation has an id of its own', () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  assert.equal(new Set(ids).size, operations.length)
  assert.ok(ids.includes('cancelMessage'))
})

test('every property has an example or its parts have, and the examples of an object are right beside each other', () => {
  const wrong: string[] = []
  /** The examples of the properties with one, in one object. */
  const together = ({ properties = {} }: Schema): object => {
    const given = Object.entries(properties).filter(([, field]) => field['x-other-name-of'] === undefined)
    return Object.fromEntries(
      given.flatMap(([name, { examples }]) => (examples === undefined ? [] : [[name, examples[0]]])),
    )
  }
  const visit = (place: string, schema: Schema): void => {
    const { properties = {}, items, else: flat, anyOf = [], oneOf = [] } = schema
    const names = ['$ref', 'examples', 'enum', 'const', 'default', 'properties', 'items']
    for (const [name, property] of Object.entries(properties)) {
      if (!names.some((keyword) => keyword in property)) wrong.push(`${place}.${name} has none`)
      visit(`${place}.${name}`, property)
    }
    for (const part of [items, flat, ...anyOf, ...oneOf]) if (part !== undefined) visit(place, part)
  }
  const judge = (place: string, schema: Schema): void => {
    if (schema.type !== 'object' || schema.properties === undefined || schema.else !== undefined) return
    const { required: _, ...rest } = schema
    const value = together(schema)
    const errors = Compile(rest as Parameters<typeof Compile>[0]).Errors(value)
    for (const { instancePath, message } of errors) wrong.push(`${place}${instancePath} ${message}`)
  }
  for (const [name, schema] of Object.entries(served.components.schemas)) visit(name, schema)
  for (const [name, schema] of Object.entries(document.components.schemas)) judge(name, schema)
  assert.deepEqual(wrong, [])
})

test('no `additionalProperties` is true or false: the Java client of openapi-generator would send empty bodies', () => {
  assert.doesNotMatch(JSON.stringify(served), /"additionalProperties":(true|false)/)
})

test('integers beyond 32 bits say so, and no operation has the tag of the webhook', () => {
  const missing: string[] = []
  const visit = (place: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, maximum, format, enum: words } = node as Record<string, unknown>
    const isInteger = [type].flat().includes('integer') && ![type].flat().includes('string') && words === undefined
    const isId = /(^|_)id$/.test(place.split(' ').at(-1)!)
    if (isInteger && (isId || Number(maximum) > 2 ** 31 - 1) && format !== 'int64') missing.push(place)
    // Schemas under `not` restate rules, and make no types.
    for (const [name, inner] of Object.entries(node)) if (name !== 'not') visit(`${place} ${name}`, inner)
  }
  visit('', served)
  assert.deepEqual(missing, [])
  const [webhook] = Object.values(served.webhooks ?? {})
  const [tag] = (Object.values(webhook!)[0] as { tags: string[] }).tags
  assert.ok(
    operations.every(([, { tags }]) => !(tags as string[]).includes(tag!)),
    tag,
  )
})

test('no parameter with the name of a keyword has an enumeration of its own: openapi-generator cannot name it in Kotlin', () => {
  const keywords = new Set([
    'as',
    'class',
    'do',
    'for',
    'fun',
    'in',
    'interface',
    'is',
    'object',
    'package',
    'val',
    'var',
    'when',
  ])
  const parameters = operationsOf(served).flatMap(([, operation]) => operation.parameters ?? [])
  const named = parameters.filter(({ name }) => keywords.has(name))
  assert.deepEqual(
    named.map(({ name, schema }) => [name, schema]),
    [['object', { $ref: '#/components/schemas/AuditObject' }]],
  )
})

test('no map of a body has a list of types: openapi-generator sends `{}` in Java then, which removes attributes', () => {
  const maps: string[] = []
  const visit = (place: string, { properties = {}, items }: Schema): void => {
    for (const [name, field] of Object.entries(properties)) {
      if (Array.isArray(field.type) && field.additionalProperties !== undefined) maps.push(`${place} ${name}`)
      visit(`${place} ${name}`, field)
    }
    if (items !== undefined) visit(place, items)
  }
  for (const [name, { requestBody }] of operations) visit(name, requestBody?.content?.[JSON_TYPE]?.schema ?? {})
  assert.deepEqual(maps, [])
})

test('an optional list of a body may be null: openapi-generator sends `[]` in Java otherwise, which empties the list', () => {
  const lists = new Map<string, unknown>()
  const visit = (place: string, { properties = {}, items, required = [] }: Schema): void => {
    for (const [name, field] of Object.entries(properties)) {
      if (field.items !== undefined && !required.includes(name)) lists.set(`${place} ${name}`, field.type)
      visit(`${place} ${name}`, field)
    }
    if (items !== undefined) visit(place, items)
  }
  for (const [name, { requestBody }] of operations) visit(name, requestBody?.content?.[JSON_TYPE]?.schema ?? {})
  assert.ok(lists.has('PATCH /api/v1/message_templates/{id} message_template channels'))
  for (const [place, type] of lists) assert.deepEqual(type, ['array', 'null'], place)
})

test('no body has alternatives: clients that generators make could not send some of them', () => {
  const alternatives: string[] = []
  const visit = (place: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { anyOf, oneOf, type } = node as Schema
    const real = [...(anyOf ?? oneOf ?? []).map((one) => one.type), ...[type ?? []].flat()].filter(
      (one) => one !== 'null',
    )
    if (real.length > 1) alternatives.push(place)
    // Schemas under these keywords restate rules, and make no types.
    const rules = new Set(['not', 'if', 'then', 'else', 'example'])
    for (const [name, inner] of Object.entries(node)) if (!rules.has(name)) visit(`${place} ${name}`, inner)
  }
  for (const [name, { requestBody }] of operations) visit(name, requestBody?.content)
  assert.deepEqual(alternatives, [])
})

test('bodies are named or have named objects: the Java and Kotlin of generators lack the classes of others', () => {
  const unnamed = operationsOf(served).flatMap(([name, { requestBody }]) => {
    const { $ref, properties = {} }: Schema = requestBody?.content?.[JSON_TYPE]?.schema ?? { $ref: '' }
    const parts = Object.values(properties).map(({ items, ...part }) => ({ ...part, ...items }))
    const isNamed = parts.some((part) => part.$ref !== undefined) && parts.every(({ type }) => type !== 'object')
    return $ref !== undefined || isNamed ? [] : [name]
  })
  assert.deepEqual(unnamed, [])
})

test('a body with or without its root key is one object, and one of the two forms is required', () => {
  const url = 'https://example.com/webhooks'
  const bodyOf = (id: string) =>
    Compile(
      operations.find(([, { operationId }]) => operationId === id)![1].requestBody!.content![JSON_TYPE]!
        .schema as Parameters<typeof Compile>[0],
    )
  const cases: [id: string, body: object, isTaken: boolean][] = [
    ['createWebhookEndpoint', { webhook_endpoint: { url } }, true],
    ['createWebhookEndpoint', { url, active: false }, true],
    ['createWebhookEndpoint', { webhook_endpoint: {} }, false],
    ['createWebhookEndpoint', { webhook_endpoint: { url, other: 1 } }, false],
    ['createWebhookEndpoint', { active: false }, false],
    ['createWebhookEndpoint', { url, other: 1 }, false],
    ['createWebhookEndpoint', {}, false],
    ['rotateWebhookSecret', {}, true],
    ['rotateWebhookSecret', { overlap_seconds: 60 }, true],
    ['rotateWebhookSecret', { webhook_endpoint: { overlap_seconds: 60 } }, true],
    ['rotateWebhookSecret', { overlap_seconds: -1 }, false],
    ['rotateWebhookSecret', { webhook_endpoint: { overlap_seconds: -1 } }, false],
  ]
  for (const [id, body, isTaken] of cases)
    assert.equal(bodyOf(id).Check(body), isTaken, `${id} ${JSON.stringify(body)}`)
})

test('every body has an example, which its schema takes', () => {
  const wrong: string[] = []
  function check(place: string, content: { schema: Schema; example?: unknown } | undefined): void {
    if (content === undefined) return
    const schema = Compile(content.schema as Parameters<typeof Compile>[0])
    if (content.example === undefined) wrong.push(`${place} has no example`)
    for (const { instancePath, message } of schema.Errors(content.example))
      wrong.push(`${place} ${instancePath} ${message}`)
  }
  for (const [name, { requestBody, responses }] of operations) {
    check(`${name} takes`, requestBody?.content?.[JSON_TYPE])
    for (const [status, { content }] of Object.entries(responses))
      if (status.startsWith('2')) check(`${name} ${status}`, content?.[JSON_TYPE])
  }
  assert.deepEqual(wrong, [])
})

test('no body may have a NUL character, in its fields or beside them', () => {
  const bodyOf = (id: string) =>
    Compile(
      operations.find(([, { operationId }]) => operationId === id)![1].requestBody!.content![JSON_TYPE]!
        .schema as Parameters<typeof Compile>[0],
    )
  const TO = { external_user_id: 'ada', message_template_name: 'receipt' }
  const valued = (value: unknown) => ({ message_attributes_attributes: [{ name: 'a', value }] })
  const url = 'https://example.com/webhooks'
  const cases: [id: string, body: (text: string) => object][] = [
    ['createMessage', (text) => ({ message: TO, [text]: 1 })],
    ['createMessage', (text) => ({ message: TO, utf8: text })],
    ['createMessage', (text) => ({ message: { ...TO, ...valued(text) } })],
    ['createMessage', (text) => ({ message: { ...TO, ...valued({ [text]: 1 }) } })],
    ['createMessage', (text) => ({ message: { ...TO, ...valued({ a: text }) } })],
    ['createMessage', (text) => ({ message: { ...TO, ...valued([{ a: text }]) } })],
    ['createNotificationUser', (text) => ({ notification_user: { attributes: { [text]: 1 } } })],
    ['createNotificationUser', (text) => ({ notification_user: { attributes: { a: { [text]: 1 } } } })],
    ['createNotificationUser', (text) => ({ notification_user: { attributes: { a: text } } })],
    ['createNotificationChannel', (text) => ({ notification_channel: { ...CHANNEL, settings: { from: text } } })],
    ['createWebhookEndpoint', (text) => ({ webhook_endpoint: { url }, [text]: 1 })],
    ['createWebhookEndpoint', (text) => ({ webhook_endpoint: { url }, utf8: text })],
    ['createWebhookEndpoint', (text) => ({ webhook_endpoint: { url: `${url}${text}` } })],
    ['createWebhookEndpoint', (text) => ({ url: `${url}${text}` })],
  ]
  for (const [id, body] of cases) {
    const schema = bodyOf(id)
    assert.ok(schema.Check(body('text')), `${id} ${JSON.stringify(body('text'))}`)
    assert.ok(!schema.Check(body('te\0xt')), `${id} ${JSON.stringify(body('te\0xt'))}`)
  }
})

test('a field is given by one of its names', () => {
  const { schema } = operations.find(([, { operationId }]) => operationId === 'createMessage')![1].requestBody!
    .content![JSON_TYPE]!
  const body = Compile(schema as Parameters<typeof Compile>[0])
  const message = { external_user_id: '4711', message_template_name: 'receipt', send_at: '2026-06-08T10:20:00Z' }
  assert.ok(body.Check({ message }))
  assert.ok(!body.Check({ message: { ...message, scheduled_at: message.send_at } }))
})

test('a field that is required is given by one of its names too', () => {
  const { schema } = operations.find(([, { operationId }]) => operationId === 'rescheduleMessage')![1].requestBody!
    .content![JSON_TYPE]!
  const body = Compile(schema as Parameters<typeof Compile>[0])
  const at = '2026-06-08T10:20:00Z'
  assert.ok(body.Check({ message: { send_at: at } }))
  assert.ok(body.Check({ message: { scheduled_at: at } }))
  assert.ok(!body.Check({ message: { send_at: at, scheduled_at: at } }))
  assert.ok(!body.Check({ message: {} }))
})

test('every body lists the names that are ignored at its top, and says that JSON may have no others', () => {
  const names = ['utf8', 'authenticity_token', 'commit', '_method', 'controller', 'action', 'format']
  for (const [name, { requestBody }] of operations)
    for (const ignored of requestBody === undefined ? [] : names)
      assert.ok(requestBody!.description!.includes(`\`${ignored}\``), `${name} ${ignored}`)
})

test('no field of a body has a default: generated clients would require the field', () => {
  const withDefault: string[] = []
  function look(
    place: string,
    { default: value, properties = {}, items, anyOf = [] }: Schema & { default?: unknown },
  ): void {
    if (value !== undefined) withDefault.push(place)
    for (const [name, field] of Object.entries(properties)) look(`${place} ${name}`, field)
    for (const part of [...anyOf, ...(items === undefined ? [] : [items])]) look(place, part)
  }
  for (const [name, { requestBody }] of operations)
    for (const { schema } of Object.values(requestBody?.content ?? {})) look(name, schema)
  assert.deepEqual(withDefault, [])
})

test('every error code is documented where it can occur', () => {
  const told = new Set(operations.flatMap(([, operation]) => codesOf(operation)))
  const untold = Object.keys(ERROR_CODES).filter((code) => !told.has(code))
  // These belong to no documented operation: other methods and versions of HTTP, providers' callbacks, and the metrics.
  const ofHttp = ['method_not_allowed', 'unsupported_transfer_encoding', 'unsupported_http_version']
  assert.deepEqual(new Set(untold), new Set([...ofHttp, 'invalid_signature', 'invalid_metrics_token']))
  for (const [name, operation] of operations) {
    const codes = codesOf(operation)
    // The body names the account.
    const namesId = name.includes('{') || name === 'PUT /api/v1/session/account'
    assert.equal(codes.includes('not_found'), namesId, name)
    // A recipient token is no cookie, so no other page can send it.
    assert.equal(codes.includes('csrf_failed'), !name.startsWith('GET ') && !name.includes('/inbox/'), name)
    assert.equal(codes.includes('malformed_body'), operation.requestBody !== undefined, name)
    for (const code of ['request_timeout', 'body_too_large', 'expectation_failed', 'headers_too_large'])
      assert.ok(codes.includes(code), `${name} ${code}`)
    assert.ok(
      Object.keys(operation.responses).some((status) => status.startsWith('2')),
      name,
    )
  }
})

test('objects and lists of a form are in brackets everywhere', () => {
  const encodings = new Map<string, object | undefined>()
  for (const [name, { requestBody }] of operations) {
    const { [JSON_TYPE]: json, ...forms } = requestBody?.content ?? {}
    const wanted = Object.entries(json?.schema.properties ?? {}).flatMap(([field, { type }]) =>
      [type].flat().some((one) => one === 'object' || one === 'array') ? [field] : [],
    )
    const encoding = Object.fromEntries(wanted.map((field) => [field, { style: 'deepObject', explode: true }]))
    for (const [type, form] of Object.entries(forms)) {
      encodings.set(`${name} ${type}`, form.encoding)
      assert.deepEqual(form.encoding, wanted.length === 0 ? undefined : encoding, `${name} ${type}`)
    }
  }
  const ofReplay = encodings.get('POST /api/v1/webhook_endpoints/{id}/replay multipart/form-data') ?? {}
  assert.deepEqual(Object.keys(ofReplay).toSorted(), ['states', 'types', 'webhook_endpoint'])
})

test('details of a route that there is not are a mistake', () => {
  const details = { ...DOCUMENT_DETAILS, operations: {}, routes: { 'GET /api/v1/nothing': {} } }
  assert.throws(() => completeDocument({ paths: {} }, details), /There is no route GET \/api\/v1\/nothing/)
})

test('a route without an operation id is a mistake', () => {
  const paths = { '/api/v1/something': { get: { responses: {} } } }
  assert.throws(
    () => completeDocument({ paths }, { ...DOCUMENT_DETAILS, operations: {}, routes: {} }),
    /There is no operation id of GET \/api\/v1\/something/,
  )
})
