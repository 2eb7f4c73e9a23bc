import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer as createProxy } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { startTestService } from '../../test/service.ts'
import { createPool } from '../db/pool.ts'
import { ApiError } from '../errors.ts'
import { createLogger } from '../log.ts'
import { toApiError } from './error-handler.ts'
import { createServer } from './server.ts'

test('slow requests are cut off: headers after 10 s, bodies after 30 s; idle connections after 10 s', async () => {
  const app = createServer({
    config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null },
    log: createLogger('silent'),
  })
  await app.ready()
  assert.equal(app.server.headersTimeout, 10_000)
  assert.equal(app.server.requestTimeout, 30_000)
  assert.equal(app.server.keepAliveTimeout, 10_000)
  await app.close()
})

test('a close answers requests in progress, and does not wait for idle or unused connections', async () => {
  const config = { trustProxy: [], shutdownTimeoutMs: 600_000, publicUrl: null }
  const app = createServer({ config, log: createLogger('silent') })
  const [entered, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/', async () => {
    entered.resolve()
    await answered.promise
    return 'x'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')] as const
  const [texts, closed] = [['', ''], sockets.map((socket) => once(socket, 'close'))]
  for (const [index, socket] of sockets.entries()) socket.on('data', (chunk) => (texts[index] += chunk.toString()))
  sockets[0].write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await entered.promise
  const closing = app.close()
  await closed[1]
  answered.resolve()
  await Promise.all([closing, ...closed])
  assert.match(texts[0]!, /^HTTP\/1.1 200 OK\r\n[^]*connection: close\r\n[^]*\r\n\r\nx$/)
  assert.equal(texts[1], '')
})

test('a request on a kept connection during the stop is served, and its connection closes', async () => {
  const config = { trustProxy: [], shutdownTimeoutMs: 600_000, publicUrl: null }
  const app = createServer({ config, log: createLogger('silent') })
  const preClosed = Promise.withResolvers<void>()
  app.get('/', () => 'x')
  app.addHook('preClose', (done) => {
    preClosed.resolve()
    done()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  const closed = once(socket, 'close')
  // The second request is incomplete, so its connection is not idle.
  const [begun, ended] = [Promise.withResolvers<void>(), 'Content-Length: 0\r\n\r\n']
  app.server.once('request', (_request, response) => response.once('close', begun.resolve))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n')
  await begun.promise
  // The second request begins in the turn after the first response.
  await nextTurn()
  await nextTurn()
  const closing = app.close()
  await preClosed.promise
  socket.write(ended)
  await Promise.all([closing, closed])
  const [, second] = text.split(/(?=HTTP\/1\.1 )/)
  assert.match(second!, /^HTTP\/1\.1 200 OK\r\nconnection: close\r\n[^]*\r\n\r\nx$/)
})

test('each response of a service that will stop closes its connection', async () => {
  const config = { trustProxy: [], shutdownTimeoutMs: 600_000, publicUrl: null }
  let isStopping = false
  const app = createServer({ config, log: createLogger('silent'), isStopping: () => isStopping })
  app.get('/', () => 'x')
  const connectionOf = async () => (await app.inject({ url: '/' })).headers.connection
  assert.equal(await connectionOf(), 'keep-alive')
  isStopping = true
  assert.equal(await connectionOf(), 'close')
  await app.close()
})

// Invariant 13: no secret in an error.
test('an error that is a bug says nothing of itself', async () => {
  const app = createServer({
    config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null },
    log: createLogger('silent'),
  })
  app.get('/bug', () => {
    throw new Error('select secret from table at 10.0.0.1')
  })
  const { statusCode, body, headers } = await app.inject({ url: '/bug' })
  assert.equal(statusCode, 500)
  assert.deepEqual(JSON.parse(body), {
    error: 'Something went wrong on our side',
    code: 'internal',
    docs_url: '/docs/errors#internal',
    request_id: headers['x-request-id'],
  })
  await app.close()
})

test('errors and their responses', () => {
  const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })
  const cases: [unknown, number][] = [
    [new ApiError('conflict'), 409],
    [coded('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 413],
    [coded('FST_ERR_CTP_INVALID_MEDIA_TYPE', { statusCode: 415 }), 415],
    [coded('ECONNRESET', { statusCode: 400 }), 400],
    [coded('ECONNREFUSED'), 503],
    [coded('EPIPE'), 503],
    [coded('EAI_AGAIN'), 503],
    [coded('ERR_STREAM_DESTROYED'), 503],
    [coded('ERR_INVALID_ARG_TYPE'), 500],
    [coded('57P01'), 503],
    [coded('53100'), 503],
    [coded('40001'), 503],
    [coded('22P02'), 500],
    [coded('23505'), 500],
    ['text', 500],
  ]
  for (const [error, status] of cases) assert.equal(toApiError(error).status, status, String(error))
  assert.deepEqual(toApiError(coded('57P01')).headers, { 'retry-after': '1' })
})

interface Cable {
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Connects to the test's database through a port that the test can close. */
async function layCable(database: TestDatabase): Promise<Cable> {
  const url = new URL(database.url)
  const directory = url.searchParams.get('host')
  const target = directory
    ? { path: `${directory}/.s.PGSQL.${url.port || 5432}` }
    : { host: url.hostname, port: Number(url.port || 5432) }
  const sockets = new Set<Socket>()
  const proxy = createProxy((near) => {
    const far = connect(target)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = proxy.address() as AddressInfo
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    mend: () => listen(port),
    cut() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => proxy.close(() => resolve()))
    },
  }
}

test('while the database is away: 503 with Retry-After, and then everything goes on', async (context) => {
  const database = await createTestDatabase()
  const cable = await layCable(database)
  const limits = {
    connectionsMax: 3,
    connectTimeoutMs: 5000,
    statementTimeoutMs: 5000,
    applicationName: 'tidings test',
  }
  const pool = createPool({ ...limits, url: cable.url, onError: () => {} })
  const running = await startTestService({ ...database, pool }, { ROLES: 'api', LOG_LEVEL: 'silent' })
  context.after(async () => {
    await running.stop()
    await pool.end()
    await cable.cut()
    await database.close()
  })
  const client = await running.client()
  const get = async (path: string) => {
    const { status, headers, body } = await client.call('GET', path)
    return { status, retryAfter: headers.get('retry-after'), body }
  }
  assert.equal((await get('/api/v1/account')).status, 200)
  assert.equal((await get('/readyz')).status, 200)

  await cable.cut()
  for (let calls = 0; calls < 5; calls++) {
    const { status, retryAfter, body } = await get('/api/v1/account')
    assert.deepEqual([status, retryAfter, body.code], [503, '1', 'unavailable'])
  }
  const ready = await get('/readyz')
  assert.deepEqual([ready.status, ready.retryAfter, ready.body.reasons], [503, '1', ['the database is unavailable']])
  assert.equal((await get('/healthz')).status, 200)

  await cable.mend()
  assert.equal((await get('/api/v1/account')).status, 200)
  assert.equal((await get('/readyz')).status, 200)
})

test('an answer that is not read does not keep its connection', async () => {
  const app = createServer({
    config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null },
    log: createLogger('silent'),
  })
  assert.equal(app.server.timeout, 60_000)
  app.get('/large', () => 'x'.repeat(50_000_000))
  await app.listen({ host: '127.0.0.1', port: 0 })
  app.server.setTimeout(100)
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  const [ofServer] = await accepted
  await once(ofServer, 'close')
  socket.destroy()
  await app.close()
})

/**
 * Serves `/` and counts its requests. Requests of `/held` wait in `held`, like those whose keys are looked up. `send` writes
 * to a new connection and returns everything until it closes.
 */
async function serveCounted() {
  const app = createServer({
    config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null },
    log: createLogger('silent'),
  })
  const turns: number[] = []
  let turn = 0
  const count = (): void => {
    turn += 1
    ticking = setImmediate(count)
  }
  let ticking = setImmediate(count)
  app.get('/', () => {
    turns.push(turn)
    return 'x'
  })
  const held: ((body: string) => void)[] = []
  app.get('/held', () => {
    const one = Promise.withResolvers<string>()
    held.push(one.resolve)
    return one.promise
  })
  app.get('/stream', (_request, reply) => {
    const stream = new PassThrough()
    stream.write('x')
    held.push((body) => void stream.end(body))
    return reply.header('connection', 'close').send(stream)
  })
  app.post('/', ({ body }) => String((body as Buffer).length))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    turns,
    held,
    /** Resolves when `held` has `count` requests, and 100 turns of the event loop later. */
    async settled(count: number): Promise<void> {
      while (held.length < count) await nextTurn()
      for (let turns = 0; turns < 100; turns++) await nextTurn()
    },
    async send(text: string): Promise<string> {
      const socket = connect(port, '127.0.0.1')
      let answers = ''
      socket.on('data', (chunk) => (answers += chunk.toString()))
      socket.write(text)
      await once(socket, 'close')
      return answers
    },
    close: () => {
      clearImmediate(ticking)
      return app.close()
    },
  }
}

const statusesOf = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

/** 21 requests. Each is long enough to be a piece of its own. */
const BURST = `${`GET / HTTP/1.1\r\nHost: x\r\nX-Padding: ${'x'.repeat(256)}\r\n\r\n`.repeat(20)}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

test('each request of a burst has a turn of the event loop of its own', async () => {
  const service = await serveCounted()
  try {
    const served = await service.send(BURST)
    assert.deepEqual(statusesOf(served), Array<string>(21).fill('200'))
    assert.equal(new Set(service.turns).size, 21)
  } finally {
    await service.close()
  }
})

test('a connection has one request at a time, so another caller waits behind as many requests as there are connections', async () => {
  const service = await serveCounted()
  const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  try {
    const sent = Array.from({ length: 20 }, () =>
      service.send(`${'GET /held HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10)}${last}`),
    )
    for (let rounds = 1; rounds <= 10; rounds++) {
      await service.settled(20)
      assert.equal(service.held.length, 20)
      for (const answer of service.held.splice(0)) answer('x')
    }
    for (const answers of await Promise.all(sent)) assert.equal(statusesOf(answers).length, 11)
  } finally {
    await service.close()
  }
})

test('no request begins behind a response that closes the connection', async () => {
  const service = await serveCounted()
  try {
    for (const behind of ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50), '']) {
      const sent = service.send(`GET /stream HTTP/1.1\r\nHost: x\r\n\r\n${behind}`)
      await service.settled(1)
      service.held.pop()!('x')
      assert.deepEqual(statusesOf(await sent), ['200'])
    }
    assert.deepEqual(service.turns, [])
  } finally {
    await service.close()
  }
})

test('of many bursts, only one connection goes on in each turn of the event loop', async () => {
  const service = await serveCounted()
  try {
    const served = await Promise.all(Array.from({ length: 5 }, () => service.send(BURST)))
    for (const answers of served) assert.deepEqual(statusesOf(answers), Array<string>(21).fill('200'))
    // The first request of a connection waits for no other connection.
    assert.ok(new Set(service.turns).size >= 5 * 20)
  } finally {
    await service.close()
  }
})

test('a body arrives whole in any framing, and the request after it is served', async () => {
  const service = await serveCounted()
  const next = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\n'
  const chunked = (size: number, count: number) =>
    `${post}Transfer-Encoding: chunked\r\n\r\n${`${size.toString(16)}\r\n${'\r\n'.repeat(size / 2)}\r\n`.repeat(count)}0\r\n\r\n`
  try {
    for (const [request, length] of [
      [`${post}Content-Length: 200000\r\n\r\n${'\r\n'.repeat(100_000)}`, 200_000],
      [`${post}Content-Length: 3\r\n\r\nabc`, 3],
      [chunked(64, 3000), 192_000],
      [chunked(2, 400), 800],
      [chunked(200_000, 1), 200_000],
    ] as const) {
      const answers = await service.send(request + next)
      assert.deepEqual(statusesOf(answers), ['200', '200'], request.slice(0, 120))
      assert.match(answers, new RegExp(`\r\n\r\n${length}HTTP`))
    }
  } finally {
    await service.close()
  }
})

test('a body of more than 1,000 tiny chunks is refused, and one that nothing reads ends the connection', async () => {
  const service = await serveCounted()
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n`
  const endless = '1\r\na\r\n'.repeat(20_000)
  try {
    const refused = await service.send(head('POST', '/') + endless)
    assert.match(refused, /^HTTP\/1\.1 400 [^]*Connection: close[^]*"code":"malformed_body"/)
    for (const [method, path, status] of [
      ['GET', '/', '200'],
      ['POST', '/nothing', '404'],
      ['DELETE', '/', '405'],
    ] as const) {
      const answers = await service.send(head(method, path) + endless)
      assert.deepEqual(statusesOf(answers), [status])
      assert.match(answers, /^connection: close\r$/im)
    }
    const announced = await service.send('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nabc')
    assert.deepEqual(statusesOf(announced), ['200'])
  } finally {
    await service.close()
  }
})
