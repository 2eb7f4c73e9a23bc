/**
 * Every error is JSON with a request id. A 405 lists the path's methods, and a 401 the authentication scheme. Requests
 * are raw bytes.
 */
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { assertDocumented } from '../document-responses.ts'
import { until } from '../service.ts'
import { testService } from '../test-service.ts'

interface RawResponse {
  status: number
  /** By name in lower case. */
  headers: Map<string, string>
  body: string
}

const { running } = await testService({
  variables: { ROLES: 'api', LOG_LEVEL: 'silent', METRICS_TOKEN: 'm'.repeat(32) },
})
const client = await running.client()
const key = `Authorization: Bearer ${client.apiKey}\r\n`

describe('every response', () => {
  /** The only response to these bytes. The connection then ends. */
  function ask(request: string): Promise<RawResponse> {
    const { hostname, port } = new URL(running.service.url!)
    return new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), hostname, () => socket.write(request))
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = '', body = ''] = text.split(/\r\n\r\n([^]*)/)
        const [first = '', ...lines] = head.split('\r\n')
        const headers = lines.map((line): [string, string] => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
        })
        resolve({ status: Number(first.split(' ')[1]), headers: new Map(headers), body })
      })
    })
  }

  const request = (line: string, headers = '', body = '') =>
    `${line} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n${body}`

  /** Checks the form of an error response, and returns its code. */
  function codeOf({ status, headers, body }: RawResponse, shown: string): string {
    assert.ok(status >= 400, shown)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', shown)
    assert.equal(headers.get('cache-control'), 'no-store', shown)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', shown)
    const { error, code, docs_url, request_id } = JSON.parse(body)
    assert.ok(typeof error === 'string' && error !== '', shown)
    assert.equal(docs_url, `/docs/errors#${code}`, shown)
    assert.equal(headers.get('x-request-id'), request_id, shown)
    assert.match(request_id, /^req_[0-9A-Za-z]{20}$/)
    return code
  }

  const CASES: Record<string, [status: number, code: string, request: string]> = {
    'no HTTP': [400, 'malformed_request', 'hello\r\n\r\n'],
    'an unknown method': [400, 'malformed_request', request('FOO /api/v1/messages')],
    'two lengths': [
      400,
      'malformed_request',
      request('POST /api/v1/messages', 'Content-Length: 1\r\nContent-Length: 2\r\n'),
    ],
    'a length and chunks': [
      400,
      'malformed_request',
      request('POST /api/v1/messages', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    ],
    'another encoding of the transfer': [
      400,
      'malformed_request',
      request('POST /api/v1/messages', 'Transfer-Encoding: gzip\r\n'),
    ],
    'gzip below chunks': [
      501,
      'unsupported_transfer_encoding',
      request('POST /', 'Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'),
    ],
    'chunks twice': [
      400,
      'malformed_request',
      request('POST /', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    ],
    'chunks in HTTP/1.0': [
      400,
      'malformed_request',
      'POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    // Nothing says that the connection closes, so the response must.
    'HTTP/2.0': [505, 'unsupported_http_version', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
    'HTTP/0.9': [505, 'unsupported_http_version', 'GET / HTTP/0.9\r\nHost: a\r\n\r\n'],
    'large headers': [431, 'headers_too_large', request('GET /api/v1/messages', `X-A: ${'a'.repeat(20_000)}\r\n`)],
    'an expectation that there is not': [
      417,
      'expectation_failed',
      request('POST /api/v1/messages', 'Expect: 200-ok\r\nContent-Length: 2\r\n', '{}'),
    ],
    'a tunnel': [405, 'method_not_allowed', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    'two hosts': [400, 'malformed_request', request('GET /api/v1/messages', 'Host: b\r\n')],
    'the same host twice, in another case': [400, 'malformed_request', request('GET /healthz', 'hOST: a\r\n')],
    'no host': [400, 'malformed_request', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    'two hosts in HTTP/1.0': [400, 'malformed_request', 'GET /healthz HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n'],
    'a path that is not percent-encoded': [400, 'malformed_request', request('GET /api/v1/%zz')],
    'a path that there is not': [404, 'not_found', request('GET /api/v2/messages')],
    'a server as a whole': [404, 'not_found', request('OPTIONS *')],
  }
  for (const [name, [status, code, bytes]] of Object.entries(CASES))
    test(`to ${name}: ${status}`, async () => {
      const response = await ask(bytes)
      assert.equal(codeOf(response, name), code)
      assert.equal(response.status, status)
      const [method = '', path = ''] = bytes.split(' ')
      assertDocumented(method, path, status, JSON.parse(response.body))
    })

  test('to large extensions of chunks: 413, but never a second response to one request', async () => {
    const chunks = `1;${'a'.repeat(20_000)}\r\n`
    const large = await ask(request('POST /api/v1/messages', `${key}Transfer-Encoding: chunked\r\n`, chunks))
    assert.deepEqual([large.status, codeOf(large, 'large')], [413, 'body_too_large'])
    // An unknown route does not wait for the body.
    const unknown = await ask(request('PUT /nothing', 'Transfer-Encoding: chunked\r\n', chunks))
    assert.deepEqual([unknown.status, codeOf(unknown, 'unknown')], [404, 'not_found'])
  })

  test('to an invalid request behind one in progress: nothing', async () => {
    const { hostname, port } = new URL(running.service.url!)
    const socket = connect({ host: hostname, port: Number(port) })
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.write(`GET /api/v1/live HTTP/1.1\r\nHost: x\r\n${key}\r\n`)
    await until(
      async () => (await setImmediate(), text),
      (read) => read.includes('200 OK'),
    )
    // The end may come as a reset, which is an error before it.
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
    socket.write('GARBAGE\r\n\r\n')
    await closed
    assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1, text)
  })

  test('HTTP/1.0 needs no host', async () => {
    assert.equal((await ask('GET /healthz HTTP/1.0\r\n\r\n')).status, 200)
  })

  test('a request with Expect: 100-continue gets 100', async () => {
    const body = '{"notification_user":{"external_user_id":"expecting"}}'
    const headers = `${key}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-Continue\r\n`
    const response = await ask(request('POST /api/v1/notification_users', headers, body))
    assert.equal(response.status, 100)
    assert.match(response.body, /^HTTP\/1\.1 201 /)
  })

  test('to a path under another method: 405 with its own methods, QUERY and those of WebDAV too', async () => {
    const { paths } = (await (await fetch(`${running.service.url}/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    // A preflight of the inbox has a response.
    const others = Object.entries(paths).filter(([path]) => !path.startsWith('/api/v1/inbox/'))
    for (const [path, operations] of others) {
      const own = Object.keys(operations).map((method) => method.toUpperCase())
      const allowed = [...own, ...(own.includes('GET') ? ['HEAD'] : [])].toSorted()
      const asked = path.replaceAll(/\{\w+\}/g, '1')
      for (const method of ['OPTIONS', 'QUERY', 'TRACE', 'PROPFIND']) {
        const response = await ask(request(`${method} ${asked}`, key))
        assert.equal(response.status, 405, `${method} ${path}`)
        assert.equal(codeOf(response, path), 'method_not_allowed')
        assert.equal(response.headers.get('allow'), allowed.join(', '), `${method} ${path}`)
      }
    }
  })

  test('a path with a name of its own is not that of an id under another method', async () => {
    for (const [path, allowed] of [
      ['messages/batch', 'POST'],
      ['messages/preview', 'POST'],
      ['message_templates/preview', 'POST'],
      ['messages/new_messages_for', 'GET, HEAD'],
    ])
      for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
        const response = await ask(request(`${method} /api/v1/${path}`, key))
        assert.deepEqual([response.status, response.headers.get('allow')], [405, allowed], `${method} ${path}`)
      }
    // The path and method are checked before parameters.
    const withQuery = await ask(request('PATCH /api/v1/messages/new_messages_for?limit=5', key))
    assert.deepEqual([withQuery.status, codeOf(withQuery, 'query')], [405, 'method_not_allowed'])
    const gone = await ask(request('GET /api/v1/messages/999999', key))
    assert.deepEqual([gone.status, codeOf(gone, 'gone')], [404, 'not_found'])
  })

  test('no method of HTTP makes an error of ours', async () => {
    for (const method of METHODS.filter((one) => one !== 'CONNECT')) {
      const { status } = await ask(request(`${method} /api/v1/messages`, key))
      assert.ok(status < 500, `${method} ${status}`)
    }
  })

  test('every 401 says how to prove who calls', async () => {
    for (const [bytes, code, challenge] of [
      [request('GET /api/v1/messages'), 'missing_api_key', 'Bearer realm="api"'],
      [
        request('GET /api/v1/messages', 'Authorization: Bearer x\r\n'),
        'invalid_api_key',
        'Bearer realm="api", error="invalid_token"',
      ],
      [request('GET /api/v1/messages', 'Cookie: tidings_session=x\r\n'), 'session_ended', 'Bearer realm="api"'],
      [request('GET /api/v1/session', 'Cookie: tidings_session=x\r\n'), 'session_ended', 'Bearer realm="api"'],
      [request('GET /metrics'), 'invalid_metrics_token', 'Bearer realm="metrics"'],
    ] as const) {
      const response = await ask(bytes)
      assert.deepEqual([response.status, codeOf(response, code)], [401, code])
      assert.equal(response.headers.get('www-authenticate'), challenge)
    }
  })
})
