import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { callHttp, jsonOf, refusalOf, sendResultOf, textAt, valueAt } from './http-call.ts'
import type { HttpCall } from '../../platform/outbound/http-client.ts'
import type { CallResult } from './http-call.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)

const opened: { server: Server; sockets: Set<Socket> }[] = []
after(() => {
  for (const { server, sockets } of opened) {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({ server, sockets })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serve = (handle: (request: IncomingMessage, response: ServerResponse) => void) => listening(createServer(handle))

function post(url: string, options: Partial<HttpCall> = {}): Promise<CallResult> {
  const signal = new AbortController().signal
  return callHttp({ method: 'POST', url, headers: {}, body: 'hi', signal, responseBytesMax: 1000, ...options })
}

describe('a call', () => {
  test('gives the status, the headers and the body', async () => {
    const url = await serve((request, response) => {
      response.writeHead(202, [
        ...['X-Message-Id', 'm1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'],
        ...['X-Given', request.headers['x-given'] as string],
      ])
      request.pipe(response)
    })
    const response = await post(url, { headers: { 'x-given': 'yes' }, body: 'hello' })
    assert.ok(response.kind === 'responded')
    assert.equal(response.status, 202)
    assert.deepEqual(
      ['x-message-id', 'set-cookie', 'x-given'].map((name) => response.headers[name]),
      ['m1', 'a=1', 'yes'],
    )
    assert.equal(response.body.toString(), 'hello')
  })

  test('sends the host once, and no length without a body', async () => {
    const seen: string[][] = []
    const url = await serve((request, response) => {
      seen.push(request.rawHeaders)
      response.end()
    })
    const { host } = new URL(url)
    await post(url, { method: 'GET', headers: { host } })
    await post(url, { headers: { host }, body: '' })
    assert.deepEqual(seen, [
      ['Host', host],
      ['Host', host, 'Content-Length', '0'],
    ])
  })

  test('waits if all connections to the server are in use', async () => {
    const waiting: ServerResponse[] = []
    const url = await serve((_request, response) => void waiting.push(response))
    const ending = new AbortController()
    const calls = Array.from({ length: 256 }, () => post(url))
    const late = post(url)
    const ended = post(url, { signal: ending.signal })
    while (waiting.length < 256) await nextTurn()
    ending.abort()
    assert.deepEqual(await ended, { kind: 'failed', cause: 'aborted' })
    assert.equal(waiting.length, 256)
    waiting[0]!.end()
    while (waiting.length < 257) await nextTurn()
    for (const response of waiting) response.end()
    for (const response of await Promise.all([...calls, late])) assert.equal(response.kind, 'responded')
  })

  test('reuses a kept connection', async () => {
    const sockets = new Set<Socket>()
    const url = await serve((request, response) => {
      sockets.add(request.socket)
      request.resume().on('end', () => response.end('ok'))
    })
    for (let calls = 0; calls < 10; calls++) assert.equal((await post(url)).kind, 'responded')
    assert.ok(sockets.size < 10)
  })

  test('follows no redirect', async () => {
    let calls = 0
    const url = await serve((_request, response) => {
      calls += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const response = await post(url)
    assert.ok(response.kind === 'responded' && response.status === 307)
    assert.equal(calls, 1)
  })

  test('reads a body up to the limit, and returns the part before a break', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200)
      response.write('x'.repeat(100))
      if (request.url === '/broken') response.write('y', () => request.socket.destroy())
      else response.write('x'.repeat(1_000_000))
    })
    const long = await post(url, { responseBytesMax: 150 })
    assert.ok(long.kind === 'responded' && long.body.length === 150)
    const broken = await post(`${url}/broken`)
    assert.ok(broken.kind === 'responded' && broken.status === 200)
  })

  test('that fails returns a cause word', async () => {
    const reset = await listening(createSocketServer((socket) => socket.once('data', () => socket.destroy())))
    const garbage = await listening(
      createSocketServer((socket) => socket.once('data', () => socket.end('hello\r\n\r\n'))),
    )
    const silent = await listening(createSocketServer(() => {}))
    const gone = createServer()
    const goneUrl = await listening(gone)
    gone.close()
    await once(gone, 'close')
    const controller = new AbortController()
    const table: [CallResult | Promise<CallResult>, RegExp][] = [
      [post(reset), /^connection_reset$/],
      [post(garbage), /^provider_error: the response is not HTTP$/],
      [post(goneUrl), /^connection_refused$/],
      [post(reset.replace('http:', 'https:')), /^(tls_error|connection_reset)/],
      [post('http://name.invalid/'), /^dns_error$/],
      [post(silent, { signal: AbortSignal.timeout(50) }), /^timeout$/],
      [post(silent, { signal: controller.signal }), /^aborted$/],
      [post(silent.replace('http:', 'https:'), { signal: AbortSignal.timeout(50) }), /^timeout$/],
      [post(reset, { headers: { 'x-a': 'b\r\nX-Injected: c' } }), /^provider_error: a header cannot be sent$/],
      [post('ftp://127.0.0.1/'), /^provider_error: url_invalid$/],
    ]
    controller.abort()
    for (const [responding, expected] of table) {
      const response = await responding
      assert.ok(response.kind === 'failed')
      assert.match(response.cause, expected)
    }
  })
})

test('the result for each status', () => {
  const table: [status: number, result: string, cause: string][] = [
    [301, 'transient', 'provider_error: 301 said'],
    [400, 'permanent', 'message_refused: 400 said'],
    [401, 'transient', 'authentication_failed: 401'],
    [403, 'transient', 'authentication_failed: 403'],
    [404, 'permanent', 'message_refused: 404 said'],
    [408, 'transient', 'provider_error: 408 said'],
    [413, 'permanent', 'message_too_large: 413 said'],
    [422, 'permanent', 'message_refused: 422 said'],
    [429, 'rate_limited', 'rate_limited: 429 said'],
    [500, 'transient', 'provider_error: 500 said'],
    [503, 'transient', 'provider_error: 503 said'],
  ]
  for (const [status, result, cause] of table) {
    const refusal = refusalOf(status, { 'retry-after': '7' }, 'said', NOW)
    assert.deepEqual([refusal.result, refusal.cause], [result, cause])
    if (status === 429 || status === 503) assert.ok('retryAfterMs' in refusal && refusal.retryAfterMs === 7000)
  }
  const read = { accepted: () => 'm1', detail: (body: unknown) => textAt(body, 'message') }
  const responded = { kind: 'responded', headers: {}, body: Buffer.from('{"message":"no"}') } as const
  assert.deepEqual(sendResultOf({ ...responded, status: 202 }, read, NOW), {
    result: 'accepted',
    providerMessageId: 'm1',
  })
  assert.deepEqual(sendResultOf({ ...responded, status: 400 }, read, NOW), {
    result: 'permanent',
    cause: 'message_refused: 400 no',
  })
  assert.deepEqual(sendResultOf({ kind: 'failed', cause: 'timeout' }, read, NOW), {
    result: 'transient',
    retryAfterMs: null,
    cause: 'timeout',
  })
})

test('malformed responses do no harm', () => {
  assert.equal(jsonOf(Buffer.from('{')), null)
  const value = { errors: [{ message: 'no' }] }
  assert.equal(textAt(value, 'errors', 0, 'message'), 'no')
  assert.equal(textAt(value, 'errors', 1, 'message'), null)
  assert.equal(textAt(value, 'errors'), null)
  assert.equal(valueAt(value, 'constructor'), undefined)
  assert.equal(valueAt(null, 'a'), undefined)
})
