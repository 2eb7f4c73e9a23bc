/**
 * The webhook endpoint, its requests and their outcomes, errors and limits, by the numbers of the specification's
 * sentences (`sentences.ts`). Each test has its own account and its own path at the receiver.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { createVerifier } from '../../../sdk/src/verify.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { createCertificateAuthority } from '../certificates.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startMisbehavingServer } from '../faults/misbehaving-server.ts'
import type { Behaviour } from '../faults/misbehaving-server.ts'
import { startNameServer, TYPE_A } from '../name-server.ts'
import { startReceiver } from '../receiver.ts'
import type { ReceivedRequest, Reply } from '../receiver.ts'
import { responseOf, prepareMessages, startTestService, until } from '../service.ts'
import type { ApiResponse, Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { verify } from '../verify.ts'

const ENDPOINTS = '/api/v1/webhook_endpoints'
const ATTEMPTS_MAX = 8
const FAILURES_MAX = 20
const DAY_MS = 86_400_000
const HOST = 'hooks.tidings.test'
const PRIVATE = '10.1.2.3'

const PUBLIC = '8.8.8.8'

/** The addresses of each name. Other names do not exist. */
const addresses: Record<string, string[]> = {
  'public.tidings.test': [PUBLIC],
  'private.tidings.test': [PRIVATE],
  'mixed.tidings.test': [PUBLIC, PRIVATE],
}
const names = await endAfterTests(startNameServer((name, type) => (type === TYPE_A ? (addresses[name] ?? []) : [])))
const authority = await endAfterTests(createCertificateAuthority())
const certificate = await authority.issue({ names: [HOST] })

/** Chooses the response at a path. Elsewhere it is an empty 200. */
const replies = new Map<string, (request: ReceivedRequest) => Reply | Promise<Reply>>()
const respond = (request: ReceivedRequest) => replies.get(request.path)?.(request) ?? {}
const receiver = await endAfterTests(startReceiver({ authority, certificate, respond }))
const { database, running } = await testService({
  variables: {
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    WEBHOOK_DNS_SERVERS: names.server,
    WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
    WEBHOOK_RETRY_SCHEDULE: Array.from({ length: ATTEMPTS_MAX - 1 }, () => '20ms').join(','),
  },
})

/** Registers an endpoint of a new account, at `origin` or at the receiver. */
async function register(origin = `https://127.0.0.1:${receiver.port}`) {
  const client = await running.client()
  const path = `/hooks/${client.accountId}`
  const created = await client.call('POST', ENDPOINTS, { webhook_endpoint: { url: `${origin}${path}` } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id, secret } = created.body.webhook_endpoint as { id: number; secret: string }
  const event = async (eventId: string) =>
    (await client.call('GET', `/api/v1/webhook_events/${eventId}`)).body.webhook_event
  const posts = () => receiver.requests.filter((request) => request.path === path)
  return {
    ...{ client, id, secret, created, event, posts, path: `${ENDPOINTS}/${id}`, url: `${origin}${path}` },
    respond: (reply: Reply | ((request: ReceivedRequest) => Reply | Promise<Reply>)) =>
      void replies.set(path, typeof reply === 'function' ? reply : () => reply),
    shown: async () => (await client.call('GET', `${ENDPOINTS}/${id}`)).body.webhook_endpoint,
    attempts: async () => (await client.call('GET', `${ENDPOINTS}/${id}/attempts`)).body.attempts,
    /** Sends a test event. Returns its id. */
    async ping(): Promise<string> {
      const { status, body } = await client.call('POST', `${ENDPOINTS}/${id}/test`)
      assert.equal(status, 202, JSON.stringify(body))
      return body.event_id
    },
    /** The event after its last attempt. */
    ended: (eventId: string) =>
      until(
        () => event(eventId),
        ({ state }) => state !== 'pending',
      ),
    /** Waits for the request of an event. */
    async request(eventId: string): Promise<ReceivedRequest> {
      const find = () => posts().find(({ headers }) => headers['x-service-event-id'] === eventId)
      await receiver.waitFor(() => find() !== undefined)
      return find()!
    },
  }
}

/** Returns the first attempt at a receiver that stays silent, before its handshake of TLS or after it. */
async function attemptAtSilent(tls?: TlsOptions): Promise<{ error_message: string; duration_ms: number }> {
  const isPostedAgain = Promise.withResolvers<void>()
  const behaviour: Behaviour = (_socket, number) => void (number === 2 && isPostedAgain.resolve())
  const silent = await startMisbehavingServer(tls === undefined ? { behaviour } : { behaviour, tls })
  try {
    const { client, path, ping, attempts } = await register(`https://127.0.0.1:${silent.port}`)
    await ping()
    await isPostedAgain.promise
    const [first] = (await attempts()).toReversed()
    await client.call('DELETE', path)
    return first
  } finally {
    await silent.close()
  }
}

/** They begin before all tests, because they take 10 s. */
const silentAttempts = Promise.allSettled([attemptAtSilent(), attemptAtSilent(certificate)])

const patch = (client: Client, path: string, fields: object) => client.call('PATCH', path, { webhook_endpoint: fields })

/** Sends a message, and waits until it is delivered. Returns its delivery. */
async function deliver(client: Client): Promise<any> {
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  const { body } = await client.call('POST', '/api/v1/messages', { message })
  const read = async () => (await client.call('GET', `/api/v1/deliveries/${body.message.deliveries[0].id}`)).body
  return until(read, ({ status }) => status === 'delivered')
}

function refused({ status, body }: ApiResponse, expected: number, code: string): void {
  assert.deepEqual([status, body.code], [expected, code], JSON.stringify(body))
}

const signedBy = (secret: string, { headers, body }: ReceivedRequest) =>
  verify(body, headers['x-service-signature'], secret)

const valuesOf = ({ headers }: ReceivedRequest) => String(headers['x-service-signature']).split(',').slice(1)

test('9, 38, 80, 128, 135: an account has one endpoint, and a second one is 409', async () => {
  const { client, url } = await register()
  refused(await client.call('POST', ENDPOINTS, { webhook_endpoint: { url: `${url}/2` } }), 409, 'endpoint_exists')
  assert.equal((await client.call('GET', ENDPOINTS)).body.webhook_endpoints.length, 1)
  await register()
})

test('33, 34, 35, 77: the list has no endpoint or the one, with an integer id, its URL and true if it is active', async () => {
  assert.deepEqual((await (await running.client()).call('GET', ENDPOINTS)).body.webhook_endpoints, [])
  const { client, id, url } = await register()
  const { webhook_endpoints: listed } = (await client.call('GET', ENDPOINTS)).body
  assert.deepEqual([Number.isSafeInteger(id), listed.length], [true, 1])
  assert.deepEqual([listed[0].id, listed[0].url, listed[0].active], [id, url, true])
})

test('36, 37: the whole secret is in the responses to create and rotate_secret alone, otherwise its preview', async () => {
  const { client, path, secret: old, shown } = await register()
  assert.match(old, /^whsec_/)
  const { secret } = (await client.call('POST', `${path}/rotate_secret`)).body.webhook_endpoint
  assert.match(secret, /^whsec_/)
  assert.equal((await shown()).secret_preview, `whsec_…${secret.slice(-4)}`)
  for (const response of [
    await client.call('GET', ENDPOINTS),
    await client.call('GET', path),
    await patch(client, path, { active: true }),
    await client.call('POST', `${path}/reactivate`),
    await client.call('GET', `${path}/attempts`),
  ]) {
    assert.equal(response.status, 200)
    for (const one of [old, secret]) assert.ok(!JSON.stringify(response.body).includes(one.slice('whsec_'.length)))
  }
})

test('78, 79: a create takes JSON, and returns 201 with exactly id, url, active and secret', async () => {
  const { created, url } = await register()
  assert.deepEqual(Object.keys(created.body), ['webhook_endpoint'])
  const { id, secret, ...rest } = created.body.webhook_endpoint
  assert.deepEqual([typeof id, typeof secret, rest], ['number', 'string', { url, active: true }])
})

test('81: PATCH changes the URL, and events go to the new one', async () => {
  const { client, path, url, ping } = await register()
  const changed = await patch(client, path, { url: `${url}/moved` })
  assert.deepEqual([changed.status, changed.body.webhook_endpoint.url], [200, `${url}/moved`])
  const eventId = await ping()
  await receiver.waitFor((requests) => requests.some(({ headers }) => headers['x-service-event-id'] === eventId))
  const request = receiver.requests.find(({ headers }) => headers['x-service-event-id'] === eventId)
  assert.equal(request!.path, new URL(`${url}/moved`).pathname)
})

test('62, 81: PATCH with active false pauses: no event is sent until it is active again', async () => {
  const { client, path, ping, request, posts } = await register()
  await prepareMessages(client)
  const paused = await patch(client, path, { active: false })
  assert.deepEqual([paused.status, paused.body.webhook_endpoint.active], [200, false])
  await deliver(client)
  await patch(client, path, { active: true })
  await request(await ping())
  assert.equal(posts().length, 1)
})

test('66, 82: after DELETE there is no endpoint, and no event is sent', async () => {
  const { client, path, posts } = await register()
  await prepareMessages(client)
  assert.equal((await client.call('DELETE', path)).status, 204)
  assert.deepEqual((await client.call('GET', ENDPOINTS)).body.webhook_endpoints, [])
  assert.equal((await client.call('GET', path)).status, 404)
  await deliver(client)
  const { body } = await until(
    () => client.call('GET', '/api/v1/webhook_events'),
    (response) => response.body.webhook_events.length === 3,
  )
  assert.deepEqual(new Set(body.webhook_events.map(({ state }: { state: string }) => state)), new Set(['skipped']))
  assert.deepEqual(posts(), [])
})

test('83, 84, 111: rotate_secret returns a new secret in full, and the old one stops working', async () => {
  const { client, path, secret: old, ping, request } = await register()
  assert.ok(signedBy(old, await request(await ping())))
  const { status, body } = await client.call('POST', `${path}/rotate_secret`)
  const { secret } = body.webhook_endpoint
  assert.deepEqual([status, secret === old], [200, false])
  const after = await request(await ping())
  assert.deepEqual([signedBy(secret, after), signedBy(old, after), valuesOf(after).length], [true, false, 1])
})

test('91, 108, 111: in an overlap there are two v1, and each secret verifies one', async () => {
  const { client, path, secret: old, ping, request } = await register()
  const rotated = await client.call('POST', `${path}/rotate_secret`, { overlap_seconds: 3600 })
  const { secret } = rotated.body.webhook_endpoint
  const { body, headers } = await request(await ping())
  const [time, ...values] = String(headers['x-service-signature']).split(',')
  assert.equal(values.length, 2)
  for (const [at, by] of [secret, old].entries()) {
    assert.ok(verify(body, `${time},${values[at]}`, by))
    assert.equal(await createVerifier(by).invalidReason(body, headers as Record<string, string>), null)
  }
})

test('109, 140: the verification of the SDK refuses a time more than 300 seconds away', async () => {
  const { secret, ping, request } = await register()
  const { body, headers } = await request(await ping())
  const time = Number(/^t=(\d+),/.exec(String(headers['x-service-signature']))![1])
  for (const [apart, reason] of [
    [-300, null],
    [300, null],
    [-301, 'stale'],
    [301, 'stale'],
  ] as const) {
    const verifier = createVerifier(secret, { nowSeconds: time + apart })
    assert.equal(await verifier.invalidReason(body, headers as Record<string, string>), reason)
  }
})

test('57, 59, 61, 63, 64, 65, 76, 85, 127, 139: 20 failed events in a row disable until a reactivation, without a replay', async () => {
  const { client, path, shown, respond: reply, ping, request, posts } = await register()
  await prepareMessages(client)
  reply({ status: 404 })
  for (let failed = 1; failed < FAILURES_MAX; failed++) await ping()
  const nearly = await until(shown, ({ consecutive_failures: count }) => count === FAILURES_MAX - 1)
  assert.equal(nearly.active, true)
  await ping()
  const disabled = await until(shown, ({ consecutive_failures: count }) => count === FAILURES_MAX)
  assert.deepEqual([disabled.active, disabled.status], [false, 'disabled'])
  const { audit_log: entries } = (await client.call('GET', '/api/v1/audit_log')).body
  const actions = entries.map(({ action }: { action: string }) => action)
  assert.equal(actions.filter((action: string) => action === 'webhook_endpoint.disabled').length, 1)

  const delivery = await deliver(client)
  const missed = await client.call('GET', `/api/v1/deliveries?updated_after=${disabled.disabled_at}`)
  assert.deepEqual(missed.body.deliveries, [delivery])

  const reactivated = await client.call('POST', `${path}/reactivate`)
  const { active, status, consecutive_failures: count } = reactivated.body.webhook_endpoint
  assert.deepEqual([reactivated.status, active, status, count], [200, true, 'active', 0])
  reply({ status: 200 })
  await request(await ping())
  assert.equal(posts().length, FAILURES_MAX + 1)
  assert.ok(posts().every(({ headers }) => headers['x-service-event'] === 'ping'))
})

test('58: an event fails only after its last attempt', async () => {
  const { shown, attempts, respond: reply, ping, posts } = await register()
  const held = Promise.withResolvers<Reply>()
  reply(() => (posts().length < ATTEMPTS_MAX ? { status: 503 } : held.promise))
  await ping()
  await receiver.waitFor(() => posts().length === ATTEMPTS_MAX)
  await until(attempts, (logged) => logged.length === ATTEMPTS_MAX - 1)
  assert.equal((await shown()).consecutive_failures, 0)
  held.resolve({ status: 503 })
  await until(shown, ({ consecutive_failures: count }) => count === 1)
})

test('67, 100: with any 2xx an event is done, and the count of failures is zero', async () => {
  const { shown, respond: reply, ping, ended } = await register()
  for (const status of [201, 204, 299]) {
    reply({ status: 404 })
    await ended(await ping())
    assert.equal((await shown()).consecutive_failures, 1)
    reply({ status })
    const event = await ended(await ping())
    assert.deepEqual([event.state, event.attempts.length], ['delivered', 1], String(status))
    assert.equal((await shown()).consecutive_failures, 0)
  }
})

test('101, 138: 5xx, 408, 429, lost connections, DNS errors and TLS errors are retried, up to 8 attempts', async () => {
  const stranger = await createCertificateAuthority()
  const untrusted = await startReceiver({ authority: stranger })
  addresses[HOST] = ['127.0.0.1']
  const named = await register(`https://${HOST}:${receiver.port}`)
  delete addresses[HOST]
  const cases: [endpoint: typeof named, reply: Reply, outcome: string | number][] = [
    [named, {}, 'dns_error'],
    [await register(`https://127.0.0.1:${untrusted.port}`), {}, 'tls_error'],
    [await register(), 'drop', 'connection_reset'],
  ]
  for (const status of [500, 599, 408]) cases.push([await register(), { status }, status])
  try {
    for (const [{ respond: reply, ping, ended }, given, outcome] of cases) {
      reply(given)
      const event = await ended(await ping())
      const found = event.attempts.map((one: any) => one.error_message ?? one.response_code)
      assert.deepEqual(
        found,
        Array.from({ length: ATTEMPTS_MAX }, () => outcome),
      )
      assert.equal(event.state, 'failed')
    }
    // Without Retry-After, the service waits a minute after a 429.
    const { respond: reply, ping, event } = await register()
    reply({ status: 429 })
    const eventId = await ping()
    const shown = await until(
      () => event(eventId),
      ({ attempts_made: made }) => made === 1,
    )
    assert.deepEqual([shown.state, shown.next_attempt_at === null], ['pending', false])
  } finally {
    await untrusted.close()
    stranger.close()
  }
})

test('102, 104: every other 4xx is logged, counts and is not retried; requests have no authorization of an application', async () => {
  const { secret, shown, attempts, respond: reply, ping, ended, posts } = await register()
  const statuses = [400, 401, 403, 404, 410]
  for (const [index, status] of statuses.entries()) {
    reply({ status })
    const event = await ended(await ping())
    assert.deepEqual([event.state, event.attempts_made], ['failed', 1])
    assert.equal((await shown()).consecutive_failures, index + 1)
  }
  const logged = (await attempts()).map((one: { response_code: number }) => one.response_code)
  assert.deepEqual(logged.toReversed(), statuses)
  for (const request of posts()) {
    assert.equal(request.headers['authorization'], undefined)
    assert.ok(signedBy(secret, request))
  }
})

test('44, 45, 46, 47, 48, 49, 50, 130: each attempt is logged with its number, its outcome, its duration and its time', async () => {
  const { attempts, respond: reply, ping, posts, ended } = await register()
  // On a connection that was kept, the lost request would be sent once more within its attempt.
  const given: Reply[] = [{ status: 500, headers: { connection: 'close' } }, 'drop', { status: 204 }]
  reply(() => given[posts().length - 1]!)
  const eventId = await ping()
  await ended(eventId)
  const logged = await attempts()
  for (const one of logged) {
    assert.ok(Number.isSafeInteger(one.duration_ms) && one.duration_ms >= 0)
    assert.match(one.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  const about = { event_id: eventId, event_type: 'ping' }
  assert.deepEqual(
    logged.map(({ duration_ms: _duration, created_at: _time, ...rest }: any) => rest),
    [
      { ...about, attempt_number: 3, succeeded: true, response_code: 204, error_message: null },
      { ...about, attempt_number: 2, succeeded: false, response_code: null, error_message: 'connection_reset' },
      { ...about, attempt_number: 1, succeeded: false, response_code: 500, error_message: null },
    ],
  )
})

test('86, 87: a test queues a signed ping, and its response has the id of the event and no result', async () => {
  const { client, path, secret, respond: reply, request, ended } = await register()
  const held = Promise.withResolvers<Reply>()
  reply(() => held.promise)
  const { status, body } = await client.call('POST', `${path}/test`)
  assert.deepEqual([status, Object.keys(body)], [202, ['event_id']])
  const ping = await request(body.event_id)
  assert.equal(ping.headers['x-service-event'], 'ping')
  assert.ok(signedBy(secret, ping))
  held.resolve({})
  await ended(body.event_id)
})

test('88, 141: attempts are the 50 most recent', async () => {
  const { client, path, respond: reply, ping, ended } = await register()
  reply({ status: 500 })
  const first = await ping()
  await ended(first)
  const others: string[] = []
  for (let at = 0; at < 6; at++) others.push(await ping())
  for (const eventId of others) await ended(eventId)
  const { body } = await client.call('GET', `${path}/attempts`)
  assert.deepEqual(Object.keys(body), ['attempts'])
  const ofFirst = body.attempts.filter((one: { event_id: string }) => one.event_id === first)
  // 7 events have 56 attempts. The oldest six are left out.
  assert.deepEqual([body.attempts.length, ofFirst.map((one: any) => one.attempt_number)], [50, [8, 7]])
})

test('96, 97, 129, 132: plain HTTP, hosts that are not public and hosts internal by name are 422 when the URL is saved', async () => {
  const { client, path, url, shown } = await register()
  const other = await running.client()
  const hosts = [
    ...['127.0.0.2', '[::1]', '10.0.0.1', '172.16.0.1', '192.168.0.1', '[fd00::1]', '169.254.169.254', '[fe80::1]'],
    ...['100.64.0.1', '0.0.0.0', '192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '[2001:db8::1]'],
    ...['private.tidings.test', 'mixed.tidings.test', 'localhost', 'printer.local', 'api.internal', 'nas.home.arpa'],
  ]
  for (const [one, code] of [
    ['http://example.com/hooks', 'url_not_https'],
    ['https://nowhere.tidings.test/hooks', 'url_unresolvable'],
    ...hosts.map((host) => [`https://${host}/hooks`, 'url_not_public'] as const),
  ] as const) {
    refused(await other.call('POST', ENDPOINTS, { webhook_endpoint: { url: one } }), 422, code)
    refused(await patch(client, path, { url: one }), 422, code)
  }
  assert.deepEqual((await other.call('GET', ENDPOINTS)).body.webhook_endpoints, [])
  assert.equal((await shown()).url, url)
  for (const host of ['public.tidings.test', PUBLIC]) {
    const fields = { url: `https://${host}/hooks`, active: false }
    const created = await other.call('POST', ENDPOINTS, { webhook_endpoint: fields })
    assert.equal(created.status, 201, host)
    await other.call('DELETE', `${ENDPOINTS}/${created.body.webhook_endpoint.id}`)
  }
})

test('99, 129, 132, 134: a URL has at most 2048 characters', async () => {
  const { client, path, url } = await register()
  const longest = `${url}/${'a'.repeat(2048 - url.length - 1)}`
  const saved = await patch(client, path, { url: longest })
  assert.deepEqual([longest.length, saved.body.webhook_endpoint.url], [2048, longest])
  const tooLong = { url: `${longest}a` }
  refused(await patch(client, path, tooLong), 422, 'url_too_long')
  refused(await client.call('POST', ENDPOINTS, { webhook_endpoint: tooLong }), 422, 'url_too_long')
})

test('98, 129: the address is checked again before each POST, also on a connection that is open', async () => {
  addresses[HOST] = ['127.0.0.1']
  const { ping, request, ended, posts } = await register(`https://${HOST}:${receiver.port}`)
  await request(await ping())
  addresses[HOST] = [PRIVATE]
  const { attempts } = await ended(await ping())
  const found = attempts.map(({ error_message: word }: { error_message: string }) => word)
  assert.deepEqual(
    found,
    Array.from({ length: ATTEMPTS_MAX }, () => 'address_not_public'),
  )
  assert.equal(posts().length, 1)
})

test('126: an event is done with its 2xx, while the receiver still works on it', async () => {
  const { respond: reply, ping, ended } = await register()
  const isDone = Promise.withResolvers<string>()
  const works: Promise<string>[] = []
  reply(() => {
    works.push(isDone.promise)
    return { status: 202 }
  })
  const { state, attempts } = await ended(await ping())
  assert.deepEqual([state, attempts.length], ['delivered', 1])
  isDone.resolve('done')
  assert.deepEqual(await Promise.all(works), ['done'])
})

test('131: every error has the same four fields, and a 422 also the fields in error', async () => {
  const { client, path, url } = await register()
  const wrongKey = { authorization: `Bearer sk_${'0'.repeat(43)}` }
  const responses: [status: number, response: ApiResponse][] = [
    [400, await client.call('POST', '/api/v1/messages', {})],
    [401, await responseOf(await fetch(`${running.service.url}${path}`, { headers: wrongKey }))],
    [404, await client.call('GET', '/api/v1/deliveries/1')],
    [405, await client.call('PUT', path)],
    [409, await client.call('POST', ENDPOINTS, { webhook_endpoint: { url } })],
    [422, await patch(client, path, { url: 'http://example.com/' })],
  ]
  for (const [status, response] of responses) {
    const { errors, ...rest } = response.body
    assert.deepEqual([response.status, Object.keys(rest)], [status, ['error', 'code', 'docs_url', 'request_id']])
    assert.equal(errors !== undefined, status === 422)
  }
})

test('8, 103, 133: without a valid API key a request is 401 with WWW-Authenticate: Bearer', async () => {
  const { client } = await register()
  for (const [authorization, status] of [
    [undefined, 401],
    [`Bearer ${client.apiKey}x`, 401],
    [client.apiKey, 401],
    [`Bearer ${client.apiKey}`, 200],
  ] as const) {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await responseOf(await fetch(`${running.service.url}${ENDPOINTS}`, { headers }))
    assert.equal(response.status, status, authorization)
    assert.equal(response.headers.get('www-authenticate')?.startsWith('Bearer') ?? false, status === 401)
  }
})

test('136, 137: a receiver has 5 s for the connection and 10 s for the response, and gets the event again', async () => {
  const { webhookConnectTimeoutMs: connect, webhookResponseTimeoutMs: response } = running.service.context.config
  assert.deepEqual([connect, response], [5000, 10_000])
  const attempts = await silentAttempts
  for (const [index, word, leastMs] of [
    [0, 'connect_timeout', connect],
    [1, 'response_timeout', response],
  ] as const) {
    const attempt = attempts[index]
    assert.ok(attempt?.status === 'fulfilled', JSON.stringify(attempt))
    assert.equal(attempt.value.error_message, word)
    // A timer may be a millisecond early.
    assert.ok(attempt.value.duration_ms >= leastMs - 1, `${word} after ${attempt.value.duration_ms} ms`)
  }
})

test('145, 149: every path of the API has /api/v1, and there is no other version', async () => {
  const { client } = await register()
  const document = (await client.call('GET', '/openapi.json')).body
  const paths = Object.keys(document.paths).filter((path) => !['/healthz', '/readyz'].includes(path))
  assert.ok(paths.length > 50 && paths.every((path) => path.startsWith('/api/v1/')))
  for (const path of ['/webhook_endpoints', '/api/webhook_endpoints', '/api/v2/webhook_endpoints'])
    assert.equal((await client.call('GET', path)).status, 404)
})

test('142: events and their attempts are kept for 30 days, and pruned after them', async () => {
  const { client, path, attempts, ping, ended } = await register()
  const counted = async (days: number) => {
    const since = new Date(Date.now() - days * DAY_MS + 60_000).toISOString()
    return (await client.call('POST', `${path}/replay_count`, { since })).status
  }
  // The service replays events up to a day before it removes them.
  assert.deepEqual([await counted(29), await counted(30)], [200, 422])
  const eventId = await ping()
  await ended(eventId)
  assert.equal((await attempts()).length, 1)
  const system = createSystemClock()
  const clock = { ...system, now: () => system.now() + 31 * DAY_MS }
  // Old days are removed when a process starts, and every hour.
  const later = await startTestService(database, { ROLES: 'tasks' }, clock)
  try {
    await until(
      () => client.call('GET', `/api/v1/webhook_events/${eventId}`),
      ({ status }) => status === 404,
    )
    await until(attempts, (logged) => logged.length === 0)
  } finally {
    await later.stop()
  }
})
