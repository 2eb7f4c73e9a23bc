/** A client that others would generate: types by openapi-typescript, calls by openapi-fetch, no cast. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import createClient from 'openapi-fetch'
import { createTestDatabase } from '../../server/test/database.ts'
import { prepareMessages, startTestService } from '../../server/test/service.ts'
import type { components, paths } from './openapi.ts'
import { endAfterTests } from '../../server/test/end-after-tests.ts'

const database = await endAfterTests(createTestDatabase())
const running = await endAfterTests(startTestService(database, { ROLES: 'api', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }))

async function newClient() {
  const account = await running.client()
  await prepareMessages(account)
  const headers = { authorization: `Bearer ${account.apiKey}` }
  return createClient<paths>({ baseUrl: running.service.url!, headers })
}

test('sends and lists', async () => {
  const client = await newClient()
  const message = {
    external_user_id: 'ada',
    message_template_name: 'receipt',
    message_attributes_attributes: [{ name: 'order.id', value: 'A-1' }],
  }
  const header = { 'Idempotency-Key': 'order-A-1' }
  const created = await client.POST('/api/v1/messages', { params: { header }, body: { message } })
  assert.equal(created.data?.message.rendered_subject, 'Order A-1')
  const again = await client.POST('/api/v1/messages', { params: { header }, body: { message } })
  assert.equal(again.response.headers.get('idempotency-replayed'), 'true')
  const listed = await client.GET('/api/v1/messages', { params: { query: { limit: 10, external_user_id: 'ada' } } })
  assert.deepEqual(
    listed.data?.messages.map(({ id }) => id),
    [created.data.message.id],
  )
  const [delivery] = created.data.message.deliveries
  const shown = await client.GET('/api/v1/deliveries/{id}', { params: { path: { id: delivery!.id } } })
  assert.equal(shown.data?.status, 'queued')
})

test('registers and rotates', async () => {
  const client = await newClient()
  const webhook_endpoint = { url: 'https://127.0.0.1:8443/webhooks' }
  const registered = await client.POST('/api/v1/webhook_endpoints', { body: { webhook_endpoint } })
  assert.equal(registered.error, undefined)
  const { id, secret } = registered.data.webhook_endpoint
  const rotated = await client.POST('/api/v1/webhook_endpoints/{id}/rotate_secret', {
    params: { path: { id } },
    body: { overlap_seconds: 60 },
  })
  assert.match(rotated.data?.webhook_endpoint.secret ?? '', /^whsec_/)
  assert.notEqual(rotated.data?.webhook_endpoint.secret, secret)
  const second = await client.POST('/api/v1/webhook_endpoints', { body: { webhook_endpoint } })
  assert.equal(second.error?.code, 'endpoint_exists')
})

test('an event is told apart by its type', () => {
  function summaryOf(event: components['schemas']['Event']): string {
    return event.type === 'ping' ? event.data.message : `${event.data.delivery.id} ${event.data.delivery.status}`
  }
  const ping = { id: 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0', created_at: '2026-06-08T10:20:01Z', data: { message: 'Hello' } }
  assert.equal(summaryOf({ ...ping, type: 'ping' }), 'Hello')
})
