import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { ApiError } from '../errors.ts'
import { createShares } from './shares.ts'
import { closePool, createPool } from '../db/pool.ts'
import type { ConnectionPool } from '../db/pool.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const LONG_MS = 60_000
const LOCK = 7
/** The largest number of waiting callers of one account or use. */
const WAITING_MAX = 1000

const database = await endAfterTests(createTestDatabase())

/** Shares of this many connections, and a lock that statements wait for until `unlock`. */
async function withLock(
  connectionsMax: number,
  work: (shares: ReturnType<typeof createShares>, pool: ConnectionPool, unlock: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const pool = createPool({
    url: database.url,
    connectionsMax,
    connectTimeoutMs: LONG_MS,
    statementTimeoutMs: LONG_MS,
    applicationName: 'test',
    onError: () => {},
  })
  const holder = await database.pool.connect()
  const unlock = async () => void (await holder.query({ text: 'select pg_advisory_unlock_all()' }))
  try {
    await holder.query({ text: 'select pg_advisory_lock($1)', values: [LOCK] })
    await work(createShares({ pool, connectionsMax, waitMsMax: LONG_MS }), pool, unlock)
  } finally {
    await unlock()
    holder.release()
    await closePool(pool, LONG_MS)
  }
}

const waitForLock = { text: 'select pg_advisory_xact_lock_shared($1)', values: [LOCK] }
const isOverloaded = (error: unknown) => error instanceof ApiError && error.status === 503

test('a flood of one account’s sessions holds up no other account’s, no sign-in and no other use', async () => {
  await withLock(10, async (shares, pool, unlock) => {
    const share = 2
    const flood = Array.from({ length: share + WAITING_MAX }, () => shares.ofSessions(1).query(waitForLock))
    await assert.rejects(shares.ofSessions(1).query(waitForLock), isOverloaded)
    const others = [shares.ofSessions(2), shares.ofSessions('192.0.2'), shares.ofAll('creation'), shares.ofAccount(1)]
    for (const other of others) {
      const { rows } = await other.query({ text: 'select 1 as one' })
      assert.deepEqual(rows, [{ one: 1 }])
    }
    assert.equal(pool.totalCount - pool.idleCount, share)
    assert.equal(shares.waiting, WAITING_MAX)
    await unlock()
    await Promise.all(flood)
    assert.equal(shares.waiting, 0)
  })
})

test('sessions of many made-up accounts take the turn of one use', async () => {
  await withLock(4, async (shares, _pool, unlock) => {
    const order: string[] = []
    const flood = Array.from({ length: 500 }, (_, index) =>
      shares
        .ofSessions(index)
        .query(waitForLock)
        .then(() => order.push('session')),
    )
    const creation = shares
      .ofAll('creation')
      .query(waitForLock)
      .then(() => order.push('creation'))
    await unlock()
    await Promise.all([...flood, creation])
    const place = order.indexOf('creation')
    assert.ok(place <= 4, `behind ${place} sessions`)
  })
})

test('two accounts do not hold all connections of accounts', async () => {
  await withLock(10, async (shares, pool, unlock) => {
    const held = [1, 2].flatMap((accountId) =>
      Array.from({ length: 40 }, () => shares.ofAccount(accountId).query(waitForLock)),
    )
    const { rows } = await shares.ofAccount(3).query({ text: 'select 1 as one' })
    assert.deepEqual(rows, [{ one: 1 }])
    assert.equal(pool.totalCount - pool.idleCount, 4)
    await unlock()
    await Promise.all(held)
  })
})
