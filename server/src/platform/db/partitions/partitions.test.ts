import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../test/database.ts'
import { isoTime } from '../../clock.ts'
import { eventIdFloor, RANGE_IDS } from '../../ids.ts'
import { MESSAGE_IDS } from '../id-blocks.ts'
import { removePartition } from './remove.ts'
import { ensurePartitions, missingPartitions } from './make.ts'
import { dayStart, partitionName, partitionsBefore, rangeName, readAhead, readTables } from './catalog.ts'
import type { PartitionedTable } from './catalog.ts'
import { withSession } from '../session.ts'
import { endAfterTests } from '../../../../test/end-after-tests.ts'

const DAY_MS = 86_400_000
const database = await endAfterTests(createTestDatabase())

const ID_TABLES = ['deliveries', 'inbox_messages', 'message_attachments', 'messages', 'sandbox_messages', 'sends']

const ensure = (nowMs: number) => withSession(database.url, (session) => ensurePartitions(session, nowMs))
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
  // Those of the first ids exist since the start.
  assert.deepEqual(made.flat().toSorted(), expected.toSorted())
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

test('partitions of messages go from the range of the last id to the next one, also after a jump', () => {
  const tableOf = (name: string, ...starts: number[]): PartitionedTable => {
    const partitions = starts.map((from) => ({ name: rangeName(name, from), from, to: from + RANGE_IDS }))
    return { name, key: 'id', partitions }
  }
  const starts = (tables: PartitionedTable[], lastId: number) =>
    missingPartitions(tables, Date.parse('2031-03-01T10:00:00Z'), lastId).map(({ table, span: { from, to } }) => {
      assert.equal(to, from + RANGE_IDS)
      return [table.name, from]
    })
  const [first, second, third] = [0, RANGE_IDS, 2 * RANGE_IDS]
  assert.deepEqual(starts([tableOf('messages')], 0), [
    ['messages', first],
    ['messages', second],
  ])
  assert.deepEqual(starts([tableOf('messages', first, second)], RANGE_IDS - 1), [])
  assert.deepEqual(starts([tableOf('messages', first, second)], RANGE_IDS), [['messages', third]])
  // A process ended between two tables.
  assert.deepEqual(starts([tableOf('deliveries'), tableOf('messages', first, second)], 5), [
    ['deliveries', first],
    ['deliveries', second],
  ])
  // A bucket came from a server with higher ids.
  assert.deepEqual(starts([tableOf('messages', first, second)], 40 * RANGE_IDS + 7), [
    ['messages', 40 * RANGE_IDS],
    ['messages', 41 * RANGE_IDS],
  ])
})

test('partitions of messages have the bounds, the settings and the indexes of their table', async () => {
  const now = Date.parse('2032-01-01T00:00:00Z')
  await database.pool.query('select setval($1, $2)', [MESSAGE_IDS, RANGE_IDS])
  await ensure(now)
  await withSession(database.url, async (session) => {
    const tables = await readTables(session)
    for (const name of ID_TABLES) {
      const { partitions } = tables.find((table) => table.name === name)!
      assert.deepEqual(
        partitions,
        [0, 1, 2].map((n) => ({ name: `${name}_from_${n * RANGE_IDS}`, from: n * RANGE_IDS, to: (n + 1) * RANGE_IDS })),
      )
    }
    const ids = 2 * RANGE_IDS - 1
    assert.deepEqual(await readAhead(session, now), { days: 7, ids })
    assert.deepEqual(await readAhead(session, now + 7 * DAY_MS), { days: 0, ids })
    assert.deepEqual(await readAhead(session, now + 30 * DAY_MS), { days: 0, ids })
    const { rows } = await session.query({
      text: `select c.relname as name, c.reloptions as settings, (select count(*) from pg_index i where i.indrelid = c.oid) as indexes
        from pg_class c where c.relname in ('messages_from_0', 'deliveries_from_0') order by c.relname`,
    })
    assert.deepEqual(rows, [
      { name: 'deliveries_from_0', settings: ['fillfactor=70'], indexes: 4 },
      { name: 'messages_from_0', settings: ['fillfactor=90'], indexes: 7 },
    ])
    const bound = `select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'sends_from_0'`
    assert.deepEqual((await session.query({ text: bound })).rows, [
      { bound: `FOR VALUES FROM ('0') TO ('${RANGE_IDS}')` },
    ])
    await session.query({ text: `select setval('${MESSAGE_IDS}', ${5 * RANGE_IDS})` })
    assert.equal((await readAhead(session, now)).ids, 0)
  })
})
