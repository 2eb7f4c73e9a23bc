// Invariant 3 during a replay: in steps, held, canceled, and with several processes at the same time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { createEmitter } from '../../core/events/event.ts'
import type { Caller } from '../../platform/http/route.ts'
import { ALL_BUCKETS, createEventIds } from '../../platform/ids.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { REPLAY_CONFIG, startReplayServer } from '../../../test/replay-server.ts'
import { continueReplays } from './progress.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const ENDPOINTS = '/api/v1/webhook_endpoints'
const DAY_MS = 86_400_000
const SINCE = isoTime(createSystemClock().now() - 3_600_000)

/** The number of events queued if no others are ready. */
const AT_ONCE = 200

const system = createSystemClock()
let aheadMs = 0
const clock: Clock = { ...system, now: () => system.now() + aheadMs }
const eventIds = createEventIds(system)
const handedOn: number[] = []
const onQueuedAgain = (_bucket: number, accountId: number): void => void handedOn.push(accountId)

const database = await endAfterTests(createTestDatabase())
const emitter = createEmitter(() => {})
const server = await startReplayServer(database.pool, { clock, emitter, eventIds, onQueuedAgain })

const continueAll = () =>
  continueReplays({ pool: database.pool, buckets: () => ALL_BUCKETS, clock, config: REPLAY_CONFIG, onQueuedAgain })

async function register(caller: Caller): Promise<number> {
  const fields = { webhook_endpoint: { url: 'https://receiver.test/webhooks' } }
  return (await server.request(caller, 'POST', ENDPOINTS, fields)).body.webhook_endpoint.id
}

/** Events emitted without an endpoint, in the order of their ids. */
async function storeSkipped({ bucket, accountId }: Caller, events: number): Promise<void> {
  const text = `insert into events (bucket, account_id, id, type, created_at, source, body, skipped)
    select $1, $2, left($3, 20) || lpad(n::text, 10, '0'), 'ping', now(), 'api', '{}', 'no_endpoint'
    from generate_series(1, $4::integer) n`
  await database.pool.query({ text, values: [bucket, accountId, eventIds.next(0).id, events] })
}

async function prepared(events: number) {
  const caller = server.newCaller()
  // The account's row, which replays lock.
  const text = `insert into accounts (bucket, id, name, created_at) values ($1, $2, 'Test', now())`
  await database.pool.query({ text, values: [caller.bucket, caller.accountId] })
  await storeSkipped(caller, events)
  return { caller, endpointId: await register(caller) }
}

const ask = (caller: Caller, endpointId: number, body: object = { since: SINCE }) =>
  server.request(caller, 'POST', `${ENDPOINTS}/${endpointId}/replay`, body)
const show = async (caller: Caller, endpointId: number, replayId: number) =>
  (await server.request(caller, 'GET', `${ENDPOINTS}/${endpointId}/replays/${replayId}`)).body.replay
const cancel = (caller: Caller, endpointId: number, replayId: number) =>
  server.request(caller, 'POST', `${ENDPOINTS}/${endpointId}/replays/${replayId}/cancel`)
const setActive = (caller: Caller, id: number, active: boolean) =>
  server.request(caller, 'PATCH', `${ENDPOINTS}/${id}`, { webhook_endpoint: { active } })

async function queued({ bucket, accountId }: Caller): Promise<number> {
  const text = 'select count(*)::integer as n from webhook_queue where bucket = $1 and account_id = $2'
  return (await database.pool.query({ text, values: [bucket, accountId] })).rows[0].n
}

/** Ends each queued event with one attempt. Returns the number of events. */
async function endQueued({ bucket, accountId }: Caller, succeeded = true): Promise<number> {
  const text = `with gone as (
      delete from webhook_queue where bucket = $1 and account_id = $2 returning endpoint_id, event_id, attempts_made
    ), recorded as (
      insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, duration_ms, created_at)
      select $1, $2, endpoint_id, event_id, 'ping', attempts_made + 1, $3, true, 1, now() from gone returning event_id
    )
    select count(*)::integer as n from recorded`
  return (await database.pool.query({ text, values: [bucket, accountId, succeeded] })).rows[0].n
}

/** The number of events by their number of attempts: `{ '1': 450 }`. */
async function attemptsPerEvent({ bucket, accountId }: Caller): Promise<Record<string, number>> {
  const text = `select coalesce(jsonb_object_agg(made, events), '{}') as counts from (
      select made, count(*) as events from (
        select count(a.event_id) as made from events e
        left join attempts a on a.bucket = $1 and a.account_id = $2 and a.event_id = e.id
        where e.bucket = $1 and e.account_id = $2 group by e.id) m group by made) c`
  return (await database.pool.query({ text, values: [bucket, accountId] })).rows[0].counts
}

describe('a replay', () => {
  it('queues in steps as its events are POSTed, each event once', async () => {
    const { caller, endpointId } = await prepared(450)
    const response = await ask(caller, endpointId)
    assert.deepEqual([response.status, response.body.count], [202, 450])
    const replayId = response.body.replay_id
    assert.ok(handedOn.includes(caller.accountId))
    const begun = await show(caller, endpointId, replayId)
    const { created_at: createdAt, ...rest } = begun
    const asked = { since: SINCE, until: null, states: ['failed', 'skipped'], types: null }
    const progress = { total: 450, done: AT_ONCE, finished_at: null }
    assert.deepEqual(rest, { id: replayId, status: 'running', ...asked, ...progress })
    assert.ok(Math.abs(Date.parse(createdAt) - clock.now()) < 3_600_000)

    await continueAll()
    assert.equal(await queued(caller), AT_ONCE, 'nothing of it has been POSTed')
    // The events fail at once, and the replay must not take them again.
    const taken = [await endQueued(caller, false)]
    for (let runs = 0; runs < 2; runs++) {
      await continueAll()
      taken.push(await endQueued(caller, false))
    }
    assert.deepEqual(taken, [200, 200, 50])
    await continueAll()
    const { status, done, finished_at: finishedAt } = await show(caller, endpointId, replayId)
    assert.deepEqual([status, done, typeof finishedAt], ['finished', 450, 'string'])
    assert.equal(await queued(caller), 0)
    assert.deepEqual(await attemptsPerEvent(caller), { 1: 450 })
  })

  it('gives way to new events: if enough are ready, it queues none', async () => {
    const { caller, endpointId } = await prepared(400)
    // Fresh events and due retries. Retries not due yet do not count.
    const text = `insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at)
      select $1, $2, $3, left($4, 20) || lpad(n::text, 10, '0'), $5, 0, $6::timestamptz from generate_series(1, $7::integer) n`
    const { bucket, accountId } = caller
    const add = (made: number, dueAt: number | null, rows: number) => {
      const id = eventIds.next(0).id
      const values = [bucket, accountId, endpointId, id, made, isoTime(dueAt), rows]
      return database.pool.query({ text, values })
    }
    await add(1, clock.now() + 3_600_000, 500)
    await add(1, clock.now() - 1000, 20)
    await add(0, null, 30)
    const { body } = await ask(caller, endpointId)
    assert.equal((await show(caller, endpointId, body.replay_id)).done, AT_ONCE - 50)
    await add(0, null, 300)
    await database.pool.query({
      text: 'delete from webhook_queue where bucket = $1 and account_id = $2 and attempts_made = 0 and due_at is not null',
      values: [bucket, accountId],
    })
    await continueAll()
    assert.equal((await show(caller, endpointId, body.replay_id)).done, AT_ONCE - 50)
  })

  it('is the only one: another is refused until it has ended', async () => {
    const { caller, endpointId } = await prepared(300)
    const { body: first } = await ask(caller, endpointId)
    const second = await ask(caller, endpointId)
    assert.deepEqual([second.status, second.body.code], [409, 'replay_running'])
    await endQueued(caller)
    await continueAll()
    assert.equal((await show(caller, endpointId, first.replay_id)).status, 'finished')
    assert.deepEqual((await ask(caller, endpointId)).status, 202)
    const { body } = await server.request(caller, 'GET', `${ENDPOINTS}/${endpointId}/replays?limit=1`)
    assert.deepEqual([body.replays.length, body.replays[0].total], [1, 0])
    const rest = `${ENDPOINTS}/${endpointId}/replays?limit=1&cursor=${body.next_cursor}`
    const next = (await server.request(caller, 'GET', rest)).body
    assert.deepEqual([next.replays[0].id, next.next_cursor], [first.replay_id, null])
  })

  it('of 20 requested at the same time, one runs', async () => {
    const { caller, endpointId } = await prepared(300)
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(caller, endpointId)))
    assert.deepEqual(
      responses.map((response) => response.status).toSorted((a, b) => a - b),
      [202, ...Array.from({ length: 19 }, () => 409)],
    )
    assert.equal(await queued(caller), AT_ONCE)
  })

  it('continued by several processes at the same time queues each event once', async () => {
    const { caller, endpointId } = await prepared(1000)
    const { body } = await ask(caller, endpointId)
    for (let taken = await endQueued(caller); taken > 0; taken = await endQueued(caller))
      await Promise.all(Array.from({ length: 5 }, continueAll))
    assert.deepEqual(await attemptsPerEvent(caller), { 1: 1000 })
    const { status, done } = await show(caller, endpointId, body.replay_id)
    assert.deepEqual([status, done], ['finished', 1000])
  })

  it('is held while its endpoint is paused or disabled, and goes on', async () => {
    const { caller, endpointId } = await prepared(300)
    const { body } = await ask(caller, endpointId)
    await endQueued(caller)
    await setActive(caller, endpointId, false)
    await continueAll()
    assert.equal(await queued(caller), 0)
    const held = await show(caller, endpointId, body.replay_id)
    assert.deepEqual([held.status, held.done, held.finished_at], ['held', AT_ONCE, null])
    await setActive(caller, endpointId, true)
    await continueAll()
    const { status, done } = await show(caller, endpointId, body.replay_id)
    assert.deepEqual([status, done, await queued(caller)], ['finished', 300, 100])
  })

  it('canceled, it queues no more events, and queued ones stay', async () => {
    const { caller, endpointId } = await prepared(300)
    const { body } = await ask(caller, endpointId)
    const canceled = await cancel(caller, endpointId, body.replay_id)
    assert.deepEqual([canceled.status, canceled.body.replay.status], [200, 'canceled'])
    assert.deepEqual(await show(caller, endpointId, body.replay_id), canceled.body.replay)
    assert.equal(await queued(caller), AT_ONCE)
    await endQueued(caller)
    await continueAll()
    assert.equal(await queued(caller), 0)
    const again = await cancel(caller, endpointId, body.replay_id)
    assert.deepEqual([again.status, again.body.code], [409, 'not_cancelable'])
    const text = `select details from audit_log where bucket = $1 and account_id = $2 and action = 'webhook_endpoint.replay_canceled'`
    const { rows } = await database.pool.query({ text, values: [caller.bucket, caller.accountId] })
    assert.deepEqual(rows, [{ details: { replay_id: body.replay_id, done: AT_ONCE } }])
    assert.deepEqual((await ask(caller, endpointId)).body.count, 100, 'the rest can be asked for')
  })

  it('is deleted with its endpoint, and the next endpoint has none', async () => {
    const { caller, endpointId } = await prepared(300)
    const { body } = await ask(caller, endpointId)
    assert.equal((await server.request(caller, 'DELETE', `${ENDPOINTS}/${endpointId}`)).status, 204)
    const next = await register(caller)
    await continueAll()
    assert.equal(await queued(caller), 0)
    const list = await server.request(caller, 'GET', `${ENDPOINTS}/${next}/replays`)
    assert.deepEqual(list.body, { replays: [], next_cursor: null })
    const path = `${ENDPOINTS}/${next}/replays/${body.replay_id}`
    assert.equal((await server.request(caller, 'GET', path)).status, 404)
    assert.equal((await cancel(caller, next, body.replay_id)).status, 404)
  })

  it('does not take events ended since its request, or sent again meanwhile', async () => {
    const { caller, endpointId } = await prepared(300)
    const { body } = await ask(caller, endpointId)
    await endQueued(caller)
    const { bucket, accountId } = caller
    const text = 'select id from events where bucket = $1 and account_id = $2 order by id desc limit 1'
    const { rows } = await database.pool.query({ text, values: [bucket, accountId] })
    assert.equal((await server.request(caller, 'POST', `/api/v1/webhook_events/${rows[0].id}/resend`)).status, 202)
    await endQueued(caller, false)
    await continueAll()
    await endQueued(caller)
    const { status, done, total } = await show(caller, endpointId, body.replay_id)
    assert.deepEqual([status, done, total], ['finished', 299, 300])
    assert.deepEqual(await attemptsPerEvent(caller), { 1: 300 })
  })

  it('held until its events are too old, it ends without them', async () => {
    const { caller, endpointId } = await prepared(300)
    const { body } = await ask(caller, endpointId)
    await endQueued(caller)
    try {
      aheadMs = 29 * DAY_MS + 1000
      await continueAll()
    } finally {
      aheadMs = 0
    }
    const { status, done } = await show(caller, endpointId, body.replay_id)
    assert.deepEqual([status, done, await queued(caller)], ['finished', AT_ONCE, 0])
  })

  it('takes at most the 100,000 oldest events, the next one takes the rest', async () => {
    const { caller, endpointId } = await prepared(100_003)
    const { body: first } = await ask(caller, endpointId)
    assert.equal(first.count, 100_000)
    assert.equal((await show(caller, endpointId, first.replay_id)).total, 100_000)
    await endQueued(caller)
    // Moves the replay near its end, a hundred events before the last.
    const text = `update replays set done = 99900, cursor = (
        select id from events where bucket = $1 and account_id = $2 order by id offset 99900 limit 1)
      where bucket = $1 and account_id = $2`
    await database.pool.query({ text, values: [caller.bucket, caller.accountId] })
    await continueAll()
    assert.deepEqual(
      [await endQueued(caller), (await show(caller, endpointId, first.replay_id)).status],
      [100, 'finished'],
    )
    // The requested events no longer match.
    await database.pool.query({
      text: `update events set skipped = null where bucket = $1 and account_id = $2
        and id < (select id from events where bucket = $1 and account_id = $2 order by id desc offset 2 limit 1)`,
      values: [caller.bucket, caller.accountId],
    })
    assert.equal((await ask(caller, endpointId)).body.count, 3)
  })

  it('is remembered among the last hundred', async () => {
    const { caller, endpointId } = await prepared(0)
    const { body: first } = await ask(caller, endpointId)
    for (let replays = 1; replays <= 100; replays++) await ask(caller, endpointId)
    assert.equal(await show(caller, endpointId, first.replay_id), undefined)
    const { body } = await server.request(caller, 'GET', `${ENDPOINTS}/${endpointId}/replays?limit=200`)
    assert.equal(body.replays.length, 100)
  })
})
