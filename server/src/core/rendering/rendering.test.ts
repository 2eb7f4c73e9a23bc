import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../platform/errors.ts'
import { createRenderBudget, createRenderTurns, requireBudget } from './rendering.ts'
import { FairQueue } from '../../platform/admission/fair-gate.ts'

describe("an account's budget", () => {
  test('is four seconds of its time at once, and grows again with the time that passes', () => {
    let now = 0
    const budget = createRenderBudget(100, () => now)!
    const retryAfter = (accountId: number): string | null => {
      try {
        requireBudget(budget, accountId)
        return null
      } catch (error) {
        assert.ok(error instanceof ApiError && error.code === 'render_budget' && error.status === 503)
        return error.headers['retry-after']!
      }
    }
    budget.take(1, 399)
    assert.equal(retryAfter(1), null)
    budget.take(1, 251)
    assert.equal(retryAfter(1), '3')
    assert.equal(retryAfter(2), null)
    now = 2_000
    assert.equal(retryAfter(1), '1')
    now = 2_600
    assert.equal(retryAfter(1), null)
  })

  test('of 0 has no end', () => {
    requireBudget(
      createRenderBudget(0, () => 0),
      1,
    )
  })
})

/** Turns with a test clock. Each piece of work takes a given time on it. */
function prepare() {
  let now = 0
  const done: number[] = []
  const turns = createRenderTurns(() => now)
  let chargedMs = 0
  const charge = (processorMs: number) => void (chargedMs += processorMs)
  const runNow = (accountId: number, takesMs: number) =>
    turns.run(
      accountId,
      () => {
        now += takesMs
        done.push(accountId)
        return accountId
      },
      charge,
    )
  const run = async (accountId: number, takesMs: number) => runNow(accountId, takesMs)
  return { turns, run, runNow, done, charge, chargedMs: () => chargedMs }
}

/** The number of finished renders in each turn of the event loop. */
async function byTurn(done: readonly number[], expected: number): Promise<number[]> {
  const counts = [done.length]
  while (done.length < expected) {
    const before = done.length
    await new Promise((resolve) => setImmediate(resolve))
    counts.push(done.length - before)
  }
  return counts
}

describe('renders on the event loop', () => {
  test('short ones are done at once, without a promise', () => {
    const { runNow } = prepare()
    for (let count = 0; count < 100; count++) assert.equal(runNow(1, 0.05), 1)
  })

  test('of long ones no turn of the loop does more than one', async () => {
    const { run, done, chargedMs } = prepare()
    const all = Array.from({ length: 50 }, () => run(1, 20))
    const counts = await byTurn(done, all.length)
    assert.ok(Math.max(...counts) === 1, counts.join(' '))
    assert.deepEqual(new Set(await Promise.all(all)), new Set([1]))
    assert.equal(chargedMs(), 1_000)
  })

  test('those of short ones that wait share turns', async () => {
    const { run, done } = prepare()
    const all = Array.from({ length: 45 }, () => run(1, 1))
    assert.deepEqual(await byTurn(done, all.length), [11, 11, 11, 11, 1])
  })

  test('one account with many waits delays another by one render', async () => {
    const { run, done } = prepare()
    const all = [...Array.from({ length: 1_000 }, () => run(1, 20)), run(2, 20)]
    await Promise.all(all)
    assert.ok(done.indexOf(2) <= 2, String(done.indexOf(2)))
  })

  test('work that throws does so to its caller alone', async () => {
    const { turns, run, charge } = prepare()
    await run(1, 20)
    const broken = () => {
      throw new Error('broken')
    }
    const failed = turns.run(1, broken, charge)
    const next = run(1, 1)
    await assert.rejects(async () => failed, /broken/)
    assert.equal(await next, 1)
  })

  test('beyond so many that wait the rest is refused', async () => {
    const { run } = prepare()
    const results = await Promise.allSettled(Array.from({ length: 1_600 }, () => run(1, 20)))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ApiError] : []))
    assert.ok(refused.length > 0 && refused.length < 200)
    assert.ok(refused.every((error) => error.code === 'overloaded' && error.headers['retry-after'] === '1'))
  })
})

test('a fair queue takes one of each account in turns, and passes over those that may not go', () => {
  const queue = new FairQueue<string>({ perKeyMax: 3, max: 5 })
  for (const item of ['a1', 'a2', 'a3']) assert.ok(queue.add(1, item))
  assert.equal(queue.add(1, 'a4'), false)
  assert.ok(queue.add(2, 'b1') && queue.add(2, 'b2'))
  assert.equal(queue.add(3, 'c1'), false)
  assert.equal(queue.take((accountId) => accountId === 2)?.item, 'b1')
  const order = Array.from({ length: 4 }, () => queue.take()?.item)
  assert.deepEqual(order, ['a1', 'b2', 'a2', 'a3'])
  assert.deepEqual([queue.take(), queue.size], [null, 0])
})
