/**
 * Sends typical mistakes to every documented route. Each gets the documented error, never a 500, and nothing is stored.
 * New routes are included automatically.
 */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { describe, test } from 'node:test'
import { keepSandboxMessage } from '../factories.ts'
import { inlineReferences } from '../document.ts'
import { makeMember, PASSWORD, signInAs } from '../members.ts'
import { storeInboxMessages } from '../../src/core/providers/inbox-queries.ts'
import { createEventIds } from '../../src/platform/ids.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { call as callWith, prepareMessages, until } from '../service.ts'
import type { ApiResponse } from '../service.ts'
import { testService } from '../test-service.ts'
import { plainFetch } from '../plain-fetch.ts'

/** No object has one of these as its id. */
const UNKNOWN_ID = '9007199254740991'
const ODD_IDS = ['abc', '0', '9223372036854775808', '%00', '-1', '%F0%9F%92%A9', '1.5', "1'--"]

/** Not valid as an integer, time, cursor or word of a list. */
const ODD_VALUES = ['%00', 'a%20b', '9223372036854775808x']

/** Some of the values, other ones for each index, because the routes share their schemas of parameters. */
const inTurn = (values: readonly string[], index: number, count: number) =>
  Array.from({ length: count }, (_, at) => values[(index * count + at) % values.length]!)

/** Query parameters that accept any text. */
const FREE_TEXTS = new Set([
  'path',
  'token',
  'name',
  'external_user_id',
  'request_id',
  'message_template_name',
  'reference',
  'type',
  'address',
  'address_part',
  'email',
  'email_starts_with',
  'q',
])

/** One byte more than the limit, for routes with a limit above 256 KiB. */
const LONG_TEXTS = 4 * 1024 * 1024 + 1
/** A message may bring its attachments along. */
const LONG_MESSAGE = LONG_TEXTS + 5 * 1024 * 1024
const LARGE_BODIES: Record<string, number> = {
  '/api/v1/messages/batch': 5 * 1024 * 1024 + 1,
  '/api/v1/messages': LONG_MESSAGE,
  '/api/v1/messages/preview': LONG_TEXTS,
  '/api/v1/message_templates': LONG_TEXTS,
  '/api/v1/partials': LONG_TEXTS,
  '/api/v1/message_templates/preview': LONG_TEXTS,
}
const TOO_LARGE = 300_000

function largeBodyOf({ method, path }: Operation): number {
  if (method === 'PATCH' && path === '/api/v1/message_templates/{id}') return LONG_TEXTS
  if (path === '/api/v1/message_templates/{id}/draft') return LONG_TEXTS
  if (path === '/api/v1/message_templates/by_name/{name}') return LONG_TEXTS
  if (method === 'PATCH' && path === '/api/v1/partials/{id}') return LONG_TEXTS
  return LARGE_BODIES[path] ?? TOO_LARGE
}

/** The used part of a schema of the document. */
interface FieldSchema {
  type?: string | string[]
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  required?: string[]
  else?: FieldSchema
}

interface Operation {
  method: string
  path: string
  /** The body's root key. Null: no root key. Undefined: the route takes no body. */
  root: string | null | undefined
  /** The fields of the body, at its top or under the root key. */
  fields: FieldSchema
  query: string[]
  needsKey: boolean
  /** Whether only members may call it. They repeat their password with changes. */
  bySession: boolean
  /** Whether recipients call it with their tokens. */
  byToken: boolean
}

interface Described {
  security?: unknown[]
  parameters?: { in: string; name: string }[]
  requestBody?: {
    content: Record<string, { schema: FieldSchema }>
  }
}

/** Ids of existing objects, by the noun in the path. */
const ids: Record<string, number | string> = {}

async function made(path: string, root: string, fields: object): Promise<number> {
  const { status, body } = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body[root].id
}

function operationOf(path: string, method: string, { security, parameters, requestBody }: Described): Operation {
  const query = (parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name)
  const schema = requestBody?.content['application/json']?.schema ?? {}
  const { required = [], properties = {} } = schema
  const bySession = /^\/api\/v1\/members\b/.test(path)
  // API keys need no password. If the body has no other field, it is then ignored.
  const takesBody = bySession || Object.keys(properties).join() !== 'current_password'
  const root = takesBody ? (required.find((name) => properties[name]?.type !== 'string') ?? null) : undefined
  const needsKey = security?.length !== 0
  const byToken = path.startsWith('/api/v1/inbox/')
  const fields = (typeof root === 'string' ? properties[root] : schema.else) ?? schema
  return { method: method.toUpperCase(), path, root: requestBody && root, fields, query, needsKey, bySession, byToken }
}

/** Calls as an allowed caller. A member's password is added to objects. */
function call({ method, bySession, byToken }: Operation, path: string, body?: unknown): Promise<ApiResponse> {
  if (byToken) return callWith(running.service.url!, token, method, path, body)
  if (!bySession) return client.call(method, path, body)
  const isObject = typeof body === 'object' && body !== null
  return owner.call(method, path, isObject ? { ...body, current_password: PASSWORD } : body)
}

const { database, running } = await testService({ variables: { ROLES: 'api' } })
const client = await running.client()
const prepared = await prepareMessages(client)
ids['notification_users'] = prepared.recipient.id
ids['notification_channels'] = prepared.channel.id
ids['message_templates'] = prepared.template.id
ids['devices'] = await made(`notification_users/${prepared.recipient.id}/devices`, 'device', {
  platform: 'fcm',
  token: 'delivered',
})
ids['webhook_endpoints'] = await made('webhook_endpoints', 'webhook_endpoint', { url: 'https://127.0.0.1:4430/' })
const owner = await signInAs(running, await makeMember(database, client, 'owner'))
ids['members'] = (await makeMember(database, client, 'viewer')).id
ids['suppressions'] = await made('suppressions', 'suppression', { address: 'grace@example.com' })
ids['partials'] = await made('partials', 'partial', { name: 'footer', text: 'Bye' })
ids['topics'] = await made('topics', 'topic', { name: 'news', label: 'News' })
ids['api_keys'] = await made('api_keys', 'api_key', { name: 'Spare' })
const message = { external_user_id: 'ada', message_template_name: 'receipt' }
ids['messages'] = await made('messages', 'message', message)
// The feed waits for older transactions on the server, also those of other tests.
const events = await until(
  () => client.call('GET', '/api/v1/webhook_events'),
  (response) => response.body.webhook_events.length > 0,
)
ids['webhook_events'] = events.body.webhook_events[0].id
ids['deliveries'] = events.body.webhook_events[0].data.delivery.id
const { bucket, accountId } = client
const deliveryId = Number(ids['deliveries'])
await keepSandboxMessage(database.pool, { bucket, accountId, deliveryId, channelId: prepared.channel.id })
ids['sandbox_messages'] = deliveryId
ids['recipient_signing_keys'] = await made('recipient_signing_keys', 'recipient_signing_key', { name: 'Spare' })
const recipientId = prepared.recipient.id
const given = await client.call('POST', `/api/v1/notification_users/${recipientId}/tokens`)
const token: string = given.body.recipient_token.token
const { id: changeId, timeMs: at } = createEventIds(createSystemClock()).next(0)
const texts = { topicId: null, title: 'Receipt', body: 'Thank you', url: null }
const inInbox = { bucket, accountId, messageId: ids['messages'], deliveryId, recipientId }
await storeInboxMessages(database.pool, [{ ...inInbox, ...texts, at, changeId }])
const replay = { since: new Date(Date.now() + 60_000).toISOString() }
const asked = await client.call('POST', `/api/v1/webhook_endpoints/${ids['webhook_endpoints']}/replay`, replay)
ids['replays'] = asked.body.replay_id
const resent = await client.call('POST', '/api/v1/message_resends', { filters: { status: 'failed' } })
ids['message_resends'] = resent.body.message_resend.id
ids['by_external_id'] = 'ada'
ids['by_name'] = 'receipt'
const { body } = await client.call('GET', '/openapi.json')
const operations = Object.entries<Record<string, Described>>(inlineReferences(body).paths)
  // API keys have no sessions. Sessions have their own tests.
  .filter(([path]) => path.startsWith('/api/v1/') && !/^\/api\/v1\/sessions?\b/.test(path))
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => operationOf(path, method, one)))

/** The query without which another parameter is not reached. */
function neededWith(path: string, name: string): string {
  if (path.endsWith('/search') && name !== 'q') return 'q=ada&'
  return path.endsWith('/new_messages_for') && ['limit', 'cursor'].includes(name) ? 'external_user_id=ada&' : ''
}

/** The path with existing ids. `odd` replaces its last parameter. */
function pathOf(path: string, odd?: string): string {
  const segments = path.split('/')
  const last = segments.findLastIndex((segment) => segment.startsWith('{'))
  return segments
    .map((segment, index) => {
      if (!segment.startsWith('{')) return segment
      if (index === last && odd !== undefined) return odd
      const id = ids[segments[index - 1]!]
      assert.ok(id !== undefined, `The test knows no id for ${path}`)
      return id
    })
    .join('/')
}

/** The last parameter of the path, if its value may be the name of a new object. */
const newName = ({ method, path }: Operation): string | undefined =>
  method === 'PUT' ? /\{(external_user_id|name)\}[^{]*$/.exec(path)?.[1] : undefined

/** The number of rows in each table, except the log of requests: it has the refused ones too. */
async function storedRows(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select c.relname as table, (xpath('/row/count/text()',
        query_to_xml(format('select count(*) from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text as rows
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'requests' order by 1`,
  )
  return rows
}

function check(what: string, response: ApiResponse, status: number, code: string): void {
  const told = `${what}: ${response.status} ${JSON.stringify(response.body)}`
  assert.equal(response.status, status, told)
  assert.equal(response.body.code, code, told)
  assert.equal(response.body.request_id, response.headers.get('x-request-id'), told)
  assert.equal('errors' in response.body, status === 422, told)
}

async function storesNothing(work: () => Promise<void>): Promise<void> {
  const before = await storedRows()
  await work()
  assert.deepEqual(await storedRows(), before)
}

describe('every route', () => {
  test('the description has them', () => {
    assert.ok(operations.length >= 45, String(operations.length))
    for (const noun of Object.keys(ids))
      assert.ok(
        operations.some(({ path }) => path.includes(`/${noun}`)),
        noun,
      )
  })

  test('without a key and with an unknown one: 401', () =>
    storesNothing(async () => {
      for (const { method, path } of operations.filter((one) => one.needsKey && !one.byToken))
        for (const [key, code] of [
          [null, 'missing_api_key'],
          [`sk_${'0'.repeat(43)}`, 'invalid_api_key'],
        ] as const) {
          const response = await plainFetch(`${running.service.url}${pathOf(path)}`, {
            method,
            headers: key === null ? {} : { authorization: `Bearer ${key}` },
          })
          const { status, headers } = response
          check(`${method} ${path}`, { status, headers, body: await response.json() }, 401, code)
          assert.match(headers.get('www-authenticate')!, /^Bearer realm="api"/)
        }
    }))

  test('an odd id: 404', () =>
    storesNothing(async () => {
      const withId = operations.filter((one) => one.path.includes('{') && newName(one) === undefined)
      for (const [index, operation] of withId.entries()) {
        const { method, path, root } = operation
        for (const id of [UNKNOWN_ID, ...inTurn(ODD_IDS, index, 2)]) {
          const body = root === undefined ? undefined : { [root ?? 'x']: {} }
          check(`${method} ${path} ${id}`, await call(operation, pathOf(path, id), body), 404, 'not_found')
        }
      }
    }))

  test('404, 405 and 401 say what is wrong with the request', async () => {
    const say = async (method: string, path: string, authorization = `Bearer ${client.apiKey}`) => {
      const response = await plainFetch(`${running.service.url}${path}`, { method, headers: { authorization } })
      return ((await response.json()) as { error: string }).error
    }
    assert.equal(await say('GET', '/api/v1/deliveries/5'), 'Not found: no delivery has this id')
    assert.equal(
      await say('GET', '/api/v1/webhook_endpoints/5/replays/6'),
      'Not found: no webhook endpoint or no replay has the id in the path',
    )
    assert.equal(await say('GET', '/api/v1/message'), 'Not found: no page and no operation has this path')
    assert.equal(await say('PUT', '/api/v1/messages'), 'The method is not allowed here: use GET, HEAD, POST')
    assert.equal(
      await say('GET', '/api/v1/messages', 'Basic c2s6'),
      'The header Authorization has the scheme Basic: send Authorization: Bearer <API key>',
    )
  })

  test('a new external id or name with a NUL character: 422 on its name', () =>
    storesNothing(async () => {
      for (const operation of operations.filter((one) => newName(one) !== undefined))
        for (const odd of ['a%00', '%20']) {
          const { method, path, root } = operation
          const response = await client.call(method, pathOf(path, odd), { [root ?? 'x']: {} })
          check(path, response, 422, 'invalid')
          assert.deepEqual(Object.keys(response.body.errors), [newName(operation)])
        }
    }))

  test('a query that means nothing: 422 on its name', () =>
    storesNothing(async () => {
      for (const operation of operations)
        for (const name of operation.query)
          for (const value of ODD_VALUES) {
            const { method, path } = operation
            if (FREE_TEXTS.has(name) && value !== '%00') continue
            const response = await call(operation, `${pathOf(path)}?${neededWith(path, name)}${name}=${value}`)
            check(`${method} ${path}?${name}=${value}`, response, 422, 'invalid')
            assert.deepEqual(Object.keys(response.body.errors), [name])
          }
    }))
})

describe('every route: unknown fields and ids', () => {
  test('a parameter: 422 on its name, and how pages are asked for', () =>
    storesNothing(async () => {
      for (const [index, operation] of operations.entries()) {
        const { method, path, query } = operation
        for (const name of inTurn(['page', 'utm_source', 'offset', 'X', 'per_page'], index, 2)) {
          const asked = `${pathOf(path)}?${neededWith(path, name)}${name}=2`
          const response = await call(operation, asked, method === 'GET' ? undefined : '{}')
          check(`${method} ${path}?${name}=2`, response, 422, 'unknown_field')
          assert.deepEqual(Object.keys(response.body.errors), [name])
          const cursor = query.includes('cursor') ? 'cursor' : query.includes('after') ? 'after' : null
          if (cursor !== null && /page|offset/.test(name))
            assert.match(response.body.errors[name][0], new RegExp(`: use ${cursor} with the next_cursor`))
        }
      }
    }))

  test('a field: 422 on its name', () =>
    storesNothing(async () => {
      for (const operation of operations.filter((one) => one.root !== undefined)) {
        const { method, path, root } = operation
        const fields = { no_such_field_of_ours: 1 }
        const inside = path.endsWith('/batch') ? [fields] : fields
        const response = await call(operation, pathOf(path), root === null ? fields : { [root!]: inside })
        if (path.endsWith('/batch')) assert.equal(response.body.results[0].code, 'unknown_field')
        else {
          check(`${method} ${path}`, response, 422, 'unknown_field')
          assert.ok('no_such_field_of_ours' in response.body.errors, JSON.stringify(response.body))
        }
      }
    }))
})

describe('every route that takes a body', () => {
  const withBody = () => operations.filter((one) => one.root !== undefined)

  const cases: [what: string, body: string, status: number, code: string][] = [
    ['broken JSON', '{"message": {', 400, 'malformed_body'],
    ['JSON and more', '{} {}', 400, 'malformed_body'],
    ['a NUL character', '{"message": {"x": "\\u0000"}, "since": "\\u0000"}', 400, 'malformed_body'],
  ]
  for (const [what, body, status, code] of cases)
    test(`${what}: ${status}`, () =>
      storesNothing(async () => {
        for (const operation of withBody()) {
          const { method, path } = operation
          check(`${method} ${path}`, await call(operation, pathOf(path), body), status, code)
        }
      }))

  test('no root key, or nothing under it: 400', () =>
    storesNothing(async () => {
      for (const operation of withBody()) {
        const { method, path, root, bySession } = operation
        for (const body of root === null ? [] : ['{}', '[]', '"x"', '7', 'null', `{"${root}": null}`]) {
          // A batch has a list under its root key, so the missing root key is only tested with `{}`.
          if (path === '/api/v1/messages/batch' && body !== '{}') continue
          // The password is checked first, and only an object can contain it.
          if (bySession && !body.startsWith('{')) continue
          const given: unknown = bySession ? JSON.parse(body) : body
          check(`${method} ${path} ${body}`, await call(operation, pathOf(path), given), 400, 'missing_root_key')
        }
      }
    }))

  test('a wrong type under the root key: 422', () =>
    storesNothing(async () => {
      for (const operation of withBody()) {
        const { method, path, root } = operation
        for (const value of root === null ? [] : ['x', 7, true])
          check(`${method} ${path}`, await call(operation, pathOf(path), { [root!]: value }), 422, 'invalid')
      }
    }))

  test('an optional field without a value is as if it were absent: null, blank in a form, an empty list', async () => {
    let tried = 0
    for (const operation of withBody()) {
      const { method, path, root, fields } = operation
      const { properties = {}, required = [] } = fields
      const absent = (await call(operation, pathOf(path), root === null ? {} : { [root!]: {} })).body?.errors ?? {}
      const optional = Object.entries(properties).filter(([name]) => !required.includes(name))
      for (const [name, { items, type }] of optional) {
        const values: unknown[] = [null, ...(items === undefined ? [] : [{}])]
        for (const value of values) {
          const body = root === null ? { [name]: value } : { [root!]: { [name]: value } }
          const response = await call(operation, pathOf(path), body)
          const told = `${method} ${path} ${JSON.stringify(body)}: ${response.status} ${JSON.stringify(response.body)}`
          assert.ok(response.status < 500 && response.status !== 400, told)
          const found = response.body?.errors?.[name]
          // For a field that takes null, it is a value: it may be refused as blank, but not as the wrong type.
          if ([type].flat().includes('null')) assert.match(found?.[0] ?? "can't be blank", /^can't be blank/, told)
          else assert.deepEqual(found, absent[name], told)
          tried += 1
        }
        if ([type].flat().includes('string') || operation.bySession || operation.byToken) continue
        const field = root === null ? name : `${root}[${name}]`
        for (const form of [`${field}=`, ...(items === undefined ? [] : [`${field}[]=`])]) {
          const url = `${running.service.url}${pathOf(path)}`
          const headers = {
            authorization: `Bearer ${client.apiKey}`,
            'content-type': 'application/x-www-form-urlencoded',
          }
          const response = await plainFetch(url, { method, headers, body: form })
          const { errors = {} } =
            response.headers.get('content-type') === null ? {} : ((await response.json()) as ApiResponse['body'])
          assert.deepEqual(errors[name], absent[name], `${method} ${path} ${form}: ${JSON.stringify(errors)}`)
          tried += 1
        }
      }
    }
    assert.ok(tried >= 100, String(tried))
  })

  test('too large: 413, with any content', () =>
    storesNothing(async () => {
      for (const operation of withBody()) {
        const { method, path } = operation
        const body = `{"x": "${'x'.repeat(largeBodyOf(operation))}"}`
        check(`${method} ${path}`, await call(operation, pathOf(path), body), 413, 'body_too_large')
      }
    }))
})

/** The response to a request whose body never ends: `sent` is sent, `announcedBytes` announced (null: chunked). */
function responseTo(
  path: string,
  sent: string,
  announcedBytes: number | null,
): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${running.service.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.apiKey}`,
        'content-type': 'application/json',
        ...(announcedBytes === null ? {} : { 'content-length': announcedBytes }),
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        resolve({ status: response.statusCode!, code: (JSON.parse(text) as { code: string }).code })
        request.destroy()
      })
    })
    if (sent === '') request.flushHeaders()
    else request.write(sent)
  })
}

describe('a body', () => {
  const FIFTY_MB = 50_000_000

  test('of 50 MB: 413 before it has come', () =>
    storesNothing(async () => {
      const tooLarge = { status: 413, code: 'body_too_large' }
      for (const path of ['/api/v1/messages', '/api/v1/messages/batch'])
        assert.deepEqual(await responseTo(path, '', FIFTY_MB), tooLarge)
      assert.deepEqual(await responseTo('/api/v1/messages', ' '.repeat(LONG_MESSAGE), null), tooLarge)
      assert.deepEqual(await responseTo('/api/v1/notification_users', ' '.repeat(TOO_LARGE), null), tooLarge)
    }))

  test('that is a form of a million pairs: 400', () =>
    storesNothing(async () => {
      const response = await fetch(`${running.service.url}/api/v1/messages/batch`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${client.apiKey}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'a=1&'.repeat(1_000_000),
      })
      const { status, headers } = response
      check('a million pairs', { status, headers, body: await response.json() }, 400, 'malformed_body')
    }))

  test('with a key that comes twice: the last one counts', async () => {
    const twice = (first: string, last: string) =>
      `{"message": {"message_template_name": "receipt", "external_user_id": "${first}", "external_user_id": "${last}"}}`
    await storesNothing(async () => {
      const response = await client.call('POST', '/api/v1/messages', twice('ada', 'nobody'))
      check('the last one unknown', response, 422, 'invalid')
    })
    assert.equal((await client.call('POST', '/api/v1/messages', twice('nobody', 'ada'))).status, 201)
  })
})

describe('a message', () => {
  const cases: [what: string, fields: object, field: string][] = [
    ['to an unknown recipient', { external_user_id: 'nobody' }, 'external_user_id'],
    ['to an unknown id', { external_user_id: undefined, notification_user_id: 999_999_999 }, 'notification_user_id'],
    ['to the id 0', { external_user_id: undefined, notification_user_id: 0 }, 'notification_user_id'],
    ['to 2^63', { external_user_id: undefined, notification_user_id: '9223372036854775808' }, 'notification_user_id'],
    ['of an unknown template', { message_template_name: 'none' }, 'message_template_name'],
    ['of a template that is a list', { message_template_name: ['receipt'] }, 'message_template_name'],
    ['with attributes that are a text', { message_attributes_attributes: 'x' }, 'message_attributes_attributes'],
    ['sent at no time', { send_at: 'tomorrow' }, 'send_at'],
  ]
  for (const [what, fields, field] of cases)
    test(`${what}: 422 on ${field}`, () =>
      storesNothing(async () => {
        const message = { external_user_id: 'ada', message_template_name: 'receipt', ...fields }
        const response = await client.call('POST', '/api/v1/messages', { message })
        check(what, response, 422, 'invalid')
        assert.deepEqual(Object.keys(response.body.errors), [field])
      }))
})
