import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../errors.ts'
import { Batcher } from './batcher.ts'
import type { BatcherOptions } from './batcher.ts'

/** A flush ended by the test. */
interface Flush {
  items: string[]
  resolve(results: string[]): void
  reject(error: unknown): void
}

function makeBatcher(options: Partial<BatcherOptions<string, string>> = {}) {
  const flushes: Flush[] = []
  const clock = { ms: 0 }
  const batcher = new Batcher<string, string>({
    itemsMax: 3,
    slots: 1,
    waitingMax: 100,
    waitMsMax: Infinity,
    monotonic: () => clock.ms,
    flush: (items) => new Promise((resolve, reject) => flushes.push({ items, resolve, reject })),
    ...options,
  })
  return { batcher, flushes, clock }
}

/** The next turn of the event loop, with all promises settled by then. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

async function endNext(flushes: Flush[]): Promise<string[]> {
  const flush = flushes.shift()!
  flush.resolve(flush.items.map((item) => `${item} done`))
  await turn()
  return flush.items
}

function databaseError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

test('the callers of one turn share a flush, and each gets its own result', async () => {
  const { batcher, flushes } = makeBatcher()
  const results = Promise.all(['a', 'b'].map((item) => batcher.add(item)))
  await turn()
  assert.deepEqual(await endNext(flushes), ['a', 'b'])
  assert.deepEqual(await results, ['a done', 'b done'])
})

test('a lone caller is flushed without waiting for others', async () => {
  const { batcher, flushes } = makeBatcher()
  const result = batcher.add('a')
  await turn()
  await endNext(flushes)
  assert.equal(await result, 'a done')
})

test('items added while all slots are busy go with the next flushes, in order, at most itemsMax each', async () => {
  const { batcher, flushes } = makeBatcher()
  const results = [batcher.add('a')]
  await turn()
  results.push(...['b', 'c', 'd', 'e'].map((item) => batcher.add(item)))
  await turn()
  assert.equal(flushes.length, 1)
  assert.equal(batcher.size, 5)
  assert.deepEqual(await endNext(flushes), ['a'])
  assert.deepEqual(await endNext(flushes), ['b', 'c', 'd'])
  assert.deepEqual(await endNext(flushes), ['e'])
  await Promise.all(results)
  assert.equal(batcher.size, 0)
})

test('the next flush begins before the callers of the one before go on', async () => {
  const { batcher, flushes } = makeBatcher()
  const begun: number[] = []
  const first = batcher.add('a').then(() => begun.push(flushes.length))
  await turn()
  const second = batcher.add('b')
  await endNext(flushes)
  await first
  assert.deepEqual(begun, [1])
  await endNext(flushes)
  assert.equal(await second, 'b done')
})

test('as many flushes are under way as there are slots', async () => {
  const { batcher, flushes } = makeBatcher({ slots: 2, itemsMax: 1 })
  const results = ['a', 'b', 'c'].map((item) => batcher.add(item))
  await turn()
  assert.deepEqual(
    flushes.map((flush) => flush.items),
    [['a'], ['b']],
  )
  while (flushes.length > 0) await endNext(flushes)
  await Promise.all(results)
})

test('the next flush waits for more items during a flush, but not for a stalled one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { batcher, flushes } = makeBatcher({ slots: 2 })
  const results = [batcher.add('a')]
  await turn()
  results.push(batcher.add('b'))
  await turn()
  results.push(batcher.add('c'))
  await turn()
  assert.equal(flushes.length, 1)
  t.mock.timers.tick(20)
  assert.deepEqual(
    flushes.map((flush) => flush.items),
    [['a'], ['b', 'c']],
  )
  while (flushes.length > 0) await endNext(flushes)
  await Promise.all(results)
})

test('beyond waitingMax a caller is refused with 503', async () => {
  const { batcher, flushes } = makeBatcher({ waitingMax: 1 })
  const first = batcher.add('a')
  await assert.rejects(batcher.add('b'), (error) => error instanceof ApiError && error.status === 503)
  await turn()
  await endNext(flushes)
  await first
})

describe('an account with more items than the line takes', () => {
  const accountOf = (item: string) => Number(item.split(' ')[0])
  const item = (accountId: number, index: number) => `${accountId} ${index}`
  const options = { itemsMax: 100, slots: 2, waitingMax: 5000, accountOf }

  /** As many items of one account as fifty batches have in progress at the same time. */
  function crowd() {
    const made = makeBatcher(options)
    const told = { stored: 0, refused: 0 }
    for (let index = 0; index < 5000; index++)
      made.batcher.add(item(1, index)).then(
        () => (told.stored += 1),
        () => (told.refused += 1),
      )
    return { ...made, told }
  }

  test('has a quarter of it, and another account is not refused', async () => {
    const { batcher, flushes, told } = crowd()
    await Promise.resolve()
    assert.deepEqual(told, { stored: 0, refused: 3750 })
    const other = batcher.add(item(2, 0))
    await turn()
    while (flushes.length > 0) await endNext(flushes)
    assert.equal(await other, '2 0 done')
    assert.deepEqual(told, { stored: 1250, refused: 3750 })
    await batcher.drained()
  })

  test('and another account’s item goes with the next flush', async () => {
    const { batcher, flushes } = crowd()
    await turn()
    assert.equal(flushes.length, 2)
    const other = batcher.add(item(2, 0))
    await endNext(flushes)
    const { items } = flushes.at(-1)!
    assert.equal(items.length, 100)
    assert.deepEqual(items.slice(0, 2), [item(1, 200), item(2, 0)])
    while (flushes.length > 0) await endNext(flushes)
    await other
  })

  test('accounts take turns, and the items of each stay in their order', async () => {
    const { batcher, flushes } = makeBatcher({ ...options, itemsMax: 4, slots: 1 })
    const results = [1, 1, 1, 1, 1, 1, 2, 2, 3].map((accountId, index) => batcher.add(item(accountId, index)))
    await turn()
    const flushed: string[][] = []
    while (flushes.length > 0) flushed.push(await endNext(flushes))
    assert.deepEqual(flushed, [['1 0', '2 6', '3 8', '1 1'], ['2 7', '1 2', '1 3', '1 4'], ['1 5']])
    await Promise.all(results)
  })

  test('the service’s own items have no account and keep their order', async () => {
    const { accountOf: _, ...own } = options
    const { batcher, flushes } = makeBatcher({ ...own, itemsMax: 2, slots: 1, waitingMax: 4 })
    const results = [1, 1, 1, 2].map((accountId, index) => batcher.add(item(accountId, index)))
    await turn()
    assert.deepEqual(await endNext(flushes), ['1 0', '1 1'])
    assert.deepEqual(await endNext(flushes), ['1 2', '2 3'])
    await Promise.all(results)
  })
})

test('items that waited too long fail with 503 and are not written', async () => {
  const { batcher, flushes, clock } = makeBatcher({ waitMsMax: 1000, itemsMax: 1 })
  const first = batcher.add('a')
  const second = batcher.add('b')
  const refused = assert.rejects(second, (error) => error instanceof ApiError && error.status === 503)
  await turn()
  clock.ms = 1001
  await endNext(flushes)
  await first
  await refused
  assert.equal(flushes.length, 0)
  await batcher.drained()
})

test('a bad item fails alone: its batch is run again item by item', async () => {
  const flushed: string[][] = []
  const { batcher } = makeBatcher({
    async flush(items) {
      flushed.push(items)
      // As PostgreSQL does, it names the check: a missing partition has the same code and no name.
      if (items.includes('bad')) throw Object.assign(databaseError('23514'), { constraint: 'things_name_check' })
      return items
    },
  })
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((item) => batcher.add(item)))
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(flushed, [['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
})

test('a deadlock is run again as it is, a bounded number of times', async () => {
  let deadlocks = 1
  let flushes = 0
  const { batcher } = makeBatcher({
    async flush(items) {
      flushes += 1
      if (deadlocks-- > 0) throw databaseError('40P01')
      return items
    },
  })
  assert.equal(await batcher.add('a'), 'a')
  assert.equal(flushes, 2)
  deadlocks = Infinity
  await assert.rejects(batcher.add('b'), { code: '40P01' })
  assert.equal(flushes, 2 + 5)
})

test('any other error fails all callers of the batch, and the next batch is written', async () => {
  const { batcher, flushes } = makeBatcher()
  const failing = Promise.allSettled(['a', 'b'].map((item) => batcher.add(item)))
  await turn()
  flushes.shift()!.reject(databaseError('08006'))
  assert.deepEqual(
    (await failing).map((result) => result.status),
    ['rejected', 'rejected'],
  )
  const next = batcher.add('c')
  await turn()
  await endNext(flushes)
  assert.equal(await next, 'c done')
})

test('drained waits for waiting items and running flushes', async () => {
  const { batcher, flushes } = makeBatcher({ itemsMax: 1 })
  await batcher.drained()
  const results = ['a', 'b'].map((item) => batcher.add(item))
  let drained = false
  const draining = batcher.drained().then(() => (drained = true))
  await turn()
  await endNext(flushes)
  assert.equal(drained, false)
  await endNext(flushes)
  await draining
  await Promise.all(results)
})

test('with gatherMs the next flush waits for its time or for enough items, and none waits after a pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 0
  const { batcher, flushes } = makeBatcher({ gatherMs: 10, itemsEnough: 2, monotonic: () => nowMs })
  const pass = (ms: number) => {
    nowMs += ms
    t.mock.timers.tick(ms)
    return turn()
  }
  const results = [batcher.add('a')]
  await turn()
  assert.deepEqual(await endNext(flushes), ['a'])
  // Its caller gets the result at once.
  await results[0]
  await pass(4)
  results.push(batcher.add('b'))
  await pass(5)
  assert.equal(flushes.length, 0)
  await pass(1)
  assert.deepEqual(await endNext(flushes), ['b'])
  results.push(batcher.add('c'))
  await turn()
  assert.equal(flushes.length, 0)
  results.push(batcher.add('d'))
  await turn()
  assert.deepEqual(await endNext(flushes), ['c', 'd'])
  await pass(10)
  results.push(batcher.add('e'))
  await turn()
  assert.deepEqual(await endNext(flushes), ['e'])
  results.push(batcher.add('f', true))
  await turn()
  assert.deepEqual(await endNext(flushes), ['f'], 'an urgent one does not wait')
  await Promise.all(results)
  await batcher.drained()
})

test('an urgent item waits for a flush that is stalled no longer than without gatherMs', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { batcher, flushes } = makeBatcher({ gatherMs: 1000, slots: 2 })
  const results = [batcher.add('stalled')]
  await turn()
  results.push(batcher.add('plain'), batcher.add('urgent', true))
  t.mock.timers.tick(20)
  await turn()
  assert.deepEqual(
    flushes.map(({ items }) => items),
    [['stalled'], ['plain', 'urgent']],
  )
  for (const _ of results) if (flushes.length > 0) await endNext(flushes)
  await Promise.all(results)
})
