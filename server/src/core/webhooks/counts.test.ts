/** The statistics of an endpoint are the same whether its attempts are counted or read, and count each of them once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { ensurePartitions } from '../../platform/db/partitions/make.ts'
import { withSession } from '../../platform/db/session.ts'
import type { Caller } from '../../platform/http/route.ts'
import { ALL_BUCKETS, eventIdFloor } from '../../platform/ids.ts'
import { countMinutes, countSpan, durationOf, noCounts, percentilesOf, webhookCountRemoval } from './counts.ts'
import { beginPosition, listCounts, readPosition, sumMissing } from './count-queries.ts'
import { EndpointChanges } from './endpoints/changes.ts'
import { healthRoutes } from './health-routes.ts'
import { statsRoutes } from './stats-routes.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const system = createSystemClock()
/** Past the first seconds of a minute, so that the clock stays in one minute. */
const NOW = Math.floor(system.now() / HOUR_MS) * HOUR_MS + 30_500
let aheadMs = 0
const clock: Clock = { ...system, now: () => NOW + aheadMs }
const config = { eventRetentionDays: 30 }
const database = await endAfterTests(createTestDatabase())
const { pool } = database
await withSession(database.url, (session) => ensurePartitions(session, NOW - 3 * DAY_MS))
const changes = new EndpointChanges({ clock, onEndpointChanged: () => {}, onEndpointDeleted: () => Promise.resolve() })
const server = await endAfterTests(
  startRoomServer(pool, (app) => {
    statsRoutes(app, { clock, config } as Parameters<typeof statsRoutes>[1], changes)
    healthRoutes(app, { clock }, changes)
  }),
)
const counting = { pool, clock, config, buckets: () => ALL_BUCKETS }

async function makeEndpoint(caller: Caller): Promise<number> {
  const { rows } = await pool.query<{ id: number }>({
    text: `insert into webhook_endpoints (bucket, account_id, id, url, secret, secret_last4, created_at, updated_at)
      values ($1, $2, nextval('webhook_endpoints_id_seq'), 'https://example.com/', '', 'abcd', $3, $3) returning id`,
    values: [caller.bucket, caller.accountId, isoTime(NOW - 20 * DAY_MS)],
  })
  return rows[0]!.id
}

let events = 0

/** Stores an event of some minutes ago with its attempts: minutes ago, and the code of the response. */
async function store(
  caller: Caller,
  endpointId: number,
  minutesAgo: number,
  attempts: [minutesAgo: number, code: number][],
  skipped: string | null = null,
): Promise<void> {
  const at = NOW - minutesAgo * MINUTE_MS
  const id = `${eventIdFloor(at).slice(0, 14)}${String(++events).padStart(16, '0')}`
  const { bucket, accountId } = caller
  await pool.query({
    text: `insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped)
      values ($1, $2, $3, 'ping', null, $4, 'api', '{}', $5)`,
    values: [bucket, accountId, id, isoTime(at), skipped],
  })
  for (const [index, [ago, code]] of attempts.entries())
    await pool.query({
      text: `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code,
          duration_ms, created_at)
        values ($1, $2, $3, $4, 'ping', $5, $6, $7, $8, $9, $10)`,
      values: [
        ...[bucket, accountId, endpointId, id, index + 1, code === 200, code !== 503, code],
        ...[10 + code, isoTime(NOW - ago * MINUTE_MS)],
      ],
    })
}

const WINDOWS = ['1h', '24h', '7d', '30d']

async function readAll(caller: Caller, id: number) {
  const read = async (window: string) => {
    const path = `/api/v1/webhook_endpoints/${id}/stats?window=${window}`
    const { status, body } = await server.request(caller, 'GET', path)
    assert.equal(status, 200)
    return body.stats
  }
  return Promise.all(WINDOWS.map(read))
}

const DAY = 24 * 60

test('the counts say what reading all attempts says, counted by two processes at once', async () => {
  const caller = server.newCaller()
  const id = await makeEndpoint(caller)
  // Failed, then delivered by a replay: days later, in another hour, in the same minute.
  await store(caller, id, 3 * DAY, [
    [3 * DAY, 503],
    [3 * DAY - 5, 404],
    [2, 200],
  ])
  await store(caller, id, 90, [
    [90, 500],
    [20, 200],
  ])
  await store(caller, id, 30, [
    [30, 404],
    [30, 404],
    [30, 200],
  ])
  // Still failed or skipped, the last one seconds ago.
  await store(caller, id, 2 * DAY, [
    [2 * DAY, 404],
    [0, 404],
  ])
  await store(caller, id, 26 * 60, [], 'endpoint_paused')
  await store(caller, id, 5, [], 'endpoint_disabled')
  // Skipped, then delivered. Delivered twice. Pending.
  await store(caller, id, 45, [[3, 200]], 'endpoint_paused')
  await store(caller, id, 25, [
    [25, 200],
    [4, 200],
  ])
  await store(caller, id, 3, [[3, 503]])
  const before = await readAll(caller, id)
  assert.equal(await readPosition(pool, caller.bucket, caller.accountId).then((rows) => rows.length), 0)
  await Promise.all([countMinutes(counting), countMinutes(counting)])
  await countMinutes(counting)
  const [position] = await readPosition(pool, caller.bucket, caller.accountId)
  assert.ok(position!.countedUntil > NOW - 5 * MINUTE_MS && position!.countedUntil < NOW)
  assert.deepEqual(await readAll(caller, id), before)
  const month = before.at(-1)!
  assert.deepEqual(month.events, {
    ...{ emitted: 9, skipped: 3, delivered: 6, failed: 6, failed_now: 1, skipped_now: 2, recovered: 4, pending: 0 },
  })
  assert.deepEqual([month.attempts.total, month.missing.events], [14, 3])

  // A member dismisses them. Later ones are told, also a day later, and after the minutes without missing events are gone.
  await pool.query({
    text: 'update webhook_endpoints set missing_dismissed_at = $3 where bucket = $1 and account_id = $2',
    values: [caller.bucket, caller.accountId, isoTime(NOW)],
  })
  assert.equal((await readAll(caller, id))[0].missing.events, 0)
  await store(caller, id, -2, [[-2, 404]])
  for (aheadMs of [3 * MINUTE_MS, 3 * DAY_MS]) {
    await countMinutes(counting)
    await webhookCountRemoval.run(counting)
    assert.equal((await readAll(caller, id))[0].missing.events, 1)
  }
  aheadMs = 0
})

test('percentiles are exact to 5 %, and null without a response', () => {
  assert.deepEqual(percentilesOf(noCounts(), [0.5]), [null])
  const steps = [1, 90, 160]
  const durations = { [steps[0]!]: 50, [steps[1]!]: 45, [steps[2]!]: 5 }
  assert.deepEqual(
    percentilesOf({ ...noCounts(), durations }, [0.5, 0.95, 0.99]),
    steps.map((step) => durationOf(step)),
  )
})

test('a month of counts, and the attempts of the last minutes, read few pages of very many attempts', async () => {
  const caller = server.newCaller()
  const { bucket, accountId } = caller
  const endpointId = await makeEndpoint(caller)
  // 12 a second: a million a day.
  for (let minute = 1; minute <= 60; minute++) {
    const from = NOW - minute * MINUTE_MS
    const values = [bucket, accountId, endpointId, eventIdFloor(from).slice(0, 14), isoTime(from)]
    await pool.query({
      text: `with stored as (
          insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body)
          select $1, $2, $4 || lpad(n::text, 16, '0'), 'ping', null, $5, 'api', 'x' from generate_series(1, 700) n)
        insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code,
          duration_ms, created_at)
        select $1, $2, $3, $4 || lpad(n::text, 16, '0'), 'ping', 1, true, true, 200, 20, $5::timestamptz + n * interval '85 ms'
        from generate_series(1, 700) n`,
      values,
    })
  }
  const values = [bucket, accountId, isoTime(Math.floor(NOW / HOUR_MS) * HOUR_MS)]
  for (const [table, span, rows] of [
    ['webhook_minutes', 'minute', 1500],
    ['webhook_hours', 'hour', 720],
  ])
    await pool.query({
      text: `insert into ${table} (bucket, account_id, start, emitted, skipped, delivered, failed, failed_now, skipped_now,
          recovered, succeeded, results, durations)
        select $1, $2, $3::timestamptz - n * interval '1 ${span}', 9, 1, 8, 1, 1, 1, 0, 8,
          '{"200": 8, "404": 1, "connect_timeout": 1}',
          (select jsonb_object_agg(step, 7) from generate_series(40, 70) step)
        from generate_series(0, ${rows}) n`,
      values,
    })
  await pool.query({ text: 'vacuum analyze webhook_minutes, webhook_hours, attempts, events' })
  const since = (days: number) => isoTime(NOW - days * DAY_MS)
  for (const [minutesFrom, hoursFrom] of [
    [isoTime(NOW - 3 * HOUR_MS), null],
    [since(1), isoTime(NOW - 23 * HOUR_MS)],
    [since(30), since(30)],
  ] as const) {
    const pages = await pagesRead(database.url, async (connection) => {
      await listCounts(connection, bucket, accountId, minutesFrom, hoursFrom)
      await sumMissing(connection, bucket, accountId, since(30), isoTime(NOW - 29 * DAY_MS))
      await countSpan(connection, { bucket, accountId, endpointId }, { sinceMs: NOW - 2 * MINUTE_MS, untilMs: null })
    })
    assert.ok(pages < 500, `${hoursFrom}: ${pages} pages`)
  }

  // More attempts fail than the health reads: the counts say in which minute that began, and its attempts the moment.
  const failsFrom = async (at: number) => {
    const values = [bucket, accountId, isoTime(Math.floor(at / MINUTE_MS) * MINUTE_MS), isoTime(at)]
    await pool.query({
      text: 'update webhook_minutes set succeeded = 0 where bucket = $1 and account_id = $2 and start > $3',
      values: values.slice(0, 3),
    })
    await pool.query({
      text: 'update attempts set succeeded = false where bucket = $1 and account_id = $2 and created_at >= $3',
      values: [bucket, accountId, isoTime(at)],
    })
  }
  const readHealth = async () =>
    (await server.request(caller, 'GET', `/api/v1/webhook_endpoints/${endpointId}/health`)).body.health
  const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS
  await beginPosition(pool, bucket, accountId, isoTime(hour), eventIdFloor(hour))
  const begun = hour - 40 * MINUTE_MS + 20_000
  await failsFrom(begun)
  const first = await readHealth()
  assert.deepEqual(first.recent, { attempts: 200, failed: 200, is_complete: false })
  assert.ok(Math.abs(Date.parse(first.failing_since) - begun) < 100, first.failing_since)
  aheadMs = 20 * HOUR_MS
  assert.equal((await readHealth()).failing_since, first.failing_since)
  aheadMs = 0
})

test('a receiver fails since the same moment, however long it fails', async () => {
  const caller = server.newCaller()
  const id = await makeEndpoint(caller)
  const since = 2 * DAY + 7
  await store(caller, id, since + 1, [[since + 1, 200]])
  await store(caller, id, since, [[since, 503]])
  for (const ago of [DAY, 700, 3, 2, 1]) await store(caller, id, ago, [[ago, 503]])
  const failingSince = async () => {
    const { body } = await server.request(caller, 'GET', `/api/v1/webhook_endpoints/${id}/health`)
    return body.health.failing_since
  }
  assert.equal(await failingSince(), isoTime(NOW - since * MINUTE_MS))
  await countMinutes(counting)
  assert.equal(await failingSince(), isoTime(NOW - since * MINUTE_MS))
})
