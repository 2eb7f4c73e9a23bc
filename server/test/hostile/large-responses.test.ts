/** Limits of memory for responses: their size, their number, and the time of slow readers. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import fastify from 'fastify'
import { boundLargeResponses } from '../../src/platform/admission/shares.ts'
import type { App } from '../../src/platform/http/route.ts'
import { createTestDatabase } from '../database.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { endAfterTests } from '../end-after-tests.ts'

const MIB = 1024 * 1024
/** Each character takes two bytes in JSON. */
const BODY = '"'.repeat(120_000)

/** An account's large responses in memory at a time: one for each 4 connections. */
const PLACES = 3
const database = await endAfterTests(createTestDatabase(4 * PLACES))
const running = await endAfterTests(
  startTestService(database, {
    ROLES: 'api',
    DATABASE_CONNECTIONS_MAX: String(4 * PLACES),
    // On a busy machine a request waits for a place for long.
    DATABASE_CONNECT_TIMEOUT: '5m',
  }),
)

async function clientWith(body: string): Promise<Client> {
  const client = await running.client()
  const { template } = await prepareMessages(client)
  const changed = await client.call('PATCH', `/api/v1/message_templates/${template.id}`, { message_template: { body } })
  assert.equal(changed.status, 200)
  return client
}

const MESSAGE = { external_user_id: 'ada', message_template_name: 'receipt' }
const times = (count: number, message: object) => Array.from({ length: count }, () => message)
const WITH_RECIPIENT = { ...MESSAGE, notification_user: { first_name: 'Ada' } }

function post(client: Client, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${running.service.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

describe('a batch of large messages', () => {
  const MESSAGES = 40
  for (const [what, whom, message, headers] of [
    ['without a key', 'recipients that come along', WITH_RECIPIENT, {}],
    ['with a key', 'recipients that exist', MESSAGE, { 'idempotency-key': 'large' }],
  ] as const)
    test(`${what}, ${whom}: the response ends at 16 MiB of JSON, what is beyond is refused and not stored`, async () => {
      const client = await clientWith(BODY)
      const response = await post(client, 'messages/batch', { messages: times(MESSAGES, message) }, headers)
      const text = await response.text()
      assert.equal(response.status, 200)
      assert.ok(Buffer.byteLength(text) <= 16 * MIB + MESSAGES * 1000, `${Buffer.byteLength(text)} bytes`)
      const { results } = JSON.parse(text) as { results: { message?: object; code?: string }[] }
      const created = results.filter((result) => result.message !== undefined)
      assert.equal(created.length, Math.floor((16 * MIB) / (4 * BODY.length)))
      const others = results.filter((result) => result.message === undefined)
      assert.deepEqual(new Set(others.map(({ code }) => code)), new Set(['template_limit']))
      const { rows } = await database.pool.query<{ count: number }>({
        text: 'select count(*) as count from messages where bucket = $1 and account_id = $2',
        values: [client.bucket, client.accountId],
      })
      assert.equal(rows[0]!.count, created.length)
    })

  test('1,000 messages of 4 KB are all created', async () => {
    const client = await clientWith('x'.repeat(4_000))
    const { body } = await client.call('POST', '/api/v1/messages/batch', { messages: times(1000, MESSAGE) })
    const others = body.results.filter((result: object) => !('message' in result))
    assert.deepEqual(others, [])
  })
})

test('a preview for 50 channels ends at 1 MiB of texts, with the number of channels left out', async () => {
  const CHANNELS = 50
  const client = await running.client()
  const { template } = await prepareMessages(client)
  const channels: object[] = []
  for (let index = 0; index < CHANNELS; index++) {
    const fields = { name: `Channel ${index}`, channel_type: 'email', provider: 'sandbox' }
    const made = await client.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
    channels.push({ notification_channel_id: made.body.notification_channel.id })
  }
  const preview = async (body: string) => {
    const fields = { body, channels }
    const changed = await client.call('PATCH', `/api/v1/message_templates/${template.id}`, { message_template: fields })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const response = await post(client, 'messages/preview', { message: MESSAGE })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return { bytes: Buffer.byteLength(text), ...JSON.parse(text).preview }
  }
  const large = await preview('é'.repeat(100_000))
  assert.ok(large.bytes <= MIB + 50_000, `${large.bytes} bytes`)
  // The message has its own body. Each channel has a body, and the text that is sent.
  const shown = Math.floor((MIB - 200_000) / 400_000)
  assert.deepEqual([large.channels.length, large.channels_left_out], [shown, CHANNELS - shown])
  const small = await preview('Hello')
  assert.deepEqual([small.channels.length, small.channels_left_out], [CHANNELS, 0])
})

describe('control characters, which are six characters each as JSON', () => {
  test('are refused in the texts of a template, but for tab, line feed and carriage return', async () => {
    const client = await running.client()
    const { channel } = await prepareMessages(client)
    const of = (body: string) => ({ name: `t${body.codePointAt(0)}`, body, channels: [] })
    const save = (fields: object) => client.call('POST', '/api/v1/message_templates', { message_template: fields })
    const sentence = 'must have no control characters except tab, line feed and carriage return'
    for (const code of [1, 8, 11, 12, 14, 27, 31]) {
      const text = String.fromCodePoint(code).repeat(1000)
      const { status, body } = await save(of(text))
      assert.deepEqual([status, body.errors], [422, { body: [sentence] }])
      const ofChannel = await save({ ...of('x'), channels: [{ notification_channel_id: channel.id, body: text }] })
      assert.equal(ofChannel.status, 422)
      const previewed = await client.call('POST', '/api/v1/message_templates/preview', { preview: { body: text } })
      assert.equal(previewed.status, 422)
    }
    for (const text of ['\t', '\n', '\r', '\u007f']) assert.equal((await save(of(text))).status, 201)
  })

  test('are removed from rendered texts: a page of these messages has at most twice 1 MiB', async () => {
    const client = await clientWith('{% for i in (1..100) %}{{ x }}{% endfor %}')
    const x = '\u0001\u001b"\t'.repeat(500)
    const message = { ...MESSAGE, message_attributes_attributes: [{ name: 'x', value: x }] }
    const batch = { messages: times(20, message) }
    for (let sent = 0; sent < 3; sent++) {
      const { status, body } = await client.call('POST', '/api/v1/messages/batch', batch)
      assert.equal(status, 200)
      assert.equal(body.results[0].message.rendered_body, '"\t'.repeat(50_000))
    }
    const response = await fetch(`${running.service.url}/api/v1/messages?limit=200`, {
      headers: { authorization: `Bearer ${client.apiKey}` },
    })
    const text = await response.text()
    assert.ok(Buffer.byteLength(text) > MIB && Buffer.byteLength(text) <= 2 * MIB, `${Buffer.byteLength(text)} bytes`)
    assert.ok(JSON.parse(text).next_cursor !== null)
  })
})

/** An app of which each request names its account. */
function appOf(times?: Parameters<typeof boundLargeResponses>[1]): App {
  const app = fastify() as unknown as App
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = { accountId: Number(request.headers['x-account'] ?? 1) } as typeof request.caller
    done()
  })
  boundLargeResponses(app, times)
  return app
}

describe('readers that do not read', () => {
  test('hold the places of large responses, also of stored ones; other reads of the account continue', async () => {
    const client = await clientWith(BODY)
    const batch = { messages: times(30, MESSAGE) }
    const headers = { 'idempotency-key': 'stored' }
    const stored = await post(client, 'messages/batch', batch, headers)
    assert.equal(stored.status, 200)
    // A connection with an unread response stays open.
    await stored.text()
    const body = JSON.stringify(batch)
    const { hostname, port } = new URL(running.service.url!)
    const sockets: Socket[] = []
    try {
      for (let place = 0; place < PLACES; place++) {
        const socket = createConnection(Number(port), hostname).pause()
        sockets.push(socket)
        socket.write(
          `POST /api/v1/messages/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.apiKey}\r\n` +
            'Idempotency-Key: stored\r\nContent-Type: application/json\r\n' +
            `Content-Length: ${body.length}\r\n\r\n${body}`,
        )
        await once(socket, 'readable')
      }
      let hasResponse = false
      const last = post(client, 'messages/batch', { messages: [MESSAGE] }).finally(() => (hasResponse = true))
      for (let turn = 0; turn < 20; turn++)
        assert.equal((await client.call('GET', '/api/v1/messages?limit=1')).status, 200)
      assert.equal(hasResponse, false)
      for (const socket of sockets) socket.destroy()
      const response = await last
      assert.equal(response.status, 200)
      await response.text()
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  for (const [what, sendingTimes] of [
    ['takes nothing for too long', { idleMs: 50, totalMs: 1_000_000 }],
    ['has not taken all after too long', { idleMs: 1_000_000, totalMs: 50 }],
  ] as const)
    test(`the response of a POST whose reader ${what} is given up`, async () => {
      const app = appOf(sendingTimes)
      const LENGTH = 32 * MIB
      const closed: Promise<unknown>[] = []
      app.post('/large', (_request, reply) => {
        closed.push(new Promise((resolve) => reply.raw.once('close', () => resolve(reply.raw.writableFinished))))
        return reply.send('x'.repeat(LENGTH))
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const socket = createConnection(port, '127.0.0.1').pause()
      try {
        socket.write('POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
        await until(
          () => new Promise((resolve) => setImmediate(() => resolve(closed.length))),
          (count) => count === 1,
        )
        assert.equal(await closed[0], false)
      } finally {
        socket.destroy()
        await app.close()
      }
    })

  test('of 128 Mi characters that are being sent to one account the next is cut off; another account is answered', async () => {
    const app = appOf()
    const text = 'x'.repeat(32 * MIB)
    app.post('/large', (_request, reply) => reply.send(text))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const sockets: Socket[] = []
    const ask = async (accountId: number) => {
      const socket = createConnection(port, '127.0.0.1').pause()
      sockets.push(socket)
      socket.write(`POST /large HTTP/1.1\r\nHost: x\r\nX-Account: ${accountId}\r\nContent-Length: 0\r\n\r\n`)
      await once(socket, 'readable')
      return socket.read() === null ? 'cut off' : 'sent'
    }
    try {
      const asked: string[] = []
      for (const accountId of [1, 1, 1, 1, 1, 2]) asked.push(await ask(accountId))
      assert.deepEqual(asked, ['sent', 'sent', 'sent', 'sent', 'cut off', 'sent'])
      for (const socket of sockets.splice(0)) socket.destroy()
      await until(
        () => ask(1),
        (response) => response === 'sent',
      )
    } finally {
      for (const socket of sockets) socket.destroy()
      await app.close()
    }
  })
})
