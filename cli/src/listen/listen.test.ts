import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createMemoryStore, createReceiver, nodeHandler } from '@tidings/sdk'
import type { WebhookEvent } from '@tidings/sdk'
import { Webhook } from 'standardwebhooks'
import { prepareMessages, until } from '../../../server/test/service.ts'
import { newSecret, standardSecret } from '../../../server/src/core/webhooks/signature.ts'
import { createCommand } from '../../test/command.ts'
import { forwardOnce, readForward, REFUSALS_MAX, waitAfter } from './forward.ts'
import { readSince } from './since.ts'
import { sharedService } from '../../../server/test/shared-service.ts'

const running = await sharedService()
const client = await running.client()
await prepareMessages(client)
const api = { TIDINGS_URL: running.service.url!, TIDINGS_API_KEY: client.apiKey }
const EVENTS = ['delivery.queued', 'delivery.sent', 'delivery.delivered']

/** A receiver that verifies. `reached(count)` resolves when it has so many events. */
function startReceiver(secret: () => string) {
  const received: WebhookEvent[] = []
  const waiting: { count: number; resolve(): void }[] = []
  const receiver = createReceiver({
    secret,
    store: createMemoryStore(),
    onEvent(event) {
      received.push(event)
      for (const { count, resolve } of waiting) if (received.length >= count) resolve()
    },
  })
  const server = createServer(nodeHandler(receiver))
  return {
    received,
    async open(port = 0): Promise<number> {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      return (server.address() as AddressInfo).port
    },
    async close(): Promise<void> {
      if (!server.listening) return
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        if (received.length >= count) resolve()
        waiting.push({ count, resolve })
      }),
  }
}

async function sendOne(): Promise<number> {
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  const created = await client.call('POST', '/api/v1/messages', { message })
  return created.body.message.deliveries[0].id
}

/** Resolves when the delivery has its last event. */
async function delivered(id: number): Promise<void> {
  await until(
    () => client.call('GET', `/api/v1/webhook_events?delivery_id=${id}`),
    ({ body }) => body.webhook_events.length === EVENTS.length,
  )
}

test('listen forwards new events, and continues in the next run where it ended', async (t) => {
  const tidings = createCommand(api)
  let secret = 'none yet'
  const receiver = startReceiver(() => secret)
  t.after(() => receiver.close())
  const port = await receiver.open()
  const args = ['listen', '--forward', `http://127.0.0.1:${port}/hook`, '--json']
  const first = tidings.start(args)
  secret = (await first.printed(/whsec_\S+/))[0]
  const delivery = await sendOne()
  await receiver.reached(3)
  for (const { id } of receiver.received) await first.printed(new RegExp(`${id} .* 204`))
  first.child.kill('SIGINT')
  const ended = await first.ended()
  assert.deepEqual([ended.code, JSON.parse(ended.stdout)], [0, { forwarded: 3 }])
  assert.deepEqual(
    receiver.received.map(({ type }) => type),
    EVENTS,
  )
  for (const event of receiver.received) {
    assert.ok('delivery' in event.data && event.data.delivery.id === delivery)
    const { body } = await client.call('GET', `/api/v1/webhook_events/${event.id}`)
    assert.deepEqual(JSON.parse(body.webhook_event.body), event)
    assert.match(ended.stderr, new RegExp(`${event.id} .* 204`))
  }
  const folder = join(tidings.home, '.local/state/tidings')
  for (const file of readdirSync(folder)) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)

  // Neither the command nor the receiver runs.
  await receiver.close()
  await delivered(await sendOne())
  const second = tidings.start(args)
  assert.equal((await second.printed(/whsec_\S+/))[0], secret)
  await second.printed(/evt_\S+ .*ECONNREFUSED/)
  await receiver.open(port)
  await receiver.reached(6)
  second.child.kill('SIGTERM')
  assert.equal((await second.ended()).code, 0)

  const third = tidings.start([...args, '--since', '1h'])
  for (const { id } of receiver.received) await third.printed(new RegExp(`${id} .* 204`))
  third.child.kill('SIGINT')
  assert.deepEqual(JSON.parse((await third.ended()).stdout), { forwarded: 6 })
  await receiver.close()
})

test('a library of Standard Webhooks verifies the requests of listen, with a secret in either notation', async (t) => {
  const secret = newSecret()
  const refusals: unknown[] = []
  const statusOf = async (request: IncomingMessage) => {
    try {
      new Webhook(standardSecret(secret)).verify(await text(request), request.headers as Record<string, string>)
      return 204
    } catch (error) {
      refusals.push(error)
      return 400
    }
  }
  const server = createServer((request, response) => {
    void statusOf(request).then((status) => response.writeHead(status).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  for (const TIDINGS_WEBHOOK_SECRET of [secret, standardSecret(secret)]) {
    const listening = createCommand(api).start(['listen', '--forward', `http://127.0.0.1:${port}`], {
      TIDINGS_WEBHOOK_SECRET,
    })
    await listening.printed(/signed with TIDINGS_WEBHOOK_SECRET/)
    await sendOne()
    await listening.printed(/ (204|400)\n/)
    listening.child.kill('SIGINT')
    assert.equal((await listening.ended()).code, 0)
  }
  assert.deepEqual(refusals, [])
})

test('an event is forwarded to any port, with the user of the URL, and without printing the password', async (t) => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization, request.url)
    request.resume()
    // The body has no end.
    response.writeHead(204 - seen.length).write('x')
  })
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  // fetch refuses these ports. One of them is free.
  const ports = [6000, 5060, 5061, 10_080, 6665, 6666]
  const open = async (port: number) => once(server.listen(port, '127.0.0.1'), 'listening').then(() => port)
  let port: number | null = null
  for (const one of ports) port ??= await open(one).catch(() => null)
  const given = readForward(`http://ada:ge%3Aheim@127.0.0.1:${port}/hook?a=1`)
  assert.ok(typeof given !== 'string')
  assert.equal(given.shown, `http://127.0.0.1:${port}/hook?a=1`)
  const { signal } = new AbortController()
  const options = { forward: given.url, secret: newSecret(), nowMs: Date.now(), signal }
  const outcome = await forwardOnce({ id: 'evt_1', type: 'ping', body: '{}' }, options)
  assert.deepEqual(outcome, { status: 202, reason: null })
  assert.deepEqual(seen, [`Basic ${Buffer.from('ada:ge:heim').toString('base64')}`, '/hook?a=1'])
})

test('a URL without a user is shown as it was given', () => {
  const shown = (text: string) => (readForward(text) as { shown: string }).shown
  assert.equal(shown('http://localhost:4000'), 'http://localhost:4000')
  assert.equal(shown('http://localhost:4000/a b'), 'http://localhost:4000/a b')
  assert.equal(shown('https://ada@localhost'), 'https://localhost/')
})

test('listen ends if the key is refused or revoked', async () => {
  const forward = ['listen', '--forward', 'http://127.0.0.1:1']
  const secret = newSecret()
  const unknown = { TIDINGS_API_KEY: `sk_${'x'.repeat(43)}`, TIDINGS_WEBHOOK_SECRET: secret }
  const refused = await createCommand(api).run(forward, unknown)
  assert.deepEqual([refused.code, refused.stdout], [3, ''])
  assert.match(refused.stderr, /Use another key/)

  const made = await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'Short', role: 'read' } })
  const { id, key } = made.body.api_key
  const listening = createCommand(api).start(forward, { TIDINGS_API_KEY: key, TIDINGS_WEBHOOK_SECRET: secret })
  await listening.printed(/signed with TIDINGS_WEBHOOK_SECRET/)
  await client.call('DELETE', `/api/v1/api_keys/${id}`)
  const { code, stderr } = await listening.ended()
  assert.deepEqual([code, stderr.includes(secret)], [3, false])
})

test('listen names a missing or wrong setting', async () => {
  const tidings = createCommand(api)
  for (const [args, sentence] of [
    [[], /needs --forward/],
    [['--forward', 'localhost'], /must be an http or https URL/],
    [['--forward', 'ftp://ada:geheim@localhost'], /^--forward must be an http or https URL\n$/],
    [['--forward', 'http://127.0.0.1:0'], /no program listens on port 0/],
    [['--forward', 'http://ada:100%@127.0.0.1:1'], /^--forward must have % in its user and password as %25\n$/],
    [['--forward', 'http://127.0.0.1:1', '--since', 'yesterday'], /--since must be like 15m/],
  ] as const) {
    const { code, stderr } = await tidings.run(['listen', ...args])
    assert.equal(code, 2)
    assert.match(stderr, sentence)
  }
  const unreachable = await tidings.run([
    'listen',
    '--forward',
    'http://127.0.0.1:1',
    '--service',
    'http://127.0.0.1:1',
  ])
  assert.equal(unreachable.code, 4)
})

test('--since takes a duration or a time', () => {
  const now = Date.parse('2026-06-08T12:00:00Z')
  assert.equal(readSince('15m', now), now - 15 * 60_000)
  assert.equal(readSince('7d', now), now - 7 * 86_400_000)
  assert.equal(readSince('2026-06-08T10:20:00+02:00', now), Date.parse('2026-06-08T08:20:00Z'))
  for (const text of ['', '5', '1w', '-1m', '2026-06-08', '2026-13-08T10:20:00Z', 'now'])
    assert.equal(readSince(text, now), null)
})

test('a receiver that is down is tried for ever, a refused event is given up', () => {
  assert.equal(waitAfter(1, 0), 500)
  assert.equal(waitAfter(1000, 0), 30_000)
  assert.equal(waitAfter(REFUSALS_MAX, REFUSALS_MAX), null)
})
