/** Limits of memory for incoming bodies: of an account, and of all together. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, test } from 'node:test'
import { createBodyPlaces, limitBodies } from '../../src/platform/admission/bodies.ts'
import { rawBody } from '../../src/platform/http/body.ts'
import { createServer } from '../../src/platform/http/server.ts'
import { createLogger } from '../../src/platform/log.ts'
import { sharedApi } from '../shared-service.ts'
import { until } from '../service.ts'

const MIB = 1024 * 1024
const LONG_MS = 1_000_000
/** The size limit of a batch. */
const BYTES_MAX = 5 * MIB
/** This many of them fit into an account's limit. */
const AT_ONCE = 3

const ANNOUNCED = `Content-Length: ${BYTES_MAX}`

/** A service with one route. `X-Account` names the caller. Its responses wait for `goOn`. */
async function started({ waitMsMax = LONG_MS, stalledMs = LONG_MS } = {}) {
  const places = createBodyPlaces(waitMsMax)
  const config = { trustProxy: [], shutdownTimeoutMs: 100, publicUrl: null }
  const app = createServer({ config, log: createLogger('silent') })
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = { accountId: Number(request.headers['x-account']) } as typeof request.caller
    done()
  })
  limitBodies(app, places, { stalledMs })
  const going: { length: number; goOn: () => void }[] = []
  app.post('/', { bodyLimit: BYTES_MAX }, async (request) => {
    const { length } = rawBody(request)
    if (length > 16 * 1024) await new Promise<void>((resolve) => going.push({ length, goOn: resolve }))
    return { length }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []

  /** Begins a request without sending its body. */
  function begin(account: number, length = ANNOUNCED): Socket {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nX-Account: ${account}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
    )
    return socket
  }

  after(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  return {
    ...{ begin, going, places },
    small: async () =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', headers: { 'x-account': '1' } })).status,
    counts: (waiting: number, taken: number) =>
      until(
        () => Promise.resolve(places),
        (now) => now.waiting === waiting && now.taken === taken,
      ),
  }
}

async function responseOf(socket: Socket): Promise<{ status: string; retryAfter: string | undefined; text: string }> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  const text = chunk.toString()
  return { status: text.slice(9, 12), retryAfter: /^retry-after: (\d+)/im.exec(text)?.[1], text }
}

for (const [what, length] of [
  ['announced', ANNOUNCED],
  ['not announced', 'Transfer-Encoding: chunked'],
] as const)
  test(`bodies whose length is ${what}: ${AT_ONCE} of the largest of an account, the next ones wait, others do not`, async () => {
    const { begin, counts, small } = await started()
    const first = Array.from({ length: AT_ONCE }, () => begin(1, length))
    await counts(0, AT_ONCE * BYTES_MAX)
    const next = Array.from({ length: 3 }, () => begin(1, length))
    await counts(3, AT_ONCE * BYTES_MAX)
    begin(2, length)
    await counts(3, (AT_ONCE + 1) * BYTES_MAX)
    assert.equal(await small(), 200)
    // After their callers have hung up, they no longer count, waiting or not.
    next[0]!.destroy()
    await counts(2, (AT_ONCE + 1) * BYTES_MAX)
    for (const socket of first) socket.destroy()
    await counts(0, 3 * BYTES_MAX)
  })

test('a body that waits is read and answered after others', async () => {
  const { begin, counts, going } = await started()
  const sockets = Array.from({ length: AT_ONCE + 1 }, () => begin(1))
  await counts(1, AT_ONCE * BYTES_MAX)
  const body = Buffer.alloc(BYTES_MAX, 0x20)
  for (const socket of sockets) socket.write(body)
  await until(
    () => Promise.resolve(going),
    ({ length }) => length === AT_ONCE,
  )
  const responses = sockets.map(responseOf)
  going[0]!.goOn()
  await until(
    () => Promise.resolve(going),
    ({ length }) => length === AT_ONCE + 1,
  )
  for (const { goOn } of going) goOn()
  assert.deepEqual(new Set((await Promise.all(responses)).map(({ status }) => status)), new Set(['200']))
  await counts(0, 0)
})

test('all accounts together have a limit; small bodies are taken all the same', async () => {
  const { begin, counts, small } = await started()
  for (const account of [1, 2]) for (let index = 0; index < AT_ONCE; index++) begin(account)
  await counts(0, 2 * AT_ONCE * BYTES_MAX)
  begin(3)
  await counts(1, 2 * AT_ONCE * BYTES_MAX)
  // Nobody overtakes the one that needs more than is left.
  begin(4, `Content-Length: ${MIB}`)
  await counts(2, 2 * AT_ONCE * BYTES_MAX)
  assert.equal(await small(), 200)
})

test('a wait in vain is refused, with a time for the next try', async () => {
  const { begin, counts } = await started({ waitMsMax: 20 })
  for (const account of [1, 2]) for (let index = 0; index < AT_ONCE; index++) begin(account)
  await counts(0, 2 * AT_ONCE * BYTES_MAX)
  const [own, other] = await Promise.all([responseOf(begin(1)), responseOf(begin(3))])
  assert.deepEqual([own.status, own.retryAfter], ['429', '5'])
  assert.deepEqual([other.status, other.retryAfter], ['503', '5'])
})

test('a body that has arrived counts as its own size', async () => {
  const { begin, counts, going } = await started()
  const socket = begin(1, 'Transfer-Encoding: chunked')
  const response = responseOf(socket)
  socket.write(`${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n0\r\n\r\n`)
  await until(
    () => Promise.resolve(going),
    ({ length }) => length === 1,
  )
  await counts(0, MIB)
  going[0]!.goOn()
  assert.equal((await response).status, '200')
  await counts(0, 0)
})

test('a body that stops to arrive loses its place, so the next one gets it', async () => {
  const { begin, counts, going } = await started({ stalledMs: 20 })
  const stalled = Array.from({ length: AT_ONCE }, () => begin(1))
  const refused = stalled.map(responseOf)
  const next = begin(1)
  const response = responseOf(next)
  next.write(Buffer.alloc(BYTES_MAX, 0x20))
  for (const { status, text } of await Promise.all(refused)) {
    assert.equal(status, '408')
    assert.match(text, /"code":"request_timeout"/)
  }
  await until(
    () => Promise.resolve(going),
    ({ length }) => length === 1,
  )
  going[0]!.goOn()
  assert.equal((await response).status, '200')
  await counts(0, 0)
})

test('a body above the limit of the route is refused unread, and not counted', async () => {
  const { begin, counts } = await started()
  for (let tries = 0; tries < AT_ONCE + 3; tries++)
    assert.equal((await responseOf(begin(1, `Content-Length: ${BYTES_MAX + 1}`))).status, '413')
  await counts(0, 0)
})

test('callers that hang up while their key is looked up leave nothing counted', async () => {
  const running = await sharedApi()
  const client = await running.client()
  const { hostname, port } = new URL(running.service.url!)
  const connection = await running.database.pool.connect()
  try {
    // Every lookup of a key waits until the callers have hung up.
    await connection.query({ text: 'begin' })
    await connection.query({ text: 'lock table api_keys in access exclusive mode' })
    for (let tries = 0; tries < AT_ONCE + 3; tries++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        `POST /api/v1/messages/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.apiKey}\r\n` +
          `Content-Type: application/json\r\n${ANNOUNCED}\r\n\r\n`,
      )
      // A later response on another connection shows that the service has read the request.
      await fetch(`${running.service.url}/healthz`)
      socket.resetAndDestroy()
      await fetch(`${running.service.url}/healthz`)
    }
    await connection.query({ text: 'rollback' })
  } finally {
    connection.release()
  }
  const { status, body } = await client.call('POST', '/api/v1/messages/batch', ' '.repeat(BYTES_MAX))
  assert.deepEqual([status, body.code], [400, 'malformed_body'])
})
