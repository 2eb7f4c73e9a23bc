import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { createSystemClock } from '../clock.ts'
import { RANGE_IDS } from '../ids.ts'
import { createIdBlocks, MESSAGE_IDS, takeIdsOfMessage } from './id-blocks.ts'

const { pool } = await endAfterTests(createTestDatabase())

test('messages and deliveries share ids from 1, and a message has its range with its deliveries', async () => {
  const ids = createIdBlocks(pool, MESSAGE_IDS, createSystemClock())
  assert.deepEqual(await takeIdsOfMessage(ids, 2), { message: 1, deliveries: [2, 3] })
  assert.deepEqual(await takeIdsOfMessage(ids, 0), { message: 4, deliveries: [] })
  await pool.query('select setval($1, $2)', [MESSAGE_IDS, RANGE_IDS - 3])
  const others = createIdBlocks(pool, MESSAGE_IDS, createSystemClock())
  // Ids on both sides of the boundary are given up.
  assert.deepEqual(await takeIdsOfMessage(others, 3), {
    message: RANGE_IDS + 2,
    deliveries: [3, 4, 5].map((n) => RANGE_IDS + n),
  })
})

test('ids that were fetched long ago are not used: their range may have been removed', async () => {
  await pool.query('create sequence old_id_seq')
  let atMs = 1
  const ids = createIdBlocks(pool, 'old_id_seq', { ...createSystemClock(), monotonic: () => atMs })
  assert.deepEqual(await ids.take(1), [1])
  atMs += 6 * 3_600_000
  assert.deepEqual(await ids.take(1), [2])
  atMs += 1
  assert.deepEqual(await ids.take(1), [1001])
})
