import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { createEmitter } from '../../core/events/event.ts'
import { eventBody } from '../../core/events/event.ts'
import { createEventIds } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/route.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { startReplayServer } from '../../../test/replay-server.ts'
import type { ApiResponse } from '../../../test/room-server.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const ENDPOINTS = '/api/v1/webhook_endpoints'
const DAY_MS = 86_400_000
const SINCE = isoTime(createSystemClock().now() - 3_600_000)

const system = createSystemClock()
let aheadMs = 0
const clock: Clock = { ...system, now: () => system.now() + aheadMs }
const eventIds = createEventIds(system)
const emitter = createEmitter(() => {})
const handedOn: number[] = []

const database = await endAfterTests(createTestDatabase())
const server = await startReplayServer(database.pool, {
  ...{ clock, emitter, eventIds },
  onQueuedAgain: (_bucket, accountId) => handedOn.push(accountId),
})

async function emit({ bucket, accountId }: Caller, type = 'ping'): Promise<string> {
  const { id, timeMs } = eventIds.next(0)
  const event = { bucket, accountId, id, type, deliveryId: null, createdAt: timeMs, source: 'api' as const }
  const body = eventBody(id, type, timeMs, { message: id })
  await transaction(database.pool, (tx) =>
    emitter.emit(tx, [{ ...event, body, about: null, outcomeBefore: null, outcomeAfter: null }]),
  )
  return id
}

async function register(caller: Caller): Promise<number> {
  const fields = { webhook_endpoint: { url: 'https://receiver.test/webhooks' } }
  const response = await server.request(caller, 'POST', ENDPOINTS, fields)
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body.webhook_endpoint.id
}

/** Ends a queued event like its last attempt. */
async function end(caller: Caller, endpointId: number, id: string, result: 'failed' | 'delivered', number = 1) {
  const text = `with gone as (delete from webhook_queue where bucket = $1 and account_id = $2 and event_id = $4)
    insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, duration_ms, created_at)
    values ($1, $2, $3, $4, 'ping', $5, $6, true, 1, now() - interval '1 s' + $5::integer * interval '1 ms')`
  const values = [caller.bucket, caller.accountId, endpointId, id, number, result === 'delivered']
  await database.pool.query({ text, values })
}

interface Queued {
  event_id: string
  endpoint_id: number
  attempts_made: number
  series_start: number
  due: boolean
}

async function queueOf({ bucket, accountId }: Caller): Promise<Queued[]> {
  const text = `select event_id, endpoint_id, attempts_made, series_start, due_at is not null as due from webhook_queue
    where bucket = $1 and account_id = $2 order by due_at nulls first, event_id`
  return (await database.pool.query<Queued>({ text, values: [bucket, accountId] })).rows
}

async function auditOf({ bucket, accountId }: Caller) {
  const text = `select target, details from audit_log
    where bucket = $1 and account_id = $2 and action = 'webhook_endpoint.replay_asked' order by id`
  return (await database.pool.query({ text, values: [bucket, accountId] })).rows
}

const resend = (caller: Caller, id: string) => server.request(caller, 'POST', `/api/v1/webhook_events/${id}/resend`)
const replay = (caller: Caller, endpointId: number, body: unknown = { since: SINCE }) =>
  server.request(caller, 'POST', `${ENDPOINTS}/${endpointId}/replay`, body)
const setActive = (caller: Caller, id: number, active: boolean) =>
  server.request(caller, 'PATCH', `${ENDPOINTS}/${id}`, { webhook_endpoint: { active } })

function refused(response: ApiResponse, status: number, code: string, field?: string): void {
  assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(response.body))
  if (field !== undefined) assert.deepEqual(Object.keys(response.body.errors), [field])
}

describe('resend', () => {
  for (const result of ['failed', 'delivered'] as const)
    it(`of one that is ${result}: a fresh series, numbered on, due at once`, async () => {
      const caller = server.newCaller()
      const endpointId = await register(caller)
      const id = await emit(caller)
      await end(caller, endpointId, id, result, 8)
      const response = await resend(caller, id)
      assert.deepEqual([response.status, response.body], [202, { event_id: id }])
      const row = { event_id: id, endpoint_id: endpointId, attempts_made: 8, series_start: 8, due: true }
      assert.deepEqual(await queueOf(caller), [row])
      assert.ok(handedOn.includes(caller.accountId))
      const target = `webhook_endpoint:${endpointId}`
      assert.deepEqual(await auditOf(caller), [{ target, details: { event_id: id, count: 1 } }])
      refused(await resend(caller, id), 409, 'event_pending')
      assert.deepEqual(await queueOf(caller), [row])
    })

  it('of one emitted without an endpoint, or to an earlier one: numbered from 1 for the present one', async () => {
    const caller = server.newCaller()
    const skipped = await emit(caller)
    refused(await resend(caller, skipped), 409, 'endpoint_inactive')
    const earlier = await register(caller)
    const id = await emit(caller)
    await end(caller, earlier, id, 'failed', 5)
    assert.equal((await server.request(caller, 'DELETE', `${ENDPOINTS}/${earlier}`)).status, 204)
    refused(await resend(caller, id), 409, 'endpoint_inactive')
    const endpointId = await register(caller)
    for (const one of [skipped, id]) assert.equal((await resend(caller, one)).status, 202)
    assert.deepEqual(
      (await queueOf(caller)).map((row) => [row.event_id, row.endpoint_id, row.attempts_made]),
      [
        [skipped, endpointId, 0],
        [id, endpointId, 0],
      ],
    )
  })

  it('is refused while the endpoint is paused', async () => {
    const caller = server.newCaller()
    const endpointId = await register(caller)
    const id = await emit(caller)
    await end(caller, endpointId, id, 'failed')
    await setActive(caller, endpointId, false)
    refused(await resend(caller, id), 409, 'endpoint_inactive')
    await setActive(caller, endpointId, true)
    assert.equal((await resend(caller, id)).status, 202)
  })

  it('404 on an unknown event, and on one of another account', async () => {
    const caller = server.newCaller()
    await register(caller)
    const foreign = await emit(server.newCaller())
    for (const id of [eventIds.next(0).id, foreign, 'evt_1', '0']) refused(await resend(caller, id), 404, 'not_found')
  })

  it('422 on an event that will soon be removed', async () => {
    const caller = server.newCaller()
    const endpointId = await register(caller)
    const id = await emit(caller)
    await end(caller, endpointId, id, 'failed')
    try {
      aheadMs = 29 * DAY_MS + 1000
      refused(await resend(caller, id), 422, 'invalid', 'event')
      aheadMs = 29 * DAY_MS - 60_000
      assert.equal((await resend(caller, id)).status, 202)
    } finally {
      aheadMs = 0
    }
  })

  it('20 at the same time queue it once', async () => {
    const caller = server.newCaller()
    const endpointId = await register(caller)
    const id = await emit(caller)
    await end(caller, endpointId, id, 'failed')
    const responses = await Promise.all(Array.from({ length: 20 }, () => resend(caller, id)))
    assert.deepEqual(
      responses.map((response) => response.status).toSorted((a, b) => a - b),
      [202, ...Array.from({ length: 19 }, () => 409)],
    )
    assert.equal((await queueOf(caller)).length, 1)
  })
})

describe('replay', () => {
  /** An account with an event in every state, created in this order. */
  async function mixed() {
    const caller = server.newCaller()
    const skipped = await emit(caller)
    const endpointId = await register(caller)
    const failed = await emit(caller, 'delivery.failed')
    const delivered = await emit(caller)
    const recovered = await emit(caller)
    const pending = await emit(caller)
    await end(caller, endpointId, failed, 'failed', 8)
    await end(caller, endpointId, delivered, 'delivered')
    await end(caller, endpointId, recovered, 'failed')
    await end(caller, endpointId, recovered, 'delivered', 2)
    return { caller, endpointId, skipped, failed, delivered, recovered, pending }
  }
  const again = async (caller: Caller) =>
    (await queueOf(caller)).filter((row) => row.due).map((row) => [row.event_id, row.series_start])

  it('takes failed and skipped events, in order, and no others', async () => {
    const { caller, endpointId, skipped, failed } = await mixed()
    const response = await replay(caller, endpointId)
    const { replay_id: replayId } = response.body
    assert.deepEqual([response.status, response.body], [202, { count: 2, replay_id: replayId }])
    assert.deepEqual(await again(caller), [
      [skipped, 0],
      [failed, 8],
    ])
    const [entry] = await auditOf(caller)
    const asked = {
      since: SINCE,
      until: null,
      states: ['failed', 'skipped'],
      types: null,
      count: 2,
      replay_id: replayId,
    }
    assert.deepEqual(entry, { target: `webhook_endpoint:${endpointId}`, details: asked })
    assert.ok(handedOn.includes(caller.accountId))
    assert.equal((await replay(caller, endpointId)).body.count, 0, 'they are pending now')
  })

  it('by states, types and times', async () => {
    const { caller, endpointId, skipped, failed, delivered, recovered } = await mixed()
    const only = async (body: object) => {
      const { status } = await replay(caller, endpointId, { since: SINCE, ...body })
      assert.equal(status, 202)
      const taken = (await again(caller)).map(([id]) => id)
      const text = 'delete from webhook_queue where bucket = $1 and account_id = $2 and due_at is not null'
      await database.pool.query({ text, values: [caller.bucket, caller.accountId] })
      return taken
    }
    assert.deepEqual(await only({ states: ['failed'] }), [failed])
    assert.deepEqual(await only({ states: ['skipped'] }), [skipped])
    assert.deepEqual(await only({ states: ['delivered'] }), [delivered, recovered])
    assert.deepEqual(await only({ states: ['pending', 'dropped'] }), [])
    assert.deepEqual(await only({ types: ['delivery.failed'] }), [failed])
    assert.deepEqual(await only({ types: ['delivery.sent'] }), [])
    assert.deepEqual(await only({ since: isoTime(clock.now() + 60_000) }), [])
    assert.deepEqual(await only({ until: isoTime(clock.now() - 60_000) }), [])
    assert.deepEqual(await only({ until: isoTime(clock.now() + 60_000) }), [skipped, failed])
  })

  it('replay_count counts the same events, and queues none', async () => {
    const { caller, endpointId } = await mixed()
    const before = await queueOf(caller)
    const count = (body: unknown) => server.request(caller, 'POST', `${ENDPOINTS}/${endpointId}/replay_count`, body)
    const everything = await count({ since: SINCE })
    assert.deepEqual([everything.status, everything.body], [200, { count: 2 }])
    assert.deepEqual((await count({ since: SINCE, states: ['delivered'] })).body, { count: 2 })
    refused(await count({ since: SINCE, until: SINCE }), 422, 'invalid', 'until')
    // Also with an inactive endpoint: it shows how many events a replay after reactivation would find.
    await setActive(caller, endpointId, false)
    assert.deepEqual((await count({ since: SINCE })).body, { count: 2 })
    assert.deepEqual(await queueOf(caller), before)
    assert.deepEqual(await auditOf(caller), [])
  })

  it('of another account, or of an unknown endpoint: 404, with a bad body too', async () => {
    const caller = server.newCaller()
    const endpointId = await register(server.newCaller())
    refused(await replay(caller, endpointId, {}), 404, 'not_found')
    refused(await replay(caller, 999_999), 404, 'not_found')
  })

  it('409 while the endpoint is not active, and nothing is queued', async () => {
    const { caller, endpointId } = await mixed()
    await setActive(caller, endpointId, false)
    refused(await replay(caller, endpointId), 409, 'endpoint_inactive')
    assert.deepEqual(await again(caller), [])
  })

  const now = clock.now()
  const mistakes: [string, unknown, string][] = [
    ['without since', {}, 'since'],
    ['since that is no time', { since: 'yesterday' }, 'since'],
    ['since older than the retention less a day', { since: isoTime(now - 29 * DAY_MS - 1000) }, 'since'],
    ['until before since', { since: SINCE, until: isoTime(now - 2 * 3_600_000) }, 'until'],
    ['an unknown state', { since: SINCE, states: ['lost'] }, 'states.0'],
    ['no state', { since: SINCE, states: [] }, 'states'],
    ['an unknown type', { since: SINCE, types: ['delivery.lost'] }, 'types.0'],
  ]
  for (const [name, body, field] of mistakes)
    it(`422 on ${name}`, async () => {
      const caller = server.newCaller()
      refused(await replay(caller, await register(caller), body), 422, 'invalid', field)
    })
})
