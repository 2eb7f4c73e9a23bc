/** Resends and replays of events, through the whole service. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { verify } from '../verify.ts'
import { createEventIds } from '../../src/platform/ids.ts'
import type { ReceivedRequest } from '../receiver.ts'
import { prepareMessages, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const RETRIES = 7

let client: Client
let endpoint: { id: number; secret: string }
let path: string
let arrived: ReceivedRequest[] = []
/** Requests of the receiver that `posts` has read. */
let read = 0
const { database, receiver, running } = await testService({
  receiver: true,
  variables: {
    WEBHOOK_RETRY_SCHEDULE: Array.from({ length: RETRIES }, () => '10ms').join(),
    // So only handed-over events arrive in time.
    SWEEP_INTERVAL: '10m',
  },
})

describe('sending again', () => {
  beforeEach(async () => {
    receiver.respond(() => ({ status: 200 }))
    client = await running.client()
    path = `/hooks/${client.accountId}`
    arrived = []
  })

  const register = async () => {
    const fields = { url: new URL(path, receiver.url).href }
    const created = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: fields })
    assert.equal(created.status, 201)
    endpoint = created.body.webhook_endpoint
  }
  const idOf = (request: ReceivedRequest) => request.headers['x-service-event-id'] as string
  /** The POSTs to the path. Each call reads only the new requests, because it runs at every request. */
  const posts = () => {
    for (; read < receiver.requests.length; read++)
      if (receiver.requests[read]!.path === path) arrived.push(receiver.requests[read]!)
    return arrived
  }
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
    const response = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/test`)
    assert.equal(response.status, 202)
    return response.body.event_id
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
    for (const request of all) assert.ok(verify(request.body, request.headers['x-service-signature'], endpoint.secret))
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

  test('a replay sends events from before the endpoint existed, and from its pause', async () => {
    await prepareMessages(client)
    const since = new Date(running.service.context.clock.now() - 1000).toISOString()
    const send = async () => {
      const message = { external_user_id: 'ada', message_template_name: 'receipt' }
      const created = await client.call('POST', '/api/v1/messages', { message })
      const { id } = created.body.message.deliveries[0]
      await until(
        () => client.call('GET', `/api/v1/deliveries/${id}`),
        (response) => response.body.status === 'delivered',
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
    const response = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/replay`, { since })
    assert.deepEqual([response.status, response.body.count], [202, 6])
    const requests = await waitForPosts(6)
    const ids = requests.map(idOf)
    assert.equal(new Set(ids).size, 6)
    for (const id of ids) assert.equal((await ended(id)).state, 'delivered')
    const repeated = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/replay`, { since })
    assert.equal(repeated.body.count, 0)
  })

  const storeSkipped = (events: number) => {
    const text = `insert into events (bucket, account_id, id, type, created_at, source, body, skipped)
      select $1, $2, left($3, 20) || lpad(n::text, 10, '0'), 'ping', now(), 'api', '{}', 'no_endpoint'
      from generate_series(1, $4::integer) n`
    const { id } = createEventIds(running.service.context.clock).next(0)
    return database.pool.query({ text, values: [client.bucket, client.accountId, id, events] })
  }
  const replayAll = async () => {
    const since = new Date(running.service.context.clock.now() - 3_600_000).toISOString()
    const response = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/replay`, { since })
    assert.equal(response.status, 202)
    return response.body as { count: number; replay_id: number }
  }
  const progress = async (id: number) =>
    (await client.call('GET', `/api/v1/webhook_endpoints/${endpoint.id}/replays/${id}`)).body.replay
  const replayEnded = (id: number) =>
    until(
      () => progress(id),
      (replay) => replay.status === 'finished',
    )

  test('a long replay reaches its end by itself; a live event does not wait for it', async () => {
    const EVENTS = 2000
    await storeSkipped(EVENTS)
    await register()
    const { count, replay_id: id } = await replayAll()
    assert.equal(count, EVENTS)
    await waitForPosts(300)
    const live = await ping()
    const before = posts().length
    await receiver.waitFor(() => posts().some((request) => idOf(request) === live), 60_000)
    const behind = posts().findIndex((request) => idOf(request) === live) - before
    assert.ok(behind < EVENTS / 2, `${behind} events of the replay went before the live one`)
    await receiver.waitFor(() => posts().length >= EVENTS + 1, 120_000)
    const { done, total } = await replayEnded(id)
    assert.deepEqual([done, total], [EVENTS, EVENTS])
    assert.equal(new Set(posts().map(idOf)).size, EVENTS + 1)
    assert.equal(posts().length, EVENTS + 1)
  })

  test('a pause holds a replay in the middle; the resumption lets it go on', async () => {
    const EVENTS = 1000
    await storeSkipped(EVENTS)
    await register()
    const setActive = (active: boolean) =>
      client.call('PATCH', `/api/v1/webhook_endpoints/${endpoint.id}`, { webhook_endpoint: { active } })
    const resumed = Promise.withResolvers<void>()
    receiver.respond(async () => {
      if (posts().length > 100) await resumed.promise
      return {}
    })
    const { replay_id: id } = await replayAll()
    await waitForPosts(101)
    await setActive(false)
    const held = await progress(id)
    assert.equal(held.status, 'held')
    assert.ok(held.done < EVENTS)
    await setActive(true)
    resumed.resolve()
    await receiver.waitFor(() => posts().length >= EVENTS, 120_000)
    assert.equal((await replayEnded(id)).done, EVENTS)
    assert.equal(new Set(posts().map(idOf)).size, EVENTS)
  })
})
