/**
 * Changes of clocks. Invariant 7: due times follow `now`, and `now` follows the database's clock, not this machine's.
 * If the machine's clock steps back, nothing runs early. The `t` of a signature follows the machine's clock.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createSystemClock } from '../../src/platform/clock.ts'
import { HeldClock } from '../held-clock.ts'
import type { ReceivedRequest, Reply } from '../receiver.ts'
import { prepareMessages, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Time between two reads of the clock within a test, s. */
const TOLERANCE_SECONDS = 120

const clock = new HeldClock()
const { receiver, running } = await testService({ receiver: true, clock })

test('a step of the clock of this machine moves the clock on the wall, and no other', (t) => {
  const system = createSystemClock()
  for (const stepMs of [HOUR_MS, -HOUR_MS]) {
    const monotonicBefore = system.monotonic()
    const nowBefore = system.now()
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + stepMs })
    const wall = system.wall()
    const [now, monotonic] = [system.now(), system.monotonic()]
    t.mock.timers.reset()
    assert.equal(Math.round((wall - nowBefore) / MINUTE_MS), stepMs / MINUTE_MS)
    // By no more than the time that really passed, in whole ms.
    assert.ok(now >= nowBefore && now - nowBefore <= monotonic - monotonicBefore + 1)
    assert.ok(monotonic >= monotonicBefore)
  }
})

test('a step of the clock of the database is followed, forward and back', () => {
  const system = createSystemClock()
  for (const stepMs of [HOUR_MS, -2 * HOUR_MS]) {
    const wanted = system.now() + stepMs
    const monotonic = system.monotonic()
    system.correct(wanted, monotonic, monotonic)
    const passedMs = system.now() - wanted
    assert.ok(passedMs >= -1 && passedMs <= system.monotonic() - monotonic + 1, String(passedMs))
  }
})

describe('a service with changed clocks', () => {
  let client: Client
  let endpointId: number
  let path: string
  let reply: Reply

  const register = async (owner: Client, to: string): Promise<number> => {
    const url = new URL(to, receiver.url).href
    const created = await owner.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    assert.equal(created.status, 201)
    return created.body.webhook_endpoint.id
  }
  beforeEach(async () => {
    client = await running.client()
    path = `/hooks/${client.accountId}`
    endpointId = await register(client, path)
    reply = { status: 503 }
    receiver.respond((request) => (request.path === path ? reply : {}))
  })

  const ping = async (owner = client, id = endpointId): Promise<string> => {
    const response = await owner.call('POST', `/api/v1/webhook_endpoints/${id}/test`)
    assert.equal(response.status, 202)
    return response.body.event_id
  }
  const event = async (id: string, owner = client) =>
    (await owner.call('GET', `/api/v1/webhook_events/${id}`)).body.webhook_event
  const attempted = (id: string, attempts: number) =>
    until(
      () => event(id),
      (found) => found.attempts_made === attempts,
    )
  const posts = (): ReceivedRequest[] => receiver.requests.filter((request) => request.path === path)

  /** After a ping of another account was delivered, the dispatcher has polled the queue again. */
  async function passATurn(): Promise<void> {
    const other = await running.client()
    const eventId = await ping(other, await register(other, `/hooks/${other.accountId}`))
    await until(
      () => event(eventId, other),
      (found) => found.state === 'delivered',
    )
  }

  const signedAt = (request: ReceivedRequest) =>
    Number(/\bt=(\d+)/.exec(String(request.headers['x-service-signature']))![1])

  for (const stepMs of [HOUR_MS, -HOUR_MS])
    test(`the clock on the wall steps by ${stepMs / HOUR_MS} h: signatures follow it, due times do not`, async () => {
      const id = await ping()
      const due = Date.parse((await attempted(id, 1)).next_attempt_at)
      clock.stepWall(stepMs)
      await passATurn()
      assert.equal(posts().length, 1)
      assert.equal(Date.parse((await event(id)).next_attempt_at), due)
      clock.moveTo(due)
      await attempted(id, 2)
      const [first, second] = posts()
      assert.ok(Math.abs(signedAt(second!) - signedAt(first!) - stepMs / 1000) < TOLERANCE_SECONDS)
      clock.stepWall(-stepMs)
    })

  test('the clock goes back during a wait: the attempt comes at its time, and not before', async () => {
    const id = await ping()
    const due = Date.parse((await attempted(id, 1)).next_attempt_at)
    clock.moveTo(due - HOUR_MS)
    await passATurn()
    clock.moveTo(due - 1)
    await passATurn()
    assert.equal(posts().length, 1)
    clock.moveTo(due)
    reply = {}
    const { state, attempts } = await until(
      () => event(id),
      (found) => found.attempts_made === 2,
    )
    assert.equal(state, 'delivered')
    assert.equal(attempts.length, 2)
  })

  test('the clock steps forward during a wait, and back: due items are tried once', async () => {
    const id = await ping()
    const due = Date.parse((await attempted(id, 1)).next_attempt_at)
    clock.moveTo(due + HOUR_MS)
    const again = Date.parse((await attempted(id, 2)).next_attempt_at)
    // The next wait begins at the last attempt.
    assert.ok(again >= due + HOUR_MS + MINUTE_MS)
    clock.moveTo(due)
    await passATurn()
    assert.equal(posts().length, 2)
    clock.moveTo(again)
    await attempted(id, 3)
    assert.equal(posts().length, 3)
  })

  test('the clock goes back before a scheduled message is due: it is sent at its time, in order', async () => {
    reply = {}
    await prepareMessages(client)
    const sendAt = clock.now() + MINUTE_MS
    const send_at = new Date(sendAt).toISOString()
    const message = { external_user_id: 'ada', message_template_name: 'receipt', send_at }
    const created = await client.call('POST', '/api/v1/messages', { message })
    assert.equal(created.status, 201)
    const delivery = async () =>
      (await client.call('GET', `/api/v1/deliveries/${created.body.message.deliveries[0].id}`)).body
    for (const time of [sendAt - HOUR_MS, sendAt - 1]) {
      clock.moveTo(time)
      await passATurn()
      assert.equal((await delivery()).status, 'scheduled')
    }
    clock.moveTo(sendAt)
    await until(delivery, ({ status }) => status === 'sent')
    // The provider's report has a slightly later time.
    clock.moveTo(sendAt + MINUTE_MS)
    await until(delivery, ({ status }) => status === 'delivered')
    await receiver.waitFor(() => posts().length === 4)
    const types = posts()
      .map((request) => ({
        id: String(request.headers['x-service-event-id']),
        type: request.headers['x-service-event'],
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(
      types.map(({ type }) => type),
      ['delivery.scheduled', 'delivery.queued', 'delivery.sent', 'delivery.delivered'],
    )
  })
})
