import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages, until } from '../../server/test/service.ts'
import { createClient, TidingsError } from './client.ts'
import type { Client, ClientOptions } from './client.ts'
import { retryWait } from './request.ts'
import { sharedService } from '../../server/test/shared-service.ts'

function clientWith(options: Partial<ClientOptions> = {}): Client {
  return createClient({ apiKey: account.apiKey, baseUrl: running.service.url!, ...options })
}

const running = await sharedService()
const account = await running.client()
await prepareMessages(account)
const client = clientWith()

const MESSAGE = {
  external_user_id: 'ada',
  message_template_name: 'receipt',
  message_attributes_attributes: [{ name: 'order.id', value: 'A-1' }],
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

async function storedMessages(): Promise<number> {
  return (await all(client.messages.list())).length
}

test('messages and their deliveries', async () => {
  const message = await client.messages.create(MESSAGE)
  assert.equal(message.rendered_subject, 'Order A-1')
  assert.equal((await client.messages.get(message.id)).rendered_body, message.rendered_body)
  const [{ id: deliveryId } = { id: 0 }] = message.deliveries
  const delivery = await until(
    () => client.deliveries.get(deliveryId),
    ({ status }) => status === 'delivered',
  )
  assert.equal(delivery.message_id, message.id)
  assert.ok((await client.deliveries.timeline(deliveryId)) !== null)
  assert.equal((await client.deliveries.explain(deliveryId)).cause, 'delivered')
  await assert.rejects(client.deliveries.retry(deliveryId), { code: 'not_retrying' })
  const [found] = await client.search(`#${deliveryId}`)
  assert.deepEqual([found?.kind, found?.id, found?.status], ['delivery', String(deliveryId), 'delivered'])
  assert.deepEqual(
    (await all(client.deliveries.list({ message_id: message.id }))).map(({ id }) => id),
    [deliveryId],
  )
  assert.equal((await client.messages.render(message.id)).subject, 'Order A-1')
  const { id: secondId } = await client.messages.create(MESSAGE)
  const unseen = await all(client.messages.newMessagesFor({ external_user_id: 'ada', limit: 1 }))
  assert.ok([message.id, secondId].every((id) => unseen.some((other) => other.id === id)))
  assert.equal((await client.messages.markAsDelivered(message.id)).delivered_at === null, false)
  assert.equal((await client.messages.markAsSeen(message.id)).seen, true)
  const preview = await client.messages.preview(MESSAGE)
  assert.ok(JSON.stringify(preview).includes('Order A-1'))
})

test('scheduled ones are moved and canceled', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000)
  const message = await client.messages.create({ ...MESSAGE, send_at: inAnHour.toISOString() })
  const later = new Date(inAnHour.getTime() + 3_600_000)
  assert.equal((await client.messages.reschedule(message.id, later)).send_at, later.toISOString())
  assert.notEqual((await client.messages.cancel(message.id)).canceled_at, null)
  await assert.rejects(client.messages.cancel(message.id), {
    name: 'TidingsError',
    status: 409,
    code: 'not_cancelable',
  })
})

test('batches, and lists over all pages', async () => {
  const { id } = await client.notificationUsers.upsert('grace', {
    email: 'delivered@tidings.test',
    first_name: 'Grace',
  })
  const batch = Array.from({ length: 5 }, () => ({ ...MESSAGE, external_user_id: 'grace' }))
  const results = await client.messages.batch([...batch, { ...MESSAGE, external_user_id: 'nobody' }])
  assert.equal(results.filter(({ message }) => message !== undefined).length, 5)
  assert.equal(results[5]?.code, 'invalid')
  const listed = await all(client.messages.list({ notification_user_id: id, limit: 2 }))
  assert.deepEqual(
    listed.map((message) => message.id).toSorted((one, other) => one - other),
    results.slice(0, 5).map(({ message }) => message!.id),
  )
  assert.equal((await client.notificationUsers.get(id)).first_name, 'Grace')
  assert.ok((await all(client.notificationUsers.list({ limit: 1 }))).length >= 2)
  const made = await client.notificationUsers.create({ external_user_id: 'temporary' })
  assert.equal(await client.notificationUsers.delete(made.id), undefined)
  await assert.rejects(client.notificationUsers.get(made.id), { status: 404, code: 'not_found' })
})

test('the webhook endpoint', async () => {
  // No server listens there. The address is private, and the tests allow it.
  const { id, secret } = await client.webhookEndpoints.create({ url: 'https://127.0.0.1:59999/hook' })
  assert.match(secret, /^whsec_/)
  assert.deepEqual(
    (await client.webhookEndpoints.list()).map((endpoint) => endpoint.id),
    [id],
  )
  assert.notEqual((await client.webhookEndpoints.rotateSecret(id, 60)).secret, secret)
  assert.notEqual((await client.webhookEndpoints.get(id)).previous_secret_expires_at, null)
  assert.equal((await client.webhookEndpoints.endOverlap(id)).previous_secret_expires_at, null)
  const eventId = await client.webhookEndpoints.test(id)
  assert.match(eventId, /^evt_/)
  await until(
    () => client.webhookEndpoints.attempts(id),
    (attempts) => attempts.some((attempt) => attempt.event_id === eventId),
  )
  assert.equal((await client.webhookEvents.get(eventId)).type, 'ping')
  await assert.rejects(client.webhookEvents.resend(eventId), { code: 'event_pending' })
  assert.equal((await client.webhookEndpoints.update(id, { active: false })).status, 'paused')
  await assert.rejects(client.webhookEndpoints.reactivate(id), { code: 'endpoint_paused' })
  assert.equal((await client.webhookEndpoints.get(id)).active, false)
  await client.webhookEndpoints.delete(id)
  assert.deepEqual(await client.webhookEndpoints.list(), [])
})

test('the printed resources create, list, change and delete', async () => {
  const made = [
    await client.topics.create({ name: 'one', label: 'One' }),
    await client.topics.create({ name: 'two', label: 'Two' }),
  ]
  assert.deepEqual((await all(client.topics.list({ limit: 1 }))).map(({ name }) => name).toSorted(), ['one', 'two'])
  assert.equal((await client.topics.update(made[0]!.id, { label: 'First' })).label, 'First')
  assert.equal(await client.topics.delete(made[0]!.id), undefined)
  await assert.rejects(client.topics.get(made[0]!.id), { status: 404 })
  assert.equal((await client.account.get()).id, account.accountId)
  const options = { idempotencyKey: 'suppression-1' }
  const fields = { channel_type: 'email', address: 'gone@example.com', reason: 'manual' } as const
  const suppressed = await client.suppressions.create(fields, options)
  assert.equal((await client.suppressions.create(fields, options)).id, suppressed.id)
})

test('the feed, continued after a cursor', async () => {
  const { id } = await client.messages.create(MESSAGE)
  // The feed waits for all older transactions of the server, including those of other tests.
  const whole = await until(
    () => all(client.webhookEvents.list({ limit: 5 })),
    (events) => events.length > 8 && JSON.stringify(events.at(-1)!.data).includes(`"message_id":${id}`),
  )
  const newestFirst = await all(client.webhookEvents.list({ order: 'newest', limit: 5 }))
  assert.ok(newestFirst.length >= whole.length && newestFirst[0]!.id > newestFirst.at(-1)!.id)
  const first = await client.webhookEvents.page({ limit: 3 })
  assert.equal(first.webhook_events.length, 3)
  const rest = await all(client.webhookEvents.list({ after: first.next_cursor, limit: 5 }))
  const ids = [...first.webhook_events, ...rest].map((event) => event.id)
  assert.deepEqual(
    ids.slice(0, whole.length),
    whole.map((event) => event.id),
  )
})

test('errors tell what is wrong', async () => {
  const error = await client.messages.create({}).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof TidingsError)
  assert.deepEqual([error.status, error.code], [422, 'invalid'])
  assert.ok(error.requestId?.startsWith('req_'))
  assert.ok(error.errors !== null && Object.keys(error.errors).length > 0)
  await assert.rejects(clientWith({ apiKey: 'x' }).request('GET /api/v1/account', {}), {
    status: 401,
    code: 'invalid_api_key',
  })
  assert.equal((await client.request('GET /api/v1/account', {})).account.id, account.accountId)
})

describe('retries', () => {
  /** The real `fetch`, with a failure before or after its first call. */
  function once(first: (call: () => Promise<Response>) => Promise<Response>) {
    const calls: RequestInit[] = []
    const call: typeof fetch = (url, init) => {
      calls.push(init!)
      return calls.length === 1 ? first(() => fetch(url, init)) : fetch(url, init)
    }
    return { calls, client: clientWith({ fetch: call }) }
  }
  const refusal = (status: number, code: string) => () =>
    Promise.resolve(
      Response.json({ error: 'no', code, request_id: 'req_1' }, { status, headers: { 'retry-after': '0' } }),
    )

  test('a lost response: the message is created once', async () => {
    const before = await storedMessages()
    const lost = once(async (call) => {
      await call()
      throw new TypeError('fetch failed')
    })
    const message = await lost.client.messages.create(MESSAGE)
    assert.equal(lost.calls.length, 2)
    assert.equal(await storedMessages(), before + 1)
    assert.equal((await client.messages.get(message.id)).id, message.id)
  })

  test('a key of the caller is used as it is', async () => {
    const options = { idempotencyKey: 'mine-1' }
    const [one, other] = [
      await client.messages.create(MESSAGE, options),
      await client.messages.create(MESSAGE, options),
    ]
    assert.equal(one.id, other.id)
    const changed = { ...MESSAGE, message_attributes_attributes: [] }
    await assert.rejects(client.messages.create(changed, options), { code: 'idempotency_key_reused' })
  })

  test('a lost response: a POST creates its object once, and the second response has its secret', async () => {
    const lose = () =>
      once(async (call) => {
        await call()
        throw new TypeError('fetch failed')
      })
    const creating = lose()
    const user = await creating.client.notificationUsers.create({ external_user_id: 'lost' })
    assert.equal(creating.calls.length, 2)
    const named = await all(client.notificationUsers.list({ external_user_id: 'lost' }))
    assert.deepEqual(
      named.map(({ id }) => id),
      [user.id],
    )
    const registering = lose()
    const { secret } = await registering.client.webhookEndpoints.create({ url: 'https://127.0.0.1:4431/' })
    assert.match(secret, /^whsec_/)
    const [endpoint] = await client.webhookEndpoints.list()
    assert.ok(secret.endsWith(endpoint!.secret_preview.slice(-4)))
    const options = { idempotencyKey: 'rotate-1' }
    const rotated = await client.webhookEndpoints.rotateSecret(endpoint!.id, 0, options)
    assert.equal((await client.webhookEndpoints.rotateSecret(endpoint!.id, 0, options)).secret, rotated.secret)
    await client.webhookEndpoints.delete(endpoint!.id)
  })

  test('after 408, 429 and 503', async () => {
    const limited = once(refusal(429, 'rate_limited'))
    await limited.client.webhookEndpoints.list()
    assert.equal(limited.calls.length, 2)
    const away = once(refusal(503, 'unavailable'))
    await away.client.messages.create(MESSAGE)
    assert.equal(away.calls.length, 2)
    const user = once(refusal(408, 'request_timeout'))
    await user.client.notificationUsers.create({ external_user_id: 'twice' })
    assert.equal(user.calls.length, 2)
    const keys = user.calls.map(({ headers }) => new Headers(headers).get('idempotency-key'))
    assert.ok(keys[0] !== null && keys[0] === keys[1])
  })

  test('an aborted call ends at once', async () => {
    const controller = new AbortController()
    const waiting = once(() => {
      controller.abort(new Error('enough'))
      return refusal(429, 'rate_limited')()
    })
    await assert.rejects(waiting.client.messages.create(MESSAGE, { signal: controller.signal }), /enough/)
    assert.equal(waiting.calls.length, 1)
  })

  test('the waits', () => {
    const response = (status: number, retryAfterMs: number | null = null, body: unknown = null) =>
      ({ kind: 'responded', status, retryAfterMs, body }) as const
    const lost = { kind: 'failed', error: new Error('lost') } as const
    assert.deepEqual(
      [1, 2, 3, 4].map((tries) => retryWait(lost, tries, 3)),
      [250, 1000, 4000, null],
    )
    assert.equal(retryWait(response(429, 2000), 1, 3), 2000)
    assert.equal(retryWait(response(429, 61_000), 1, 3), null)
    assert.equal(retryWait(response(429), 1, 0), null)
    for (const status of [408, 429, 503]) assert.equal(retryWait(response(status), 2, 3), 1000, String(status))
    assert.equal(retryWait(response(409, null, { code: 'idempotency_key_running' }), 1, 3), 250)
    for (const status of [400, 401, 404, 409, 422, 500]) assert.equal(retryWait(response(status), 1, 3), null)
  })
})

test('a client without key or URL is refused at construction', () => {
  const baseUrl = running.service.url!
  for (const apiKey of [undefined, null, '', ' ', 1])
    assert.throws(() => createClient({ apiKey: apiKey as string, baseUrl }), { message: /^apiKey is missing or empty/ })
  for (const wrong of [undefined, '', 'tidings.example.com', 'ftp://tidings.example.com', 'file:///etc/passwd'])
    assert.throws(() => createClient({ apiKey: 'sk_x', baseUrl: wrong as string }), { message: /^baseUrl must be/ })
})

test('a path value that URLs drop does not reach another operation', async () => {
  for (const externalUserId of ['', '.', '..'])
    await assert.rejects(client.notificationUsers.upsert(externalUserId, { first_name: 'Ada' }), TypeError)
  const kept = await client.notificationUsers.upsert('../../messages?x=#1', { first_name: 'Ada' })
  assert.equal(kept.external_user_id, '../../messages?x=#1')
})
