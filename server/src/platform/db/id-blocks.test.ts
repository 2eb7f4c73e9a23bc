import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { HeldClock } from '../../../test/held-clock.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { idFloor, idTime } from '../ids.ts'
import { createIdBlocks, takeIdsOfMessage } from './id-blocks.ts'
import type { IdBlocks } from './id-blocks.ts'

const DAY_MS = 86_400_000
const CALLERS = 8
const IDS_PER_DAY = 10_000_000_000
const database = await endAfterTests(createTestDatabase())
const { pool } = database

/** Takes ids at a time of the database. */
async function takeAt(sequence: string, count: number, atMs: number): Promise<number[]> {
  const { rows } = await pool.query<{ ids: string }>({
    text: 'select take_ids($1::text::regclass, $2, to_timestamp($3::float8 / 1000)) as ids',
    values: [sequence, count, atMs],
  })
  return rows[0]!.ids.split(' ').map(Number)
}

test('each day has its own ids, under load over midnight, and no id is given twice', async () => {
  await pool.query('create sequence of_days_id_seq')
  const midnight = Date.parse('2031-01-02T00:00:00Z')
  const taken: { atMs: number; ids: number[] }[] = []
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let step = -10; step < 10; step++) {
        const atMs = midnight + step * 100 + caller
        taken.push({ atMs, ids: await takeAt('of_days_id_seq', 20, atMs) })
      }
    }),
  )
  const all = taken.flatMap(({ ids }) => ids)
  assert.equal(new Set(all).size, all.length)
  // A late caller of the day before may get ids of the new day, but no caller gets ids of a day before its own.
  for (const { atMs, ids } of taken) assert.ok(ids.every((id) => id >= idFloor(atMs)))
  // A caller that looks at the sequence while another one moves it leaves out an id.
  const first = (ids: number[]) => Math.min(...ids) % IDS_PER_DAY
  assert.ok(first(all) < CALLERS && first(all.filter((id) => id >= idFloor(midnight))) < CALLERS)
})

test('a sequence is never set back', async () => {
  await pool.query('create sequence ahead_id_seq')
  const now = Date.parse('2031-05-05T12:00:00Z')
  const [first] = await takeAt('ahead_id_seq', 1, now)
  const [next] = await takeAt('ahead_id_seq', 1, now - DAY_MS)
  assert.ok(next! > first!)
})

test('ids left from the day before are not used', async () => {
  const clock = new HeldClock()
  const ids = createIdBlocks(pool, 'messages_id_seq', clock)
  const [today] = await ids.take(1)
  assert.equal(idFloor(idTime(today!)), idFloor(clock.now()))
  // The database's clock stays behind, so its ids of today are fetched again and used.
  clock.moveTo(clock.now() + DAY_MS)
  const [fetched] = await ids.take(1)
  assert.ok(fetched! >= today! + 999)
})

test('a message and its deliveries have ids of the same day', async () => {
  const floor = idFloor(Date.parse('2031-07-07T00:00:00Z'))
  const days = floor - idFloor(Date.parse('2031-07-06T00:00:00Z'))
  const blocksOf = (...ids: number[]): IdBlocks => ({
    take(count, lowest = 0) {
      ids = ids.filter((id) => id >= lowest)
      return Promise.resolve(ids.splice(0, count))
    },
  })
  assert.deepEqual(await takeIdsOfMessage(blocksOf(floor - days, floor), blocksOf(floor, floor + 1, floor + 2), 1), {
    message: floor,
    deliveries: [floor + 1],
  })
  const mixed = blocksOf(floor - days, floor, floor + 1, floor + 2)
  assert.deepEqual(await takeIdsOfMessage(blocksOf(floor - days, floor + 5), mixed, 2), {
    message: floor + 5,
    deliveries: [floor + 1, floor + 2],
  })
  assert.deepEqual(await takeIdsOfMessage(blocksOf(floor), blocksOf(), 0), { message: floor, deliveries: [] })
})
