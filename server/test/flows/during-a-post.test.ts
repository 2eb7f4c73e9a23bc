/**
 * The event or its endpoint disappears while its POST is in flight. Invariants 3, 5, 6 and 14: the outcome is recorded
 * or changes nothing, each event ends with a reason, and no row loses its parent.
 */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { verify } from '../verify.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { ensurePartitions } from '../../src/platform/db/partitions/make.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { removeOldDays } from '../../src/core/events/retention.ts'
import type { ReceivedRequest, Reply } from '../receiver.ts'
import { until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const ENDPOINTS = '/api/v1/webhook_endpoints'
const DAY_MS = 86_400_000
const RETENTION_DAYS = 30

let client: Client
let endpoint: { id: number; secret: string }
let path: string
let arrived: Promise<ReceivedRequest>
const { database, receiver, running } = await testService({
  receiver: true,
  variables: {
    WEBHOOK_RETRY_SCHEDULE: '20ms,20ms,20ms,20ms,20ms,20ms,20ms',
    // The receiver holds responses, and a slow machine must not turn these into failures.
    WEBHOOK_RESPONSE_TIMEOUT: '5m',
    WEBHOOK_ATTEMPT_TIMEOUT: '5m',
  },
})

describe('while a POST is under way', () => {
  /** Responds to the first POST of the test, which is held. */
  let respond: (reply: Reply) => Promise<void>

  const register = async (owner: Client, to: string) => {
    const url = new URL(to, receiver.url).href
    const created = await owner.call('POST', ENDPOINTS, { webhook_endpoint: { url } })
    assert.equal(created.status, 201)
    return created.body.webhook_endpoint as { id: number; secret: string }
  }

  beforeEach(async () => {
    client = await running.client()
    path = `/hooks/${client.accountId}`
    endpoint = await register(client, path)
    const first = Promise.withResolvers<ReceivedRequest>()
    const reply = Promise.withResolvers<Reply>()
    let isFirst = true
    receiver.respond((request) => {
      if (request.path !== path || !isFirst) return {}
      isFirst = false
      first.resolve(request)
      return reply.promise
    })
    arrived = first.promise
    respond = async (given) => {
      const before = receiver.responded
      reply.resolve(given)
      await receiver.waitForResponses(before + 1)
      await passATurn()
    }
  })
  afterEach(async () => {
    const { rows } = await database.pool.query(
      `select 'attempt' as orphan, a.event_id from attempts a
       where not exists (select from events e where e.bucket = a.bucket and e.account_id = a.account_id and e.id = a.event_id)
       union all
       select 'queued', q.event_id from webhook_queue q
       where not exists (select from events e where e.bucket = q.bucket and e.account_id = q.account_id and e.id = q.event_id)`,
    )
    assert.deepEqual(rows, [])
  })

  const ping = async (owner = client, id = endpoint.id) => {
    const response = await owner.call('POST', `${ENDPOINTS}/${id}/test`)
    assert.equal(response.status, 202, JSON.stringify(response.body))
    return response.body.event_id as string
  }
  const event = async (id: string, owner = client) =>
    (await owner.call('GET', `/api/v1/webhook_events/${id}`)).body.webhook_event
  const posts = (to = path) => receiver.requests.filter((request) => request.path === to)
  const shown = async () => (await client.call('GET', `${ENDPOINTS}/${endpoint.id}`)).body.webhook_endpoint
  const change = async (method: string, operation: string, body?: object) => {
    const response = await client.call(method, `${ENDPOINTS}/${endpoint.id}${operation}`, body)
    assert.ok(response.status < 300, JSON.stringify(response.body))
    return response.body
  }
  const attemptsOf = async (id: string) =>
    (
      await database.pool.query<{ number: number; response_code: number }>({
        text: 'select number, response_code from attempts where bucket = $1 and account_id = $2 and event_id = $3 order by number',
        values: [client.bucket, client.accountId, id],
      })
    ).rows
  const dropReasonOf = async (id: string) =>
    (
      await database.pool.query<{ reason: string }>({
        text: 'select reason from dropped_events where bucket = $1 and account_id = $2 and event_id = $3',
        values: [client.bucket, client.accountId, id],
      })
    ).rows[0]?.reason

  /**
   * After a ping of another account was recorded, earlier outcomes are recorded too, because they are written in order.
   */
  async function passATurn(): Promise<void> {
    const other = await running.client()
    const { id } = await register(other, `/hooks/${other.accountId}`)
    const eventId = await ping(other, id)
    await until(
      () => event(eventId, other),
      (found) => found.state === 'delivered',
    )
  }

  for (const status of [200, 500, 410]) {
    test(`the endpoint is deleted, and another made: ${status} changes nothing`, async () => {
      const id = await ping()
      await arrived
      await change('DELETE', '')
      endpoint = await register(client, path)
      await respond({ status })
      assert.deepEqual(await attemptsOf(id), [])
      assert.equal(await dropReasonOf(id), 'endpoint_deleted')
      assert.equal((await event(id)).state, 'dropped')
      assert.equal((await shown()).consecutive_failures, 0)
      const next = await ping()
      await until(
        () => event(next),
        (found) => found.state === 'delivered',
      )
      assert.equal(posts().length, 2)
    })

    test(`its day is removed: ${status} changes nothing`, async () => {
      const id = await ping()
      await arrived
      const later = createSystemClock().now() + (RETENTION_DAYS + 2) * DAY_MS
      const result = await withSession(database.url, (session) =>
        removeOldDays(database.pool, session, later, RETENTION_DAYS),
      )
      assert.equal(result.expired, 1)
      assert.deepEqual(result.kept, [])
      await withSession(database.url, (session) => ensurePartitions(session, createSystemClock().now()))
      await respond({ status })
      assert.deepEqual(await attemptsOf(id), [])
      assert.equal(await dropReasonOf(id), 'expired')
      assert.equal((await client.call('GET', `/api/v1/webhook_events/${id}`)).status, 404)
      assert.equal((await shown()).consecutive_failures, 0)
      assert.equal(posts().length, 1)
    })
  }

  for (const status of [200, 500])
    test(`the secret is rotated: ${status === 200 ? 'the 200 counts' : 'the retry is signed by the new one'}`, async () => {
      const id = await ping()
      const first = await arrived
      const { secret } = (await change('POST', '/rotate_secret')).webhook_endpoint
      await respond({ status })
      const found = await until(
        () => event(id),
        ({ state }) => state === 'delivered',
      )
      const signedBy = (request: ReceivedRequest) =>
        [endpoint.secret, secret].findIndex((one) => verify(request.body, request.headers['x-service-signature'], one))
      assert.equal(signedBy(first), 0)
      assert.deepEqual(posts().map(signedBy), status === 200 ? [0] : [0, 1])
      assert.equal(found.attempts_made, posts().length)
    })

  test('the URL is changed: the retry goes to the new one', async () => {
    const id = await ping()
    await arrived
    const elsewhere = `${path}/elsewhere`
    await change('PATCH', '', { webhook_endpoint: { url: new URL(elsewhere, receiver.url).href } })
    await respond({ status: 500 })
    await until(
      () => event(id),
      ({ state }) => state === 'delivered',
    )
    assert.deepEqual([posts().length, posts(elsewhere).length], [1, 1])
  })

  test('the endpoint is paused: the outcome is recorded, and a retry is held until it is resumed', async () => {
    const id = await ping()
    await arrived
    await change('PATCH', '', { webhook_endpoint: { active: false } })
    await respond({ status: 500 })
    assert.deepEqual(await attemptsOf(id), [{ number: 1, response_code: 500 }])
    assert.equal((await event(id)).state, 'pending')
    assert.equal(posts().length, 1)
    await change('PATCH', '', { webhook_endpoint: { active: true } })
    await until(
      () => event(id),
      ({ state }) => state === 'delivered',
    )
    assert.deepEqual(await attemptsOf(id), [
      { number: 1, response_code: 500 },
      { number: 2, response_code: 200 },
    ])
  })

  for (const status of [200, 410, 500])
    test(`the endpoint is disabled by others: ${status} is recorded, and its count stays at 20`, async () => {
      // Each success allows one more POST in flight: enough for all that follow. An idle lane forgets its successes, so
      // the receiver waits until all events are queued.
      const FIRST = 30
      const FAILING = 20
      const queued = Promise.withResolvers<Reply>()
      const held = Promise.withResolvers<Reply>()
      const failing = Promise.withResolvers<Reply>()
      const before = posts().length
      let heldId: string | undefined
      receiver.respond((request) => {
        if (request.path !== path) return {}
        if (posts().length - before <= FIRST) return queued.promise
        heldId ??= String(request.headers['x-service-event-id'])
        return request.headers['x-service-event-id'] === heldId ? held.promise : failing.promise
      })
      for (let sent = 0; sent < FIRST + 1 + FAILING; sent++) await ping()
      queued.resolve({})
      await receiver.waitFor(() => posts().length === before + FIRST + 1 + FAILING)
      failing.resolve({ status: 410 })
      await until(shown, (found) => found.status === 'disabled')
      const responded = receiver.responded
      held.resolve({ status })
      await receiver.waitForResponses(responded + 1)
      await passATurn()
      assert.deepEqual(await attemptsOf(heldId!), [{ number: 1, response_code: status }])
      const states: Record<number, string> = { 200: 'delivered', 410: 'failed', 500: 'pending' }
      assert.equal((await event(heldId!)).state, states[status])
      const { status: endpointStatus, consecutive_failures: failures } = await shown()
      assert.deepEqual([endpointStatus, failures], ['disabled', 20])
    })
})
