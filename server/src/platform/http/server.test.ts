import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer as createProxy } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTestDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { startTestService } from '../../../test/service.ts'
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

test('a close responds to requests in progress, and does not wait for idle or unused connections', async () => {
  const config = { trustProxy: [], shutdownTimeoutMs: 600_000, publicUrl: null }
  const app = createServer({ config, log: createLogger('silent') })
  const [entered, responded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/', async () => {
    entered.resolve()
    await responded.promise
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
  responded.resolve()
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
  const lifecycle = { isStopping: false }
  const app = createServer({ config, log: createLogger('silent'), lifecycle })
  app.get('/', () => 'x')
  const connectionOf = async () => (await app.inject({ url: '/' })).headers.connection
  assert.equal(await connectionOf(), 'keep-alive')
  lifecycle.isStopping = true
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

test('a response that is not read does not keep its connection', async () => {
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
