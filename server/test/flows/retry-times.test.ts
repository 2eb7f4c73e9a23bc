/** Times of retries: webhook attempts with a clock under the test's control, and sends that a crash interrupted. */
// Invariant 7: no attempt is earlier than its schedule. Invariant 5: a series has at most 8 attempts, numbered without
// gaps.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createTestDatabase } from '../database.ts'
import { createRecording, makeAccount, makeDelivery } from '../factories.ts'
import { HeldClock } from '../held-clock.ts'
import type { Reply } from '../receiver.ts'
import { startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const SECOND_MS = 1000
/** The default waits before attempts 2 to 8. */
const WAITS_MS = [10, 60, 300, 900, 2700, 7200, 14_400].map((seconds) => seconds * SECOND_MS)

const clock = new HeldClock()
const { receiver, running } = await testService({ receiver: true, clock })

describe('attempts by a clock that the test holds', () => {
  let client: Client
  let endpointId: number
  let arrivals: number[]
  let reply: Reply

  const register = async (path: string): Promise<{ owner: Client; id: number }> => {
    const owner = await running.client()
    const fields = { webhook_endpoint: { url: `${receiver.url}/${path}` } }
    const created = await owner.call('POST', '/api/v1/webhook_endpoints', fields)
    assert.equal(created.status, 201)
    return { owner, id: created.body.webhook_endpoint.id }
  }

  beforeEach(async () => {
    arrivals = []
    receiver.respond((request) => {
      if (!request.path.endsWith('/watched')) return { status: 200 }
      arrivals.push(clock.now())
      return reply
    })
    ;({ owner: client, id: endpointId } = await register('watched'))
  })

  const ping = async (owner: Client, id: number): Promise<string> => {
    const response = await owner.call('POST', `/api/v1/webhook_endpoints/${id}/test`)
    assert.equal(response.status, 202)
    return response.body.event_id
  }

  const event = async (id: string) => (await client.call('GET', `/api/v1/webhook_events/${id}`)).body.webhook_event

  /** The due time of the next attempt after `attemptsMade`, or null. */
  const dueAfter = async (id: string, attemptsMade: number): Promise<number | null> => {
    const shown = await until(
      () => event(id),
      (found) => found.attempts_made === attemptsMade,
    )
    return shown.next_attempt_at === null ? null : Date.parse(shown.next_attempt_at)
  }

  /** After a ping of another account was delivered, the dispatcher has polled the queue again. */
  const passATurn = async (): Promise<void> => {
    const { owner, id } = await register(`turn/${receiver.requests.length}`)
    const eventId = await ping(owner, id)
    await until(
      async () => (await owner.call('GET', `/api/v1/webhook_events/${eventId}`)).body.webhook_event.state,
      (state) => state === 'delivered',
    )
  }

  test('eight attempts, each at its time and not a millisecond before', async () => {
    reply = { status: 503 }
    const id = await ping(client, endpointId)
    const dues: number[] = [clock.now()]
    for (const [index, waitMs] of WAITS_MS.entries()) {
      const due = await dueAfter(id, index + 1)
      const waited = due! - clock.now()
      assert.ok(waited >= waitMs && waited <= waitMs * 1.2 + 1, `attempt ${index + 2} waits ${waited} ms`)
      clock.moveTo(due! - 1)
      await passATurn()
      assert.equal(arrivals.length, index + 1, `attempt ${index + 2} is early`)
      clock.moveTo(due!)
      dues.push(due!)
    }
    assert.equal(await dueAfter(id, 8), null)
    assert.deepEqual(arrivals, dues)
    const shown = await event(id)
    assert.equal(shown.state, 'failed')
    const numbers = shown.attempts.map((attempt: { attempt_number: number }) => attempt.attempt_number)
    assert.deepEqual(
      numbers.toSorted((a: number, b: number) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
  })

  test('Retry-After is a floor up to an hour; a 429 without one waits a minute', async () => {
    const cases: { reply: Reply; leastMs: number; mostMs: number }[] = [
      { reply: { status: 503, headers: { 'retry-after': '90' } }, leastMs: 90_000, mostMs: 90_000 },
      { reply: { status: 503, headers: { 'retry-after': '1' } }, leastMs: 10_000, mostMs: 12_001 },
      { reply: { status: 503, headers: { 'retry-after': '86400' } }, leastMs: 3_600_000, mostMs: 3_600_000 },
      { reply: { status: 429 }, leastMs: 60_000, mostMs: 60_000 },
      { reply: { status: 429, headers: { 'retry-after': '20' } }, leastMs: 20_000, mostMs: 20_000 },
    ]
    for (const one of cases) {
      reply = one.reply
      const id = await ping(client, endpointId)
      const waited = (await dueAfter(id, 1))! - clock.now()
      assert.ok(waited >= one.leastMs && waited <= one.mostMs, `${JSON.stringify(one.reply)} waits ${waited} ms`)
    }
  })
})

test('a send that a crash cut off counts as transient at the take-over, and is sent again', async () => {
  const database = await createTestDatabase()
  const account = await makeAccount(database.pool)
  const { bucket, accountId, id } = await makeDelivery(database.pool, createRecording(), account)
  await database.pool.query({
    text: `update send_queue set sends_made = 1, started_at = now() where bucket = $1 and account_id = $2 and delivery_id = $3`,
    values: [bucket, accountId, id],
  })
  const running = await startTestService(database)
  const sends = async () =>
    (
      await database.pool.query<{ result: string; cause: string | null }>({
        text: 'select result, cause from sends where bucket = $1 and account_id = $2 and delivery_id = $3 order by number',
        values: [bucket, accountId, id],
      })
    ).rows
  assert.deepEqual(await until(sends, (rows) => rows.length === 2), [
    { result: 'transient', cause: 'aborted: result not recorded, or cut off by a restart' },
    { result: 'accepted', cause: null },
  ])
  await running.stop()
  await database.close()
})
