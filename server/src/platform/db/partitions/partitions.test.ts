import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../test/database.ts'
import { isoTime } from '../../clock.ts'
import { eventIdFloor, idFloor } from '../../ids.ts'
import { removePartition } from './remove.ts'
import { ensurePartitions, missingPartitions } from './make.ts'
import { dayStart, partitionName, partitionsBefore, readDaysAhead, readTables } from './catalog.ts'
import type { PartitionedTable } from './catalog.ts'
import { withSession } from '../session.ts'
import { endAfterTests } from '../../../../test/end-after-tests.ts'

const DAY_MS = 86_400_000
const database = await endAfterTests(createTestDatabase())

/** Their partitions have 9 days, a tenth of the retention. */
const ID_TABLES = ['deliveries', 'inbox_messages', 'message_attachments', 'messages', 'sandbox_messages', 'sends']

const ensure = (nowMs: number) => withSession(database.url, (session) => ensurePartitions(session, nowMs, 90))
const remove = (table: string, name: string) =>
  withSession(database.url, (session) => removePartition(session, table, name))

async function insertEvent(timeMs: number): Promise<void> {
  await database.pool.query(
    `insert into events (bucket, account_id, id, type, created_at, source, body) values (1, 1, $1, 'ping', $2, 'api', '{}')`,
    [eventIdFloor(timeMs), isoTime(timeMs)],
  )
}

test('a day begins at midnight UTC and names its partition', () => {
  const start = Date.parse('2031-02-28T00:00:00Z')
  assert.equal(dayStart(start), start)
  assert.equal(dayStart(start + DAY_MS - 1), start)
  assert.equal(partitionName('events', start), 'events_20310228')
})

test('partitions are created once from yesterday to 7 days ahead, also by two processes', async () => {
  const now = Date.parse('2031-03-01T23:59:59.999Z')
  const made = await Promise.all([ensure(now), ensure(now)])
  const expected = ['attempts', 'events', 'inbox_changes'].flatMap((table) =>
    Array.from({ length: 9 }, (_, index) => partitionName(table, Date.parse('2031-02-28T00:00:00Z') + index * DAY_MS)),
  )
  const ofMessages = ID_TABLES.flatMap((table) => [`${table}_20310228`, `${table}_20310309`])
  assert.deepEqual(made.flat().toSorted(), [...expected, ...ofMessages].toSorted())
  assert.deepEqual(await ensure(now), [])
})

test('a new partition has the indexes, checks and generated columns of its table, and takes both ends of its day', async () => {
  const start = Date.parse('2031-03-02T00:00:00Z')
  await insertEvent(start)
  await insertEvent(start + DAY_MS - 1)
  const { rows } = await database.pool.query(
    `select tx::text as tx, tableoid::regclass::text as place from events_20310302`,
  )
  assert.deepEqual(
    rows.map((row) => row.place),
    ['events_20310302', 'events_20310302'],
  )
  assert.ok(rows.every((row) => row.tx !== null))
  const indexes = await database.pool.query(
    `select indexdef from pg_indexes where tablename = 'events_20310302' order by indexname`,
  )
  assert.equal(indexes.rows.length, 3)
  await assert.rejects(
    database.pool.query(
      `insert into events (bucket, account_id, id, type, created_at, source, body) values (1, 1, $1, 'ping', now(), 'nobody', '')`,
      [eventIdFloor(start + 5)],
    ),
    { code: '23514' },
  )
})

test('a partition is removed during inserts, and not before its readers end', async () => {
  const start = Date.parse('2031-03-03T00:00:00Z')
  const name = partitionName('events', start)
  await insertEvent(start)
  const reader = await database.pool.connect()
  await reader.query('begin')
  await reader.query('select count(*) from events')
  // The detach waits for the reader and gives up. Inserts and new partitions continue.
  const removal = withSession(database.url, async (session) => {
    await session.query({ text: `set lock_timeout = 200` })
    return session.query({ text: `alter table events detach partition ${name} concurrently` })
  })
  await assert.rejects(removal, { code: '55P03' })
  await insertEvent(start + DAY_MS)
  const made = await ensure(Date.parse('2031-03-05T00:00:00Z'))
  assert.deepEqual(
    made.filter((one) => one.startsWith('events')),
    ['events_20310309', 'events_20310310', 'events_20310311', 'events_20310312'],
  )
  await reader.query('commit')
  reader.release()
  // The interrupted detach is finalized, and the table dropped.
  assert.equal(await remove('events', name), null)
  const { rows } = await database.pool.query('select to_regclass($1) as found', [name])
  assert.deepEqual(rows, [{ found: null }])
  assert.equal(await remove('events', name), null)
})

test('two processes may remove the same partition at once', async () => {
  const name = partitionName('attempts', Date.parse('2031-03-03T00:00:00Z'))
  assert.deepEqual(await Promise.all([remove('attempts', name), remove('attempts', name)]), [null, null])
})

test('only days that have ended wholly before a time are listed', async () => {
  const before = Date.parse('2031-03-02T00:00:00Z')
  const names = (beforeMs: number) =>
    withSession(database.url, async (session) =>
      (await partitionsBefore(session, 'events', beforeMs))
        .map((one) => one.name)
        .filter((name) => name > 'events_2030'),
    )
  assert.deepEqual(await names(before - 1), ['events_20310228'])
  assert.deepEqual(await names(before), ['events_20310228', 'events_20310301'])
})

/** Partitions of these days after 2031-03-01. */
const tableOf = (name: string, key: 'id' | 'event', ...days: [from: number, to: number][]): PartitionedTable => {
  const startMs = Date.parse('2031-03-01T00:00:00Z')
  const partitions = days.map(([from, to]) => {
    const span = { fromMs: startMs + from * DAY_MS, toMs: startMs + to * DAY_MS }
    return { name: partitionName(name, span.fromMs), ...span }
  })
  return { name, key, partitions }
}

test('partitions of messages continue where the newest ends, with the length of the retention', () => {
  const spans = (tables: PartitionedTable[], retentionDays: number | null) =>
    missingPartitions(tables, Date.parse('2031-03-01T10:00:00Z'), retentionDays).map(({ table, span }) => {
      const dayOf = (ms: number) => (ms - Date.parse('2031-03-01T00:00:00Z')) / DAY_MS
      return [table.name, dayOf(span.fromMs), dayOf(span.toMs)]
    })
  const empty = tableOf('messages', 'id')
  assert.deepEqual(spans([empty], null), [
    ['messages', -1, 29],
    ['messages', 29, 59],
  ])
  assert.deepEqual(
    spans([empty], 30),
    [-1, 2, 5, 8].map((from) => ['messages', from, from + 3]),
  )
  assert.deepEqual(spans([empty], 1).length, 10)
  // A changed retention, and a service that stood still.
  assert.deepEqual(spans([tableOf('messages', 'id', [-20, 4])], 40), [
    ['messages', 4, 8],
    ['messages', 8, 12],
  ])
  assert.deepEqual(spans([tableOf('messages', 'id', [-20, 8])], 40), [['messages', 8, 12]])
  assert.deepEqual(spans([tableOf('messages', 'id', [-20, 8], [8, 12])], 40), [])
  assert.deepEqual(spans([tableOf('messages', 'id', [-20, -8])], 90), [
    ['messages', -1, 8],
    ['messages', 8, 17],
  ])
  // A process ended between two tables.
  assert.deepEqual(spans([tableOf('deliveries', 'id'), tableOf('messages', 'id', [-20, -2], [-2, 9], [9, 18])], 90), [
    ['deliveries', -2, 9],
    ['deliveries', 9, 18],
  ])
  assert.equal(spans([tableOf('events', 'event', [0, 1], [1, 2])], 90).length, 7)
})

test('partitions of messages have the bounds, the settings and the indexes of their table', async () => {
  const now = Date.parse('2032-01-01T00:00:00Z')
  await ensure(now)
  await withSession(database.url, async (session) => {
    const tables = await readTables(session)
    for (const name of ID_TABLES) {
      const { partitions } = tables.find((table) => table.name === name)!
      assert.deepEqual(partitions.slice(-2), [
        { name: `${name}_20311231`, fromMs: now - DAY_MS, toMs: now + 8 * DAY_MS },
        { name: `${name}_20320109`, fromMs: now + 8 * DAY_MS, toMs: now + 17 * DAY_MS },
      ])
    }
    assert.equal(await readDaysAhead(session, now), 7)
    assert.equal(await readDaysAhead(session, now + 7 * DAY_MS), 0)
    assert.equal(await readDaysAhead(session, now + 30 * DAY_MS), 0)
    const { rows } = await session.query({
      text: `select c.relname as name, c.reloptions as settings, (select count(*) from pg_index i where i.indrelid = c.oid) as indexes
        from pg_class c where c.relname in ('messages_20311231', 'deliveries_20311231') order by c.relname`,
    })
    assert.deepEqual(rows, [
      { name: 'deliveries_20311231', settings: ['fillfactor=70'], indexes: 4 },
      { name: 'messages_20311231', settings: ['fillfactor=90'], indexes: 6 },
    ])
    const bound = `select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'sends_20311231'`
    assert.deepEqual((await session.query({ text: bound })).rows, [
      { bound: `FOR VALUES FROM ('${idFloor(now - DAY_MS)}') TO ('${idFloor(now + 8 * DAY_MS)}')` },
    ])
  })
})
