/** The built-in test receiver: signed webhooks without a server of one's own, and the limits of its URLs. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { removeOldReceived } from '../../src/features/test-receiver/queries.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startNameServer, TYPE_A } from '../name-server.ts'
import { prepareMessages, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { verify } from '../verify.ts'

const asked: string[] = []
/** A hostile name server: every name has an address inside. */
const names = await endAfterTests(
  startNameServer((name, type) => {
    asked.push(name)
    return type === TYPE_A ? ['127.0.0.1'] : []
  }),
)
const { database, running } = await testService({
  variables: {
    // No internal address is allowed, as in production.
    WEBHOOK_ALLOW_CIDRS: '',
    WEBHOOK_DNS_SERVERS: names.server,
    WEBHOOK_RETRY_SCHEDULE: '20ms,20ms,20ms,20ms,20ms,20ms,20ms',
  },
})

const URL_204 = 'https://test-receiver.invalid/204'
const urlOf = (status: number) => URL_204.replace('204', String(status))
const DAY_MS = 86_400_000

interface Received {
  id: number
  received_at: string
  method: string
  url: string
  event_id: string
  headers: { name: string; value: string }[]
  body: string
  signature: { verdict: string; sentence: string }
  response_status: number
}

async function register(url = URL_204, fields: object = {}) {
  const client = await running.client()
  const created = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url, ...fields } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id, secret } = created.body.webhook_endpoint as { id: number; secret: string }
  const path = `/api/v1/webhook_endpoints/${id}`
  return {
    client,
    secret,
    change: (change: object) => client.call('PATCH', path, { webhook_endpoint: change }),
    ping: async () => (await client.call('POST', `${path}/test`)).body.event_id as string,
    endpoint: async () => (await client.call('GET', path)).body.webhook_endpoint,
    attempts: async () => (await client.call('GET', `${path}/attempts`)).body.attempts,
    rotate: (overlap: number) => client.call('POST', `${path}/rotate_secret`, { overlap_seconds: overlap }),
  }
}

async function received(client: Client, query = ''): Promise<Received[]> {
  const response = await client.call('GET', `/api/v1/webhook_test_requests${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.webhook_test_requests
}

const untilReceived = (client: Client, count: number) =>
  until(
    () => received(client),
    ({ length }) => length === count,
  )

const headerOf = ({ headers }: Received, wanted: string) => headers.find(({ name }) => name === wanted)?.value

describe('the test receiver', () => {
  test('gets a test event as every receiver would: signed, with its headers and its exact body', async () => {
    const { client, secret, ping, attempts } = await register()
    const eventId = await ping()
    const [request] = await untilReceived(client, 1)
    assert.deepEqual(
      [request!.method, request!.url, request!.event_id, request!.response_status],
      ['POST', URL_204, eventId, 204],
    )
    assert.deepEqual(
      request!.headers.map(({ name }) => name),
      ['X-Service-Signature', 'X-Service-Event', 'X-Service-Event-Id', 'Content-Type', 'User-Agent', 'Accept'],
    )
    assert.ok(verify(Buffer.from(request!.body), headerOf(request!, 'X-Service-Signature'), secret))
    assert.equal(request!.signature.verdict, 'valid')
    assert.match(request!.signature.sentence, /is valid/)
    const shown = await client.call('GET', `/api/v1/webhook_events/${eventId}`)
    assert.equal(request!.body, shown.body.webhook_event.body)
    const [attempt] = await until(attempts, ({ length }) => length === 1)
    assert.ok(!asked.includes('test-receiver.invalid'), 'its name is never looked up')
    assert.deepEqual([attempt.succeeded, attempt.response_code], [true, 204])
  })

  test('gets every change of a message, in both formats of the signature and during an overlap', async () => {
    const { client, rotate } = await register(URL_204, { signature_format: 'both' })
    assert.equal((await rotate(3600)).status, 200)
    await prepareMessages(client)
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
    const requests = await untilReceived(client, 3)
    assert.deepEqual(requests.map((one) => headerOf(one, 'X-Service-Event')!).toSorted(), [
      'delivery.delivered',
      'delivery.queued',
      'delivery.sent',
    ])
    for (const request of requests) {
      assert.equal(request.signature.verdict, 'valid')
      assert.equal(headerOf(request, 'X-Service-Signature')!.match(/v1=/g)!.length, 2)
      assert.notEqual(headerOf(request, 'webhook-signature'), undefined)
    }
  })

  test('fails with 500 until its URL says 204, and the event is retried until then', async () => {
    const { client, change, ping, attempts } = await register(urlOf(500))
    await ping()
    await until(
      () => received(client),
      ({ length }) => length >= 2,
    )
    assert.equal((await change({ url: URL_204 })).status, 200)
    const found = await until(attempts, ([newest]) => newest?.succeeded)
    assert.equal(found[1].response_code, 500)
    const requests = await received(client)
    assert.deepEqual(
      [requests[0]!.response_status, requests[0]!.url, requests[1]!.response_status],
      [204, URL_204, 500],
    )
    assert.equal(requests[0]!.body, requests[1]!.body)
    const event = await client.call('GET', `/api/v1/webhook_events/${found[1].event_id}`)
    const failed = event.body.webhook_event.attempts.at(-1)
    assert.match(failed.response_head, /test receiver responds with 500/)
  })

  test('ends an event with 410, and twenty of them disable the endpoint', async () => {
    const { ping, endpoint } = await register(urlOf(410))
    for (let sent = 0; sent < 20; sent++) await ping()
    const disabled = await until(endpoint, ({ status }) => status === 'disabled')
    assert.equal(disabled.consecutive_failures, 20)
  })

  test('keeps the newest 100 requests, for a day, and shows them in pages', async () => {
    const { client, ping, attempts } = await register()
    const sent: string[] = []
    for (let number = 0; number < 105; number++) sent.push(await ping())
    await until(
      async () => (await client.call('GET', '/api/v1/webhook_events/newest?state=pending')).body.webhook_events,
      ({ length }) => length === 0,
    )
    assert.equal((await attempts()).length, 50)
    const all = await received(client, '?limit=200')
    assert.equal(all.length, 100)
    assert.ok(all.some((request) => request.event_id === sent.at(-1)))
    assert.ok(!all.some((request) => request.event_id === sent[0]))
    const first = await client.call('GET', '/api/v1/webhook_test_requests?limit=60')
    const second = await received(client, `?limit=60&cursor=${first.body.next_cursor}`)
    assert.deepEqual(
      [...first.body.webhook_test_requests, ...second].map(({ id }) => id),
      all.map(({ id }) => id),
    )
    await removeOldReceived(database.pool, [client.bucket], Date.parse(all[50]!.received_at) + DAY_MS)
    assert.ok((await received(client, '?limit=200')).length > 50)
    await removeOldReceived(database.pool, [client.bucket], Date.parse(all[0]!.received_at) + DAY_MS + 1)
    assert.deepEqual(await received(client), [])
  })

  test('shows an account its own requests only, and stops with the endpoint', async () => {
    const [one, other] = [await register(), await register()]
    await one.ping()
    await untilReceived(one.client, 1)
    assert.deepEqual(await received(other.client), [])
    const { id } = await one.endpoint()
    assert.equal((await one.client.call('DELETE', `/api/v1/webhook_endpoints/${id}`)).status, 204)
    assert.equal((await received(one.client)).length, 1)
  })
})

describe('a URL of its host', () => {
  const REFUSED = {
    'another status': urlOf(200),
    'no status': 'https://test-receiver.invalid/',
    'a longer path': `${URL_204}/x`,
    'a query': `${URL_204}?x=1`,
    'a port': 'https://test-receiver.invalid:8443/204',
    'a port of the service': () => `https://test-receiver.invalid:${new URL(running.service.url!).port}/204`,
    'an encoded path': 'https://test-receiver.invalid/%32%304',
    'a path with another host': 'https://test-receiver.invalid//127.0.0.1/204',
    'a trailing dot': 'https://test-receiver.invalid./204',
  }
  for (const [name, given] of Object.entries(REFUSED))
    test(`is refused with ${name}`, async () => {
      const { client, change, endpoint } = await register()
      const url = typeof given === 'string' ? given : given()
      const changed = await change({ url })
      assert.deepEqual([changed.status, changed.body.code], [422, 'url_invalid'], url)
      assert.match(changed.body.errors.url[0], /test-receiver\.invalid\/204/)
      assert.equal((await endpoint()).url, URL_204)
      assert.deepEqual(await received(client), [])
    })

  test('is refused with a user, over plain HTTP, and below another host', async () => {
    const { change } = await register()
    for (const [url, code] of [
      ['https://user:secret@test-receiver.invalid/204', 'url_invalid'],
      ['http://test-receiver.invalid/204', 'url_not_https'],
      ['https://a.test-receiver.invalid/204', 'url_not_public'],
    ]) {
      const changed = await change({ url })
      assert.deepEqual([changed.status, changed.body.code], [422, code], url)
    }
  })

  test('means the same with capitals, the usual port and dots in the path', async () => {
    const { client, change, ping } = await register()
    for (const [index, url] of [
      'HTTPS://Test-Receiver.INVALID/410',
      'https://test-receiver.invalid:443/x/../410',
    ].entries()) {
      assert.equal((await change({ url })).status, 200, url)
      await ping()
      const [newest] = await untilReceived(client, index + 1)
      assert.deepEqual([newest!.url, newest!.response_status], [urlOf(410), 410])
    }
  })

  test('opens no way to the service itself: its own addresses stay refused', async () => {
    const { change } = await register()
    const { port } = new URL(running.service.url!)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      const changed = await change({ url: `https://${host}/api/v1/webhook_test_requests` })
      assert.deepEqual([changed.status, changed.body.code], [422, 'url_not_public'], host)
    }
  })

  test('stays without a connection if a stored URL is not one of the known texts', async () => {
    const { client, ping, attempts } = await register()
    const text = 'update webhook_endpoints set url = $1 where bucket = $2 and account_id = $3'
    await database.pool.query({ text, values: ['https://test-receiver.invalid/200', client.bucket, client.accountId] })
    await ping()
    const found = await until(attempts, ({ length }) => length >= 1)
    assert.equal(found.at(-1).error_message, 'address_not_public')
    assert.deepEqual(await received(client), [])
  })
})
