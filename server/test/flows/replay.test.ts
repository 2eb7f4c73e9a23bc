/** Events that are sent again because somebody asks for it, through the whole service. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { verify } from '../../../sdk/src/verify.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { startReceiver } from '../receiver.ts'
import type { ReceivedRequest, Receiver } from '../receiver.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { Client, TestService } from '../service.ts'

const RETRIES = 7

describe('sending again', () => {
  let database: TestDatabase
  let receiver: Receiver
  let running: TestService
  let client: Client
  let endpoint: { id: number; secret: string }
  let path: string

  before(async () => {
    database = await createTestDatabase()
    receiver = await startReceiver()
    running = await startTestService(database, {
      WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: RETRIES }, () => '10ms').join(),
      // Only what is handed on is found in time.
      SWEEP_INTERVAL: '10m',
    })
  })
  after(async () => {
    await running.stop()
    await receiver.close()
    await database.close()
  })
  beforeEach(async () => {
    receiver.respond(() => ({ status: 200 }))
    client = await running.client()
    path = `/hooks/${client.accountId}`
  })

  const register = async () => {
    const fields = { url: new URL(path, receiver.url).href }
    const created = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: fields })
    assert.equal(created.status, 201)
    endpoint = created.body.webhook_endpoint
  }
  const idOf = (request: ReceivedRequest) => request.headers['x-service-event-id'] as string
  const posts = () => receiver.requests.filter((request) => request.path === path)
  const waitForPosts = async (count: number) => {
    await receiver.waitFor(() => posts().length >= count)
    return posts()
  }
  const shown = async (id: string) => (await client.call('GET', `/api/v1/webhook_events/${id}`)).body.webhook_event
  const ended = (id: string) =>
    until(
      () => shown(id),
      (event) => event.state !== 'pending',
    )
  const ping = async (): Promise<string> => {
    const answer = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/test`)
    assert.equal(answer.status, 202)
    return answer.body.event_id
  }
  const numbers = (event: { attempts: { attempt_number: number }[] }) =>
    event.attempts.map((attempt) => attempt.attempt_number).toReversed()

  // Invariants 4, 5 and 6
  test('a resend has the same id and bytes, a new signature, and a series of its own', async () => {
    await register()
    receiver.respond(() => ({ status: 500 }))
    const id = await ping()
    const failed = await ended(id)
    assert.deepEqual([failed.state, failed.attempts_made], ['failed', RETRIES + 1])

    assert.equal((await client.call('POST', `/api/v1/webhook_events/${id}/resend`)).status, 202)
    const again = await until(
      () => ended(id),
      (event) => event.attempts_made > RETRIES + 1,
    )
    assert.deepEqual(
      numbers(again),
      [...Array(2 * RETRIES + 2).keys()].map((index) => index + 1),
    )
    assert.equal(again.state, 'failed')
    const all = posts()
    assert.equal(all.length, 2 * RETRIES + 2)
    assert.equal(new Set(all.map((request) => request.body.toString())).size, 1)
    for (const request of all)
      assert.ok(verify(request.body, request.headers['x-service-signature'] as string, endpoint.secret).valid)
    const { body } = await client.call('GET', `/api/v1/webhook_endpoints/${endpoint.id}`)
    assert.equal(body.webhook_endpoint.consecutive_failures, 2, 'each series that ends failed counts')

    receiver.respond(() => ({ status: 200 }))
    assert.equal((await client.call('POST', `/api/v1/webhook_events/${id}/resend`)).status, 202)
    const delivered = await until(
      () => shown(id),
      (event) => event.state === 'delivered',
    )
    assert.deepEqual(numbers(delivered).at(-1), 2 * RETRIES + 3)
    const audit = (await client.call('GET', '/api/v1/audit_log')).body.audit_log
    assert.equal(audit[0].action, 'webhook_endpoint.replay_asked')
  })

  test('a replay sends what was emitted before there was an endpoint, and while it was paused', async () => {
    await prepareMessages(client)
    const since = new Date(running.service.context.clock.now() - 1000).toISOString()
    const send = async () => {
      const message = { external_user_id: 'ada', message_template_name: 'receipt' }
      const created = await client.call('POST', '/api/v1/messages', { message })
      const { id } = created.body.message.deliveries[0]
      await until(
        () => client.call('GET', `/api/v1/deliveries/${id}`),
        (answer) => answer.body.status === 'delivered',
      )
    }
    const pause = (active: boolean) =>
      client.call('PATCH', `/api/v1/webhook_endpoints/${endpoint.id}`, { webhook_endpoint: { active } })
    await send()
    await register()
    const paused = await pause(false)
    assert.ok(paused.body.webhook_endpoint.inactive_since)
    await send()
    await pause(true)
    const answer = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/replay`, { since })
    assert.deepEqual([answer.status, answer.body], [202, { count: 6 }])
    const requests = await waitForPosts(6)
    const ids = requests.map(idOf)
    assert.equal(new Set(ids).size, 6)
    for (const id of ids) assert.equal((await ended(id)).state, 'delivered')
    const repeated = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/replay`, { since })
    assert.deepEqual(repeated.body, { count: 0 })
  })
})
