import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLogger } from '../log.ts'
import { createServer } from '../http/server.ts'

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
  app.post('/', ({ body }) => {
    turns.push(turn)
    return String((body as Buffer).length)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    turns,
    held,
    onExpectation: (listener: () => void) => void app.server.on('checkExpectation', listener),
    /** Resolves when `held` has `count` requests, and 100 turns of the event loop later. */
    async settled(count: number): Promise<void> {
      while (held.length < count) await nextTurn()
      for (let turns = 0; turns < 100; turns++) await nextTurn()
    },
    /** `rest`: written later. */
    async send(text: string, rest?: Promise<string>): Promise<string> {
      const socket = connect(port, '127.0.0.1')
      let responses = ''
      socket.on('data', (chunk) => (responses += chunk.toString()))
      socket.write(text)
      if (rest !== undefined) socket.write(await rest)
      await once(socket, 'close')
      return responses
    },
    close: () => {
      clearImmediate(ticking)
      return app.close()
    },
  }
}

const statusesOf = (responses: string) => [...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

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
      for (const response of service.held.splice(0)) response('x')
    }
    for (const responses of await Promise.all(sent)) assert.equal(statusesOf(responses).length, 11)
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

test('of many bursts or bodies of tiny chunks, only one connection goes on in each turn of the event loop', async () => {
  const service = await serveCounted()
  try {
    const served = await Promise.all(Array.from({ length: 5 }, () => service.send(BURST)))
    for (const responses of served) assert.deepEqual(statusesOf(responses), Array<string>(21).fill('200'))
    // The first request of a connection waits for no other connection.
    assert.ok(new Set(service.turns).size >= 5 * 20)
    service.turns.length = 0
    const head =
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    const body = Promise.withResolvers<string>()
    const received = Array.from({ length: 10 }, () => service.send(head, body.promise))
    await service.settled(0)
    body.resolve(`${'2\r\nab\r\n'.repeat(900)}0\r\n\r\n`)
    for (const responses of await Promise.all(received)) assert.match(responses, /\r\n\r\n1800$/)
    assert.equal(new Set(service.turns).size, 10)
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
      const responses = await service.send(request + next)
      assert.deepEqual(statusesOf(responses), ['200', '200'], request.slice(0, 120))
      assert.match(responses, new RegExp(`\r\n\r\n${length}HTTP`))
    }
  } finally {
    await service.close()
  }
})

test('the reader of a body that is refused for tiny chunks gets no body, even if its last chunk came with them', async () => {
  const service = await serveCounted()
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n'
  try {
    for (const count of [1001, 1003, 1050]) {
      const refused = await service.send(`${head}${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`)
      assert.deepEqual(statusesOf(refused), ['400'])
    }
    assert.deepEqual(service.turns, [])
  } finally {
    await service.close()
  }
})

test('nothing is read behind an unknown expectation', async () => {
  const service = await serveCounted()
  let requests = 0
  service.onExpectation(() => (requests += 1))
  try {
    const responses = await service.send('GET / HTTP/1.1\r\nHost: x\r\nExpect: y\r\n\r\n'.repeat(50))
    assert.deepEqual(statusesOf(responses), ['417'])
    assert.equal(requests, 1)
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
      const responses = await service.send(head(method, path) + endless)
      assert.deepEqual(statusesOf(responses), [status])
      assert.match(responses, /^connection: close\r$/im)
    }
    const announced = await service.send('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nabc')
    assert.deepEqual(statusesOf(announced), ['200'])
  } finally {
    await service.close()
  }
})

test('an address whose connections were ended often gets its next ones read later', async ({ mock }) => {
  const service = await serveCounted()
  try {
    await Promise.all(Array.from({ length: 40 }, () => service.send('no request\r\n\r\n')))
    mock.timers.enable({ apis: ['setTimeout'] })
    assert.equal(service.turns.length, 0)
    const late = service.send('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    for (let turns = 0; turns < 100; turns++) await nextTurn()
    assert.equal(service.turns.length, 0)
    mock.timers.tick(1_000)
    assert.deepEqual(statusesOf(await late), ['200'])
  } finally {
    await service.close()
  }
})
