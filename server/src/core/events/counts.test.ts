import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/route.ts'
import { ALL_BUCKETS, createEventIds, eventIdFloor } from '../../platform/ids.ts'
import { createLogger } from '../../platform/log.ts'
import { requireRecipient } from '../recipients/recipient-id.ts'
import { RECIPIENTS_OF_EVENTS } from '../webhooks/operation-routes.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { until } from '../../../test/service.ts'
import { findFailedDeliveries } from './count-queries.ts'
import { countNewEvents, FAILED_DELIVERIES_MAX, newestFailures } from './counts.ts'
import { createEmitter } from './event.ts'
import { eventBody } from './event.ts'
import { eventRoutes } from './routes.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const HOUR_MS = 3_600_000
const clock = createSystemClock()
const eventIds = createEventIds(clock)
const emitter = createEmitter(() => {})

const database = await endAfterTests(createTestDatabase())
const counting = {
  pool: database.pool,
  buckets: () => ALL_BUCKETS,
  clock,
  config: { eventRetentionDays: 30 },
  alsoCount: async () => {},
}
const server = await endAfterTests(
  startRoomServer(database.pool, (app) =>
    eventRoutes(app, { clock, log: createLogger('silent'), requireRecipient, recipients: RECIPIENTS_OF_EVENTS }),
  ),
)

async function emit(caller: Caller, type: string, { count = 1, deliveryId = null as number | null } = {}) {
  const { bucket, accountId } = caller
  await transaction(database.pool, async (tx) => {
    const drafts = Array.from({ length: count }, () => {
      const { id, timeMs: createdAt } = eventIds.next(0)
      const body = eventBody(id, type, createdAt, {})
      const event = { bucket, accountId, id, type, deliveryId, createdAt, source: 'api' as const, body }
      return { ...event, about: null, outcomeBefore: null, outcomeAfter: null }
    })
    await emitter.emit(tx, drafts)
  })
}

/** The route's counts, summed over the hours, because a test may cross the end of an hour. */
async function totals(caller: Caller): Promise<Record<string, number>> {
  const { status, body } = await server.request(caller, 'GET', '/api/v1/event_counts')
  assert.equal(status, 200)
  const sums: Record<string, number> = {}
  for (const { type, events } of body.event_counts) sums[type] = (sums[type] ?? 0) + events
  return sums
}

/** Counts until the account has `events` counted events. Other tests' transactions on the server delay the feed. */
async function counted(caller: Caller, events: number): Promise<Record<string, number>> {
  const read = async () => {
    await countNewEvents(counting)
    return totals(caller)
  }
  return until(read, (sums) => Object.values(sums).reduce((sum, value) => sum + value, 0) >= events)
}

describe('counting', () => {
  test('every event counts once, in its account, by its type', async () => {
    const [one, other] = [server.newCaller(), server.newCaller()]
    await emit(one, 'delivery.sent', { count: 3 })
    await emit(one, 'delivery.opened')
    await emit(other, 'delivery.sent')
    assert.deepEqual(await totals(one), {})
    assert.deepEqual(await counted(one, 4), { 'delivery.sent': 3, 'delivery.opened': 1 })
    assert.deepEqual(await counted(other, 1), { 'delivery.sent': 1 })
    await emit(one, 'delivery.sent', { count: 2 })
    assert.deepEqual(await counted(one, 6), { 'delivery.sent': 5, 'delivery.opened': 1 })
    assert.deepEqual(await counted(other, 1), { 'delivery.sent': 1 })
  })

  test('several processes at once count no event twice, over several batches', async () => {
    const caller = server.newCaller()
    const EVENTS = 4500
    await emit(caller, 'delivery.queued', { count: EVENTS })
    await Promise.all(Array.from({ length: 4 }, () => countNewEvents(counting)))
    assert.deepEqual(await counted(caller, EVENTS), { 'delivery.queued': EVENTS })
  })

  test('an event of a late transaction is counted after its commit', async () => {
    const caller = server.newCaller()
    const { bucket, accountId } = caller
    let commit = (): void => {}
    const mayCommit = new Promise<void>((resolve) => (commit = resolve))
    let stored = (): void => {}
    const isStored = new Promise<void>((resolve) => (stored = resolve))
    const late = transaction(database.pool, async (tx) => {
      const { id, timeMs: createdAt } = eventIds.next(0)
      const draft = { bucket, accountId, id, type: 'delivery.sent', deliveryId: null, createdAt }
      const body = eventBody(id, 'delivery.sent', createdAt, {})
      await emitter.emit(tx, [{ ...draft, source: 'api', body, about: null, outcomeBefore: null, outcomeAfter: null }])
      stored()
      await mayCommit
    })
    await isStored
    await emit(caller, 'delivery.opened')
    await countNewEvents(counting)
    assert.deepEqual(await totals(caller), {})
    commit()
    await late
    assert.deepEqual(await counted(caller, 2), { 'delivery.sent': 1, 'delivery.opened': 1 })
  })

  test('rows stored again in another order are counted again', async () => {
    const caller = server.newCaller()
    const { bucket, accountId } = caller
    await emit(caller, 'delivery.sent', { count: 3 })
    await counted(caller, 3)
    // Like a restore: the same rows, stored by another transaction.
    await transaction(database.pool, async (tx) => {
      const columns = 'bucket, account_id, id, type, delivery_id, created_at, source, body, skipped'
      await tx.query({
        text: `with gone as (delete from events where bucket = $1 and account_id = $2 returning ${columns})
          insert into events (${columns}) select ${columns} from gone`,
        values: [bucket, accountId],
      })
    })
    await emit(caller, 'delivery.sent')
    assert.deepEqual(await counted(caller, 4), { 'delivery.sent': 4 })
  })

  test('counts are deleted with their events', async () => {
    const caller = server.newCaller()
    const { bucket, accountId } = caller
    await emit(caller, 'ping')
    await counted(caller, 1)
    const old = isoTime(clock.now() - 31 * 24 * HOUR_MS)
    await database.pool.query({
      text: `insert into event_counts (bucket, account_id, hour, type, events) values ($1, $2, $3, 'ping', 7)`,
      values: [bucket, accountId, old],
    })
    await emit(caller, 'ping')
    await counted(caller, 2)
    const { rows } = await database.pool.query<{ events: number }>({
      text: 'select sum(events)::bigint as events from event_counts where bucket = $1 and account_id = $2',
      values: [bucket, accountId],
    })
    assert.equal(rows[0]!.events, 2)
  })
})

describe('the newest failures', () => {
  const entry = (type: string, deliveryId: number | null) => {
    return { id: eventIdFloor(deliveryId ?? 0), type, deliveryId, createdAt: 0 }
  }

  test('are failed or bounced, newest first, each once', () => {
    const entries = [
      entry('delivery.failed', 1),
      entry('delivery.sent', 2),
      entry('delivery.bounced', 3),
      entry('ping', null),
    ]
    assert.deepEqual(newestFailures(entries, [4, 1]), [3, 1, 4])
  })

  test('are a bounded number', () => {
    const many = Array.from({ length: 50 }, (_, index) => entry('delivery.failed', index + 1))
    const newest = newestFailures(many, [99])
    assert.equal(newest.length, FAILED_DELIVERIES_MAX)
    assert.equal(newest[0], 50)
  })

  test('are kept with the counts', async () => {
    const caller = server.newCaller()
    await emit(caller, 'delivery.failed', { deliveryId: 12 })
    await emit(caller, 'delivery.bounced', { deliveryId: 13 })
    await counted(caller, 2)
    const rows = await findFailedDeliveries(database.pool, caller.bucket, caller.accountId)
    assert.deepEqual(
      rows.map(({ id }) => id),
      [13, 12],
    )
  })
})

test('hours are bounded', async () => {
  const caller = server.newCaller()
  for (const hours of ['0', '49', 'day']) {
    const { status, body } = await server.request(caller, 'GET', `/api/v1/event_counts?hours=${hours}`)
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body.errors), ['hours'])
  }
  const { body } = await server.request(caller, 'GET', '/api/v1/event_counts?hours=2')
  const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
  assert.ok([hour - HOUR_MS, hour - 2 * HOUR_MS].includes(Date.parse(body.since)))
})
