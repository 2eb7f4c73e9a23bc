/** Mistakes of callers and the responses to them: never a 500, and nothing is stored. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { prepareMessages, startTestService } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'

const { database, running } = await testService({ variables: { ROLES: 'api' } })
const url = running.service.url!
const client = await running.client()
const stranger = await running.client()
await prepareMessages(client)

interface Reply {
  status: number
  headers: Headers
  text: string
  body: any
}

async function send(
  method: string,
  path: string,
  init: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<Reply> {
  const headers = new Headers({ authorization: `Bearer ${client.apiKey}` })
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  const response = await fetch(`${url}${path}`, { method, headers, body: init.body ?? null, redirect: 'manual' })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const MULTIPART_TYPE = { 'content-type': 'multipart/form-data; boundary=x' }

/** The response without its request id, for comparison. */
function withoutRequestId(text: string): string {
  return text.replace(/req_\w+/, '')
}

async function storedRows(): Promise<unknown> {
  const { rows } = await database.pool.query({
    text: `select (select count(*) from messages) as messages, (select count(*) from deliveries) as deliveries,
      (select count(*) from events) as events, (select count(*) from api_keys) as api_keys,
      (select count(*) from recipients) as recipients`,
  })
  return rows[0]
}

describe('API keys', () => {
  /** Sends a request with exactly these Authorization headers. */
  function statusOf(...values: string[]): Promise<{ status: number; challenge: string | undefined; code: string }> {
    return new Promise((resolve, reject) => {
      const headers = values.flatMap((value) => ['Authorization', value])
      const call = httpRequest(`${url}/api/v1/account`, { headers: ['Host', 'localhost', ...headers] }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => {
          const { code } = JSON.parse(text) as { code: string }
          resolve({ status: response.statusCode!, challenge: response.headers['www-authenticate'], code })
        })
      })
      call.on('error', reject)
      call.end()
    })
  }

  const missing = { status: 401, challenge: 'Bearer realm="api"', code: 'missing_api_key' }
  const wrong = { status: 401, challenge: 'Bearer realm="api", error="invalid_token"', code: 'invalid_api_key' }

  test('none: 401 with a plain challenge', async () => {
    for (const headers of [[], [''], ['Basic dTpw'], ['Bearer'], ['Bearer ']])
      assert.deepEqual(await statusOf(...headers), missing, String(headers))
  })

  test('a wrong one: 401 invalid_token, also in the query and twice', async () => {
    const key = client.apiKey
    for (const headers of [
      ['Bearer x'],
      [`Bearer ${key.slice(0, -1)}`],
      [`Bearer ${key}x`],
      [`Bearer ${key} x`],
      [`Bearer sk_${'0'.repeat(43)}`],
    ])
      assert.deepEqual(await statusOf(...headers), wrong, String(headers))
    assert.deepEqual(await statusOf(`Bearer ${key}`, `Bearer ${key}`), wrong)
    const inQuery = await fetch(`${url}/api/v1/account?api_key=${key}`)
    assert.equal(inQuery.status, 401)
  })

  test('a scheme in any case and space around the key are accepted', async () => {
    for (const value of ['bearer ', 'BEARER  ', 'Bearer\t']) {
      const { status } = await send('GET', '/api/v1/account', {
        headers: { authorization: `${value}${client.apiKey}  ` },
      })
      assert.equal(status, 200, value)
    }
  })

  test('a revoked key ends at once; a role read may only read', async () => {
    const made = async (role: string) =>
      (await client.call('POST', '/api/v1/api_keys', { api_key: { name: role, role } })).body.api_key
    const full = await made('full')
    const authorization = `Bearer ${full.key}`
    assert.match(full.key, /^sk_[0-9A-Za-z]{43}$/)
    assert.equal((await send('GET', '/api/v1/account', { headers: { authorization } })).status, 200)
    assert.equal((await client.call('DELETE', `/api/v1/api_keys/${full.id}`)).status, 204)
    assert.equal((await client.call('DELETE', `/api/v1/api_keys/${full.id}`)).status, 204)
    const ended = await send('GET', '/api/v1/account', { headers: { authorization } })
    assert.equal(ended.status, 401)
    assert.equal(ended.headers.get('www-authenticate'), wrong.challenge)

    const read = { headers: { authorization: `Bearer ${(await made('read')).key}` } }
    assert.equal((await send('GET', '/api/v1/notification_users', read)).status, 200)
    for (const [method, path] of [
      ['POST', 'messages'],
      ['DELETE', 'api_keys/1'],
      ['GET', 'api_keys'],
      ['GET', 'audit_log'],
    ] as const) {
      const response = await send(method, `/api/v1/${path}`, read)
      assert.equal(response.status, 403, path)
      assert.equal(response.body.code, 'forbidden')
    }
    const listed = await client.call('GET', '/api/v1/api_keys')
    assert.ok(!JSON.stringify(listed.body).includes('"key"'))
    const audit = await client.call('GET', '/api/v1/audit_log?limit=2')
    assert.deepEqual(
      audit.body.audit_log.map((entry: { action: string }) => entry.action),
      ['api_key.created', 'api_key.revoked'],
    )
    const refused = await client.call('GET', '/api/v1/audit_log?object=none')
    assert.match(refused.body.errors.object[0], /^must be one of account, api_key, member, .*webhook_endpoint$/)
    assert.equal(audit.body.audit_log[1].target, `api_key:${full.id}`)
    assert.match(audit.headers.get('link')!, /^<\/api\/v1\/audit_log\?limit=2&cursor=.+>; rel="next"$/)
  })
})

describe('bodies', () => {
  const message = '{"message":{"external_user_id":"ada","message_template_name":"receipt"}}'
  const deep = `{"message":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  const cases: [
    what: string,
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer>,
    status: number,
    code: string,
    field?: string,
  ][] = [
    ['nothing', JSON_TYPE, '', 400, 'malformed_body'],
    ['broken JSON', JSON_TYPE, '{"message":', 400, 'malformed_body'],
    ['invalid UTF-8', JSON_TYPE, Uint8Array.of(0x22, 0xff, 0x22), 400, 'malformed_body'],
    ['a NUL character', JSON_TYPE, '{"message":{"x":"\\u0000"}}', 400, 'malformed_body'],
    ['a NUL character in a key', JSON_TYPE, '{"message":{"\\u0000":1}}', 400, 'malformed_body'],
    ['half a surrogate pair', JSON_TYPE, '{"message":{"x":"\\ud800"}}', 400, 'malformed_body'],
    ['10,000 levels', JSON_TYPE, deep, 400, 'malformed_body'],
    ['no root key', JSON_TYPE, '{}', 400, 'missing_root_key'],
    ['null under the root key', JSON_TYPE, '{"message":null}', 400, 'missing_root_key'],
    ['a list', JSON_TYPE, '[]', 400, 'missing_root_key'],
    ['a string', JSON_TYPE, '"message"', 400, 'missing_root_key'],
    ['an inherited name', JSON_TYPE, '{"__proto__":{"message":{}}}', 400, 'missing_root_key'],
    ['a string under the root key', JSON_TYPE, '{"message":"x"}', 422, 'invalid', 'message'],
    ['no recipient', JSON_TYPE, '{"message":{"message_template_name":"receipt"}}', 422, 'invalid'],
    ['an unknown recipient', JSON_TYPE, message.replace('ada', 'nobody'), 422, 'invalid', 'external_user_id'],
    ['an unknown template', JSON_TYPE, message.replace('receipt', 'none'), 422, 'invalid', 'message_template_name'],
    ['a wrong type', JSON_TYPE, message.replace('"ada"', '{}'), 422, 'invalid', 'external_user_id'],
    [
      'a fraction',
      JSON_TYPE,
      message.replace('"external_user_id":"ada"', '"notification_user_id":1.5'),
      422,
      'invalid',
      'notification_user_id',
    ],
    [
      '2^63',
      JSON_TYPE,
      message.replace('"external_user_id":"ada"', '"notification_user_id":"9223372036854775808"'),
      422,
      'invalid',
      'notification_user_id',
    ],
    ['10 MB', JSON_TYPE, `${message}${' '.repeat(10_000_000)}`, 413, 'body_too_large'],
    ['10 MB of spaces', JSON_TYPE, ' '.repeat(10_000_000), 413, 'body_too_large'],
    ['another type', { 'content-type': 'text/plain' }, message, 415, 'unsupported_media_type'],
    ['no type', { 'content-type': 'nonsense' }, message, 415, 'unsupported_media_type'],
    ['a form without parts', MULTIPART_TYPE, '--x--', 400, 'missing_root_key'],
    ['a form in parts that is cut off', MULTIPART_TYPE, '--x', 400, 'malformed_body'],
    [
      'a file',
      MULTIPART_TYPE,
      '--x\r\nContent-Disposition: form-data; name="message[a]"; filename="a"\r\n\r\n1\r\n--x--',
      422,
      'invalid',
      'message[a]',
    ],
    ['a compressed one', { ...JSON_TYPE, 'content-encoding': 'gzip' }, message, 415, 'unsupported_media_type'],
    ['a form of a broken encoding', FORM_TYPE, 'message[x]=%zz', 400, 'malformed_body'],
    ['a form of two minds', FORM_TYPE, 'message[x]=1&message[x][y]=2', 400, 'malformed_body'],
    ['a form of 30,000 pairs', FORM_TYPE, 'a=1&'.repeat(30_000), 400, 'malformed_body'],
    ['a form without the root key', FORM_TYPE, 'external_user_id=ada', 400, 'missing_root_key'],
    [
      'a form with a wrong integer',
      FORM_TYPE,
      'message[notification_user_id]=x&message[message_template_id]=1',
      422,
      'invalid',
      'notification_user_id',
    ],
  ]
  for (const [what, headers, body, status, code, field] of cases)
    test(`${what}: ${status} ${code}`, async () => {
      const before = await storedRows()
      const response = await send('POST', '/api/v1/messages', { headers, body })
      assert.equal(response.status, status, response.text)
      assert.equal(response.body.code, code)
      assert.equal(response.body.request_id, response.headers.get('x-request-id'))
      assert.equal('errors' in response.body, status === 422)
      if (field !== undefined) assert.ok(field in response.body.errors, response.text)
      assert.deepEqual(await storedRows(), before)
    })

  test('a type with parameters, in any case, and a form create the same', async () => {
    const json = { headers: { 'content-type': 'Application/JSON; charset=utf-8' }, body: message }
    assert.equal((await send('POST', '/api/v1/messages', json)).status, 201)
    const form = { headers: FORM_TYPE, body: 'message[external_user_id]=ada&message[message_template_name]=receipt' }
    assert.equal((await send('POST', '/api/v1/messages', form)).status, 201)
  })

  test('existence is judged before the body', async () => {
    const { body } = await stranger.call('POST', '/api/v1/notification_channels', {
      notification_channel: { name: 'Mail', channel_type: 'email', provider: 'sandbox' },
    })
    const path = `/api/v1/notification_channels/${body.notification_channel.id}`
    for (const broken of ['{', '{"notification_channel":{"name":1}}'])
      assert.equal((await send('PATCH', path, { headers: JSON_TYPE, body: broken })).status, 404)
  })

  test('any body on a route without one is ignored', async () => {
    for (const type of ['application/json', 'text/plain', 'nonsense', 'multipart/form-data']) {
      const { body } = await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'x' } })
      const response = await send('DELETE', `/api/v1/api_keys/${body.api_key.id}`, {
        headers: { 'content-type': type },
        body: '{',
      })
      assert.equal(response.status, 204, `${type}: ${response.text}`)
    }
  })
})

describe('paths and queries', () => {
  // Invariant 12: no row, page or cursor crosses accounts.
  test('odd ids, unknown ids and ids of others are 404, to the byte', async () => {
    const foreign = await stranger.call('GET', '/api/v1/api_keys')
    const foreignId = foreign.body.api_keys[0].id as number
    const ids = [
      '0',
      'abc',
      '-1',
      '1.5',
      '1e3',
      '%00',
      '%20',
      '9007199254740993',
      '9223372036854775808',
      '9'.repeat(400),
      "1'--",
      String(foreignId),
    ]
    for (const id of ids)
      for (const [method, path] of [
        ['DELETE', 'api_keys'],
        ['GET', 'messages'],
        ['GET', 'deliveries'],
        ['GET', 'notification_channels'],
      ] as const) {
        if (id === String(foreignId) && path !== 'api_keys') continue
        const { text: unknown } = await send(method, `/api/v1/${path}/999999`)
        const response = await send(method, `/api/v1/${path}/${id}`)
        assert.equal(response.status, 404, `${path}/${id}`)
        assert.equal(withoutRequestId(response.text), withoutRequestId(unknown), `${path}/${id}`)
      }
    assert.equal((await stranger.call('GET', '/api/v1/account')).status, 200)
  })

  test('a path that is not percent-encoded UTF-8 is 400', async () => {
    for (const path of ['/api/v1/messages/%zz', '/api/v1/messages/%ff', '/%']) {
      const response = await send('GET', path)
      assert.equal(response.status, 400, path)
      assert.equal(response.body.code, 'malformed_request')
      assert.equal(response.body.request_id, response.headers.get('x-request-id'))
    }
  })

  test('unknown paths are 404, known ones under another method 405 with Allow', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/api/v2/messages',
      '/nothing',
      '/api/v1/messages/',
      '/..%2f..%2fetc/passwd',
    ])
      assert.equal((await send('GET', path)).body.code, 'not_found', path)
    const response = await send('DELETE', '/api/v1/account')
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'GET, HEAD, PATCH')
    assert.equal((await send('OPTIONS', '/api/v1/api_keys/1')).headers.get('allow'), 'DELETE')
  })

  test('a bad query value is 422 on its name', async () => {
    const cases = [
      ['limit', '0'],
      ['limit', '201'],
      ['limit', 'x'],
      ['limit', '1&limit=2'],
      ['limit', ''],
      ['cursor', 'x'],
      ['cursor', '%00'],
    ] as const
    for (const [name, value] of cases) {
      const response = await send('GET', `/api/v1/api_keys?${name}=${value}`)
      assert.equal(response.status, 422, `${name}=${value}: ${response.text}`)
      assert.deepEqual(Object.keys(response.body.errors), [name])
    }
    const unknown = await send('GET', '/api/v1/api_keys?unknown=1&__proto__=2&x=%zz')
    assert.deepEqual([unknown.status, unknown.body.code], [422, 'unknown_field'])
    assert.deepEqual(Object.keys(unknown.body.errors), ['unknown', '__proto__', 'x'])
  })

  test('pages hold every row once', async () => {
    const caller = await running.client()
    for (let made = 0; made < 4; made++)
      await caller.call('POST', '/api/v1/api_keys', { api_key: { name: `key ${made}` } })
    const names: string[] = []
    for (let path: string | null = '/api/v1/api_keys?limit=2'; path !== null;) {
      const { body, headers } = await caller.call('GET', path)
      names.push(...body.api_keys.map((key: { name: string }) => key.name))
      assert.equal(headers.has('link'), body.next_cursor !== null)
      path = body.next_cursor === null ? null : `/api/v1/api_keys?limit=2&cursor=${body.next_cursor}`
    }
    assert.deepEqual(names, ['key 3', 'key 2', 'key 1', 'key 0', 'Test'])
  })

  test("the caller's request id comes back, unless it could do harm", async () => {
    const response = await send('GET', '/api/v1/nothing', { headers: { 'x-request-id': 'mine-1.2' } })
    assert.equal(response.body.request_id, 'mine-1.2')
    assert.equal(response.headers.get('x-request-id'), 'mine-1.2')
    const replaced = await send('GET', '/api/v1/nothing', { headers: { 'x-request-id': 'a b"<x>' } })
    assert.match(replaced.body.request_id, /^req_/)
  })
})

describe('broken HTTP', () => {
  function responseTo(bytes: string): Promise<string> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
  }

  for (const [what, bytes, status] of [
    ['garbage', 'hello\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['a host that is none', 'GET /docs HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n', 400],
    ['no host', 'GET /docs HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: x\n\n', 400],
    ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const)
    test(`${what}: ${status}, closed`, async () => {
      const response = await responseTo(bytes)
      assert.match(response, new RegExp(`^HTTP/1.1 ${status} `))
      assert.ok(response.includes(`"code":"${status === 431 ? 'headers_too_large' : 'malformed_request'}"`), response)
    })
})

describe('beside the API', () => {
  test('alive, ready, measured', async () => {
    assert.deepEqual((await send('GET', '/healthz')).body, { status: 'ok' })
    assert.deepEqual((await send('GET', '/readyz')).body, { status: 'ready' })
    const { text } = await send('GET', '/metrics')
    assert.match(text, /tidings_http_request_duration_seconds_bucket\{.*route="\/api\/v1\/api_keys\/:id"/)
    assert.match(text, /tidings_database_connections\{server="main",pool="own",state="idle"\}/)
  })

  test('one OpenAPI document of every route, with valid references', async () => {
    const { body, text } = await send('GET', '/openapi.json')
    assert.equal(body.openapi, '3.1.0')
    for (const path of ['/api/v1/messages', '/api/v1/messages/{id}', '/api/v1/api_keys/{id}'])
      assert.ok(path in body.paths, path)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      assert.ok((name ?? '') in body.components.schemas, name)
    assert.ok('application/x-www-form-urlencoded' in body.paths['/api/v1/messages'].post.requestBody.content)
    assert.deepEqual(body.security, [{ apiKey: [] }, { session: [] }])
    assert.deepEqual(body.servers, [{ url: running.service.url }])
  })
})

test('a clock that is far off is reported', async () => {
  const clock = { now: () => Date.now(), wall: () => Date.now() - 3_600_000, monotonic: () => performance.now() }
  const slow = await startTestService(database, { ROLES: 'api' }, clock)
  try {
    const { status, body } = await (await slow.client()).call('GET', '/readyz')
    assert.equal(status, 503)
    assert.match(body.reasons.join(), /^the clock of this machine differs from the database clock by -3\d{3} s$/)
  } finally {
    await slow.stop()
  }
})

describe('the rate limit', () => {
  test('an account over it gets 429, another does not', async () => {
    const clock = { now: () => 1, wall: () => 1, monotonic: () => 0 }
    const limited = await startTestService(database, { ROLES: 'api', API_RATE_LIMIT: '2' }, clock)
    try {
      const eager = await limited.client()
      const patient = await limited.client()
      for (let calls = 0; calls < 4; calls++) assert.equal((await eager.call('GET', '/api/v1/account')).status, 200)
      const { status, headers, body } = await eager.call('GET', '/api/v1/account')
      assert.equal(status, 429)
      assert.equal(body.code, 'rate_limited')
      assert.equal(headers.get('retry-after'), '1')
      assert.equal(headers.get('ratelimit-policy'), '"default";q=4;w=2')
      assert.equal(headers.get('ratelimit'), '"default";r=0;t=2')
      assert.equal((await patient.call('GET', '/api/v1/account')).status, 200)
    } finally {
      await limited.stop()
    }
  })
})
