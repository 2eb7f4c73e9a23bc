import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { pause } from '../../../test/pause.ts'
import { isoTime } from '../../platform/clock.ts'
import { ensurePartitions } from '../../platform/db/partitions/make.ts'
import { partitionName } from '../../platform/db/partitions/catalog.ts'
import { withSession } from '../../platform/db/session.ts'
import { eventIdFloor } from '../../platform/ids.ts'
import { removeOldDays } from './retention.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2031-05-01T12:00:00Z')
const RETENTION_DAYS = 30
/** Between two events that are stored during a removal, ms. It takes seconds. */
const EMIT_PAUSE_MS = 20
/** The last millisecond of this day is just older than the retention at NOW. */
const LAST_OLD_DAY = Date.parse('2031-03-31T00:00:00Z')

const database = await endAfterTests(createTestDatabase())
await withSession(database.url, (session) => ensurePartitions(session, LAST_OLD_DAY))

async function emit(accountId: number, timeMs: number): Promise<string> {
  const id = eventIdFloor(timeMs)
  await database.pool.query(
    `insert into events (bucket, account_id, id, type, created_at, source, body) values (1, $1, $2, 'ping', $3, 'api', '{}')`,
    [accountId, id, isoTime(timeMs)],
  )
  await database.pool.query(
    `insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start) values (1, $1, 1, $2, 0, 0)`,
    [accountId, id],
  )
  return id
}

test('Invariant 14: whole days older than the retention are deleted, their pending events dropped, the rest stays', async () => {
  const old = await emit(7, LAST_OLD_DAY + DAY_MS - 1)
  const young = await emit(7, LAST_OLD_DAY + DAY_MS)
  const result = await withSession(database.url, (session) =>
    removeOldDays(database.pool, session, NOW, RETENTION_DAYS),
  )
  assert.equal(result.expired, 1)
  assert.deepEqual(result.kept, [])
  assert.ok(result.removed.includes(partitionName('events', LAST_OLD_DAY)))
  assert.ok(result.removed.includes(partitionName('attempts', LAST_OLD_DAY)))
  assert.ok(!result.removed.includes(partitionName('events', LAST_OLD_DAY + DAY_MS)))

  const events = await database.pool.query('select id from events where bucket = 1 and account_id = 7')
  assert.deepEqual(events.rows, [{ id: young }])
  const queued = await database.pool.query('select event_id from webhook_queue where bucket = 1 and account_id = 7')
  assert.deepEqual(queued.rows, [{ event_id: young }])
  const dropped = await database.pool.query(
    'select event_id, reason, at from dropped_events where bucket = 1 and account_id = 7',
  )
  assert.deepEqual(dropped.rows, [{ event_id: old, reason: 'expired', at: NOW }])

  const again = await withSession(database.url, (session) => removeOldDays(database.pool, session, NOW, RETENTION_DAYS))
  assert.deepEqual(again, { removed: [], kept: [], refusal: null, expired: 0 })
})

test('records of dropped events are deleted after another retention', async () => {
  const later = NOW + (RETENTION_DAYS + 1) * DAY_MS
  await withSession(database.url, (session) => removeOldDays(database.pool, session, later, RETENTION_DAYS))
  const { rows } = await database.pool.query(`select event_id from dropped_events where at = $1`, [isoTime(NOW)])
  assert.deepEqual(rows, [])
})

test('a day with a reader is kept with its attempts, its held events end, and no one else waits', async () => {
  const day = Date.parse('2031-08-01T00:00:00Z')
  const now = day + (RETENTION_DAYS + 1) * DAY_MS
  await withSession(database.url, (session) => ensurePartitions(session, day + DAY_MS))
  const held = await emit(8, day + 1)
  await database.pool.query(
    `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, duration_ms, created_at)
     values (1, 8, 1, $1, 'ping', 1, false, false, 5, $2)`,
    [held, isoTime(day + 1)],
  )
  const names = [partitionName('events', day), partitionName('attempts', day)]
  const reader = await database.pool.connect()
  const remove = () =>
    withSession(database.url, (session) => removeOldDays(database.pool, session, now, RETENTION_DAYS))
  try {
    await reader.query('begin')
    await reader.query('set local idle_in_transaction_session_timeout = 0')
    await reader.query('select count(*) from events')
    const removing = remove()
    // During the retries, events are stored as usual.
    let stored = 0
    let done = false
    void removing.finally(() => (done = true))
    while (!done) {
      await emit(9, day + DAY_MS + stored)
      stored += 1
      await pause(EMIT_PAUSE_MS)
    }
    const result = await removing
    assert.deepEqual([result.expired, result.removed.filter((name) => names.includes(name))], [1, []])
    for (const name of names) assert.ok(result.kept.includes(name))
    assert.match(result.refusal!.message, /lock timeout/)
    assert.ok(stored > 10)
  } finally {
    await reader.query('commit')
    reader.release()
  }
  const { rows } = await database.pool.query(
    'select reason from dropped_events where bucket = 1 and account_id = 8 and event_id = $1',
    [held],
  )
  assert.deepEqual(rows, [{ reason: 'expired' }])
  const result = await remove()
  for (const name of names) assert.ok(result.removed.includes(name))
  assert.deepEqual(result.kept, [])
})
