/** Events on their way to the receiver through the whole service: signed, retried, held, resumed. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { verify } from '../verify.ts'
import { prepareMessages, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

let client: Client
let secret: string
let endpointId: number
/** Each test has its own path, so late requests of earlier tests do not matter. */
let url: string
const { database, receiver, running } = await testService({
  receiver: true,
  variables: {
    WEBHOOK_RETRY_SCHEDULE: '20ms,20ms,20ms,20ms,20ms,20ms,20ms',
  },
})

describe('webhooks', () => {
  beforeEach(async () => {
    receiver.respond(() => ({ status: 200 }))
    client = await running.client()
    await prepareMessages(client)
    url = `${receiver.url}/${client.accountId}`
    const created = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    ;({ id: endpointId, secret } = created.body.webhook_endpoint)
  })

  const send = async () => {
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const created = await client.call('POST', '/api/v1/messages', { message })
    assert.equal(created.status, 201)
    return created.body.message
  }
  const posts = () => receiver.requests.filter((request) => url.endsWith(request.path))
  const waitForPosts = async (count: number) => {
    await receiver.waitFor(() => posts().length >= count)
    return posts()
  }
  const attempts = async () =>
    (await client.call('GET', `/api/v1/webhook_endpoints/${endpointId}/attempts`)).body.attempts
  const endpoint = async () =>
    (await client.call('GET', `/api/v1/webhook_endpoints/${endpointId}`)).body.webhook_endpoint

  test('every state change arrives, signed, as the delivery object that the API shows', async () => {
    const message = await send()
    const requests = await waitForPosts(3)
    for (const request of requests) {
      const header = request.headers['x-service-signature'] as string
      assert.ok(verify(request.body, header, secret))
      assert.equal(request.headers['content-type'], 'application/json')
      assert.equal(request.headers['user-agent'], 'Service-Webhooks/1.0')
      const event = JSON.parse(request.body.toString())
      assert.equal(request.headers['x-service-event'], event.type)
      assert.equal(request.headers['x-service-event-id'], event.id)
      assert.deepEqual(Object.keys(event), ['id', 'type', 'created_at', 'data'])
    }
    const events = requests.map((request) => JSON.parse(request.body.toString()))
    assert.deepEqual(
      events.map((event) => event.type as string).toSorted((a, b) => a.localeCompare(b)),
      ['delivery.delivered', 'delivery.queued', 'delivery.sent'],
    )
    const last = events.find((event) => event.type === 'delivery.delivered')
    const shown = await client.call('GET', `/api/v1/deliveries/${message.deliveries[0].id}`)
    assert.equal(JSON.stringify(last.data.delivery), JSON.stringify(shown.body))
  })

  test('with include_message, data has the message too, in the same bytes on each attempt', async () => {
    const change = (fields: object) =>
      client.call('PATCH', `/api/v1/webhook_endpoints/${endpointId}`, { webhook_endpoint: fields })
    assert.equal((await change({ include_message: true })).body.webhook_endpoint.include_message, true)
    receiver.respond(() => ({ status: posts().length === 1 ? 500 : 200 }))
    const message = await send()
    const requests = await waitForPosts(4)
    assert.equal(new Set(requests.map((request) => request.body.toString())).size, 3)
    const about = { id: message.id, external_user_id: 'ada', message_template_name: 'receipt' }
    for (const { body, headers } of requests) {
      assert.ok(verify(body, headers['x-service-signature'], secret))
      const { data, ...event } = JSON.parse(body.toString())
      assert.equal(JSON.stringify(data.message), JSON.stringify(about))
      const { body: stored } = await client.call('GET', `/api/v1/webhook_events/${event.id}`)
      assert.equal(stored.webhook_event.body, body.toString())
    }
    const { data } = JSON.parse(requests.find(({ body }) => body.includes('delivery.delivered'))!.body.toString())
    const shown = await client.call('GET', `/api/v1/deliveries/${message.deliveries[0].id}`)
    assert.equal(JSON.stringify(data.delivery), JSON.stringify(shown.body))

    await change({ active: false })
    await send()
    const ofPaused = await until(
      async () => (await client.call('GET', '/api/v1/webhook_events/newest')).body.webhook_events,
      (events) => events.filter((one: { state: string }) => one.state === 'skipped').length === 3,
    )
    assert.deepEqual(Object.keys(ofPaused[0].data), ['delivery', 'message'])
    await change({ active: true, include_message: false })
    await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
    await send()
    const [, , , , ...bare] = await waitForPosts(8)
    for (const { body } of bare) assert.equal(Object.keys(JSON.parse(body.toString()).data).length, 1)
  })

  test('a failing receiver gets 8 attempts with the same bytes and a new signature each', async () => {
    receiver.respond(() => ({ status: 500 }))
    const created = await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
    assert.equal(created.status, 202)
    const requests = await waitForPosts(8)
    const logged = await until(attempts, (found) => found.length === 8)
    assert.equal(new Set(requests.map((request) => request.body.toString())).size, 1)
    for (const request of requests) assert.ok(verify(request.body, request.headers['x-service-signature'], secret))
    assert.deepEqual(
      logged.map((attempt: { attempt_number: number }) => attempt.attempt_number),
      [8, 7, 6, 5, 4, 3, 2, 1],
    )
    assert.deepEqual(Object.keys(logged[0]), [
      'event_id',
      'event_type',
      'attempt_number',
      'succeeded',
      'response_code',
      'error_message',
      'duration_ms',
      'created_at',
    ])
    assert.equal((await endpoint()).consecutive_failures, 1)
  })

  test('a 4xx is final and counts, and a success sets the count to zero', async () => {
    receiver.respond(() => ({ status: 410 }))
    await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
    await until(endpoint, (found) => found.consecutive_failures === 1)
    assert.equal((await attempts()).length, 1)
    receiver.respond(() => ({ status: 204 }))
    await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
    await until(endpoint, (found) => found.consecutive_failures === 0)
  })

  // Invariant 8: after exactly 20 consecutive failed events, the endpoint is disabled, with one audit log entry.
  test('the 20th failed event in a row disables, with one entry in the audit log; reactivation starts anew', async () => {
    receiver.respond(() => ({ status: 404 }))
    for (let event = 1; event <= 19; event++) await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
    const nearly = await until(endpoint, (found) => found.consecutive_failures === 19)
    assert.equal(nearly.status, 'active')
    await Promise.all(
      Array.from({ length: 10 }, () => client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)),
    )
    const disabled = await until(endpoint, (found) => found.status === 'disabled')
    assert.equal(disabled.active, false)
    assert.equal(disabled.consecutive_failures, 20)
    assert.equal((await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)).status, 409)
    const audit = (await client.call('GET', '/api/v1/audit_log')).body.audit_log
    assert.equal(audit.filter((entry: { action: string }) => entry.action === 'webhook_endpoint.disabled').length, 1)

    receiver.respond(() => ({ status: 200 }))
    const again = await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/reactivate`)
    assert.equal(again.body.webhook_endpoint.status, 'active')
    assert.equal(again.body.webhook_endpoint.consecutive_failures, 0)
    const { body } = await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
    await receiver.waitFor((requests) =>
      requests.some((request) => request.headers['x-service-event-id'] === body.event_id),
    )
  })

  test('pending events of a paused endpoint are held, and go on with their count when it is resumed', async () => {
    receiver.respond(() => ({ status: 503, headers: { 'retry-after': '3600' } }))
    await client.call('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
    await until(attempts, (found) => found.length === 1)
    const paused = await client.call('PATCH', `/api/v1/webhook_endpoints/${endpointId}`, {
      webhook_endpoint: { active: false },
    })
    assert.equal(paused.body.webhook_endpoint.status, 'paused')
    receiver.respond(() => ({ status: 200 }))
    const [{ event_id }] = await attempts()
    // The hour of Retry-After is over.
    const due = 'update webhook_queue set due_at = now() where bucket = $1 and account_id = $2 and event_id = $3'
    const values = [client.bucket, client.accountId, event_id]
    assert.equal((await database.pool.query({ text: due, values })).rowCount, 1)
    const skipped = await send()
    await until(
      () => client.call('GET', `/api/v1/deliveries/${skipped.deliveries[0].id}`),
      (response) => response.body.status === 'delivered',
    )
    assert.equal(posts().length, 1, 'nothing is sent while paused')
    await client.call('PATCH', `/api/v1/webhook_endpoints/${endpointId}`, { webhook_endpoint: { active: true } })
    const [, second] = await waitForPosts(2)
    assert.equal(second!.headers['x-service-event-id'], event_id)
    const logged = await until(attempts, (found) => found.length === 2)
    assert.equal(logged[0].attempt_number, 2)
    assert.equal(posts().length, 2, 'what was emitted while paused is not sent by itself')
  })
})
