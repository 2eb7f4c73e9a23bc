import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/database.ts'
import { createSystemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { createLogger } from '../../platform/log.ts'
import { ALL_BUCKETS, BUCKET_COUNT } from '../../platform/ids.ts'
import { decideBalance, Leases } from './leases.ts'
import { holdLeases } from './queries.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

/** Times so long that no timer fires during a test. The tests start all rounds. */
const LONG = {
  leaseDurationMs: 600_000,
  leaseRenewIntervalMs: 400_000,
  leaseStartMarginMs: 450_000,
  leaseAbortMarginMs: 500_000,
}
const LOCK_TIMEOUT_MS = 50
const QUIET = { send: () => {}, on: () => {} }

const database = await endAfterTests(createTestDatabase())

describe('leases', () => {
  const started: Leases[] = []

  beforeEach(async () => {
    await database.pool.query({ text: `update bucket_leases set owner = null, expires_at = '-infinity'` })
    await database.pool.query({ text: 'delete from processes' })
  })
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop()
  })

  function make(times = LONG, clock: Clock = createSystemClock(), hints: typeof QUIET = QUIET, own = {}): Leases {
    const config = { roles: ['dispatch' as const], ...times }
    const log = createLogger('silent')
    const options = { pool: database.pool, placed: () => ALL_BUCKETS, clock, log, hints, config, voidAtStart: false }
    const leases = new Leases({ ...options, ...own })
    started.push(leases)
    return leases
  }
  async function start(): Promise<Leases> {
    const leases = make()
    await leases.start()
    return leases
  }
  /** Like a dead process: its leases are not renewed, and have expired. */
  async function expire({ buckets }: Leases): Promise<void> {
    const values = [buckets.processId]
    await database.pool.query({ text: 'update bucket_leases set expires_at = now() where owner = $1', values })
    await database.pool.query({ text: `update processes set heartbeat_at = '-infinity' where id = $1`, values })
  }
  async function owners(): Promise<Map<string | null, number>> {
    const text = 'select owner, count(*)::int as buckets from bucket_leases group by owner'
    const { rows } = await database.pool.query<{ owner: string | null; buckets: number }>({ text })
    return new Map(rows.map((row) => [row.owner, row.buckets]))
  }
  async function processes(): Promise<string[]> {
    const { rows } = await database.pool.query<{ id: string }>({ text: 'select id from processes' })
    return rows.map((row) => row.id)
  }
  const held = (...all: Leases[]) => all.map(({ buckets }) => buckets.held().length)

  it('gives all to the only process, each under an epoch', async () => {
    const leases = await start()
    assert.equal(leases.buckets.held().length, 64)
    const epoch = leases.buckets.enter(7)
    assert.ok(epoch !== undefined && leases.buckets.owns(7, epoch))
    assert.ok(!leases.buckets.wasLeft(7))
  })

  it('shares them evenly as processes come and go', async () => {
    const first = await start()
    const second = await start()
    assert.deepEqual(held(first, second), [64, 0])
    await first.look()
    await second.look()
    assert.deepEqual(held(first, second), [32, 32])
    const third = await start()
    for (const one of [first, second, third]) await one.look()
    assert.deepEqual(held(first, second, third), [22, 22, 20])
    assert.equal(new Set([first, second, third].flatMap((one) => one.buckets.held())).size, 64)
    await second.stop()
    await first.look()
    await third.look()
    assert.deepEqual(held(first, third), [32, 32])
    assert.ok(
      third.buckets.held().every((bucket) => !third.buckets.wasLeft(bucket)),
      'they were released',
    )
  })

  it('gives up a bucket only when its running work has ended', async () => {
    const first = await start()
    const bucket = 63
    const epoch = first.buckets.enter(bucket)!
    const lost: number[] = []
    first.buckets.onChange((_, some) => lost.push(...some))
    const second = await start()
    await first.look()
    await second.look()
    assert.ok(lost.includes(bucket))
    assert.ok(!first.buckets.holds(bucket) && first.buckets.enter(bucket) === undefined, 'nothing more begins')
    assert.ok(first.buckets.owns(bucket, epoch), 'what is under way goes on')
    assert.deepEqual(held(second), [31])
    first.buckets.leave(bucket, epoch)
    await first.look()
    await second.look()
    assert.deepEqual(held(second), [32])
    assert.ok(second.buckets.holds(bucket))
  })

  it('gives up the highest of its buckets, in whatever order their rows are stored', async () => {
    await database.pool.query({ text: 'truncate bucket_leases' })
    await database.pool.query({ text: 'insert into bucket_leases (bucket) select generate_series(63, 0, -1)' })
    // On a new connection, PostgreSQL plans for the given values and reads rows in physical order.
    const pool = new pg.Pool({ connectionString: database.url, max: 1 })
    const first = make(LONG, createSystemClock(), QUIET, { pool })
    await first.start()
    await start()
    await first.look()
    assert.deepEqual(
      first.buckets.held(),
      Array.from({ length: 32 }, (_, bucket) => bucket),
    )
    await first.stop()
    await pool.end()
  })

  it('if alone again, takes back leaving buckets when their running work has ended', async () => {
    const first = await start()
    const epoch = first.buckets.enter(63)!
    const second = await start()
    await first.look()
    await second.stop()
    await first.look()
    assert.equal(first.buckets.held().length, 63)
    assert.equal(first.buckets.enter(63), undefined)
    assert.ok(first.buckets.owns(63, epoch), 'what is under way goes on')
    first.buckets.leave(63, epoch)
    await first.look()
    await first.look()
    assert.equal(first.buckets.held().length, 64)
    assert.equal(first.buckets.enter(63), epoch + 1)
  })

  it("takes over a dead process's buckets, and deletes its row", async () => {
    const dead = await start()
    const heir = await start()
    assert.deepEqual(held(heir), [0])
    await expire(dead)
    await heir.look()
    assert.equal(heir.buckets.held().length, 64)
    assert.ok(heir.buckets.wasLeft(0))
    assert.deepEqual(await processes(), [heir.buckets.processId])
  })

  it('a stalled process loses buckets taken by others, its work is cut off, and it counts again', async () => {
    const stalled = await start()
    const epoch = stalled.buckets.enter(3)!
    let aborts = 0
    stalled.buckets.onAbort(() => (aborts += 1))
    const heir = await start()
    await expire(stalled)
    await heir.look()
    const writes = await transaction(database.pool, (tx) => holdLeases(tx, stalled.buckets.processId, [3]))
    assert.deepEqual(writes, [], 'its flush changes nothing')
    await stalled.look()
    assert.equal(aborts, 1)
    assert.ok(!stalled.buckets.owns(3, epoch))
    assert.deepEqual(held(stalled), [0])
    await heir.look()
    await stalled.look()
    assert.deepEqual(held(stalled, heir), [32, 32])
  })

  it('continues with expired leases that were not taken', async () => {
    const alone = await start()
    const epoch = alone.buckets.enter(3)!
    await expire(alone)
    await alone.look()
    assert.equal(alone.buckets.held().length, 64)
    assert.ok(alone.buckets.owns(3, epoch))
  })

  it('releases all buckets at its stop and hints the others', async () => {
    const told: string[] = []
    const leases = make(LONG, createSystemClock(), { ...QUIET, send: (kind: string) => void told.push(kind) } as never)
    await leases.start()
    told.length = 0
    await leases.stop()
    assert.deepEqual(await owners(), new Map([[null, 64]]))
    assert.deepEqual(await processes(), [])
    assert.deepEqual(told, ['leases'])
  })

  it('starts no work, and then aborts, only by the age of the last renewal', async () => {
    let monotonic = 1000
    const clock: Clock = { now: () => 0, wall: () => 0, monotonic: () => monotonic }
    const leases = make(LONG, clock)
    assert.ok(!leases.buckets.mayStart() && leases.buckets.mustAbort(), 'not before the first lease')
    await leases.start()
    const epoch = leases.buckets.enter(1)!
    monotonic += LONG.leaseStartMarginMs - 1
    assert.ok(leases.buckets.mayStart())
    monotonic += 1
    assert.ok(!leases.buckets.mayStart() && !leases.buckets.mustAbort() && leases.buckets.owns(1, epoch))
    monotonic += LONG.leaseAbortMarginMs - LONG.leaseStartMarginMs
    assert.ok(leases.buckets.mustAbort() && !leases.buckets.owns(1, epoch))
    await leases.look()
    assert.ok(leases.buckets.mayStart() && leases.buckets.owns(1, epoch))
  })

  it('cuts off work in flight before the lease can have ended in the database, without asking it', async () => {
    const times = { leaseRenewIntervalMs: 20_000, leaseStartMarginMs: 25, leaseAbortMarginMs: 50, leaseDurationMs: 60 }
    const leases = make(times)
    const aborted = new Promise<void>((resolve) => leases.buckets.onAbort(resolve))
    await leases.start()
    await aborted
    assert.ok(leases.buckets.mustAbort())
  })

  it('is taken over only after every write under its lease is committed', async () => {
    const stalled = await start()
    // Its sessions stop waiting for a lock after LOCK_TIMEOUT_MS, so the test sees that it waits.
    const hasty = new URL(database.url)
    hasty.searchParams.set('options', `-c lock_timeout=${LOCK_TIMEOUT_MS}`)
    const pool = new pg.Pool({ connectionString: hasty.href, max: 1 })
    const refusals: string[] = []
    const log = {
      info: () => {},
      error: () => {},
      warn: ({ cause }: { cause: string }) => void refusals.push(cause),
    } as never
    const heir = make(LONG, createSystemClock(), QUIET, { pool, log })
    await heir.start()
    await transaction(database.pool, async (tx) => {
      const [lease] = await holdLeases(tx, stalled.buckets.processId, [5])
      assert.equal(lease?.bucket, 5)
      // A renewal does not wait for the writer.
      await stalled.look()
    })
    await expire(stalled)
    await transaction(database.pool, async (tx) => {
      const leases = await holdLeases(tx, stalled.buckets.processId, [5])
      assert.equal(leases.length, 1)
      await heir.look()
      assert.deepEqual(refusals, ['canceling statement due to lock timeout'], 'the take-over waits for the writer')
      assert.deepEqual(held(heir), [0])
    })
    await heir.look()
    assert.equal(heir.buckets.held().length, 64)
    await heir.stop()
    await pool.end()
  })
})

describe('decideBalance', () => {
  it('gives all to a process that is alone', () => {
    assert.deepEqual(decideBalance(0, 1, BUCKET_COUNT), { take: 64, giveUp: 0 })
    assert.deepEqual(decideBalance(64, 1, BUCKET_COUNT), { take: 0, giveUp: 0 })
  })

  it('halves between two', () => {
    assert.deepEqual(decideBalance(64, 2, BUCKET_COUNT), { take: 0, giveUp: 32 })
    assert.deepEqual(decideBalance(10, 2, BUCKET_COUNT), { take: 22, giveUp: 0 })
  })

  it('leaves no bucket without a process, however many there are', () => {
    for (let processes = 1; processes <= 2 * BUCKET_COUNT; processes++)
      assert.ok(decideBalance(0, processes, BUCKET_COUNT).take * processes >= BUCKET_COUNT)
  })
})
