import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '../errors.ts'
import { FairGate } from './fair-gate.ts'
import type { Leave } from './fair-gate.ts'

const LONG_MS = 60_000

/** Lets all promises settle that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('one key has no more than its share, and all together no more than there are places', async () => {
  const gate = new FairGate({ placesMax: 3, ofKeyMax: 2, waitingPerKeyMax: 100, waitMsMax: LONG_MS })
  const entered: string[] = []
  const leaves: Leave[] = []
  for (const key of ['a', 'a', 'a', 'b', 'b'])
    void gate.enter(key).then((leave) => {
      entered.push(key)
      leaves.push(leave)
    })
  await settle()
  assert.deepEqual(entered, ['a', 'a', 'b'])
  assert.deepEqual([gate.taken, gate.waiting], [3, 2])
  for (let next = 0; next < leaves.length; next++) {
    leaves[next]!()
    await settle()
  }
  assert.equal(entered.length, 5)
  assert.deepEqual([gate.taken, gate.waiting], [0, 0])
})

test('waiting callers are admitted in turns, one per key', async () => {
  const gate = new FairGate({ placesMax: 1, ofKeyMax: 1, waitingPerKeyMax: 100, waitMsMax: LONG_MS })
  const order: string[] = []
  const first = await gate.enter('first')
  const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(async (key) => {
    const leave = await gate.enter(key)
    order.push(key)
    leave()
  })
  first()
  await Promise.all(all)
  assert.equal(order.join(''), 'abcabaa')
})

test('a place that is given back twice counts once', async () => {
  const gate = new FairGate({ placesMax: 1, ofKeyMax: 1, waitingPerKeyMax: 100, waitMsMax: LONG_MS })
  const leave = await gate.enter(1)
  const waiting = [gate.enter(1), gate.enter(1)]
  leave()
  leave()
  await settle()
  assert.deepEqual([gate.taken, gate.waiting], [1, 1])
  const next = await waiting[0]!
  next()
  const last = await waiting[1]!
  last()
  assert.equal(gate.taken, 0)
})

test('a caller behind too many, or waiting too long, is refused with 503 and Retry-After', async () => {
  const gate = new FairGate({ placesMax: 2, ofKeyMax: 1, waitingPerKeyMax: 1, waitMsMax: 1 })
  const leave = await gate.enter('a')
  const late = gate.enter('a')
  const refused = (error: ApiError) => error.status === 503 && error.headers['retry-after'] === '1'
  await assert.rejects(gate.enter('a'), refused, 'the line is full')
  await assert.rejects(late, refused, 'it waited too long')
  const other = await gate.enter('b')
  other()
  leave()
  assert.deepEqual([gate.taken, gate.waiting], [0, 0])
  const again = await gate.enter('a')
  again()
})

test('a caller whose signal ends waits no longer and takes no place', async () => {
  const gate = new FairGate({ placesMax: 1 })
  const order: string[] = []
  const { signal } = new AbortController()
  const ending = new AbortController()
  const enter = (name: string, until = signal) =>
    gate.enterUnless('a', until).then((leave) => {
      order.push(leave === null ? `${name} ended` : name)
      return leave
    })
  const first = await enter('first')
  void enter('second', ending.signal)
  void enter('third')
  ending.abort()
  void enter('fourth', ending.signal)
  await settle()
  assert.deepEqual(order.toSorted(), ['first', 'fourth ended', 'second ended'])
  first!()
  await settle()
  assert.equal(order.at(-1), 'third')
})

test('if all places of the queue are taken, a key with fewer callers takes the place of the key with most', async () => {
  const gate = new FairGate({ placesMax: 2, waitingMax: 5 })
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const ask = (key: string) =>
    void gate
      .run(key, () => {
        begun.push(key)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch(() => refused.push(key))
  for (let asked = 0; asked < 200; asked++) ask('a')
  for (const key of ['b', 'b', 'c']) ask(key)
  await settle()
  // Two of `a` run. It has lost three of its five places.
  assert.equal(refused.length, 193 + 3)
  assert.ok(refused.every((key) => key === 'a'))
  for (const key of ['b', 'c', 'd', 'e']) ask(key)
  await settle()
  assert.deepEqual(refused.slice(196).toSorted(), ['a', 'b', 'b', 'c'])
  for (let ended = 0; ended < 7; ended++) {
    ends.shift()!()
    await settle()
  }
  assert.deepEqual(begun.slice(2).toSorted(), ['a', 'b', 'c', 'd', 'e'])
})

test('work that fails gives its place back', async () => {
  const gate = new FairGate({ placesMax: 1 })
  const failed = gate.run('a', () => Promise.reject(new Error('no')))
  const waited = gate.run('b', () => Promise.resolve('done'))
  await assert.rejects(failed, /no/)
  assert.equal(await waited, 'done')
})
