import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '../errors.ts'
import { FairGate } from './fair-gate.ts'
import type { Leave } from './fair-gate.ts'

const LONG_MS = 60_000

/** Lets all promises settle that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('one key has no more than its share, and all together no more than there are places', async () => {
  const gate = new FairGate({ placesMax: 3, shareMax: 2, waitingMax: 100, waitMsMax: LONG_MS })
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
  const gate = new FairGate({ placesMax: 1, shareMax: 1, waitingMax: 100, waitMsMax: LONG_MS })
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
  const gate = new FairGate({ placesMax: 1, shareMax: 1, waitingMax: 100, waitMsMax: LONG_MS })
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
  const gate = new FairGate({ placesMax: 2, shareMax: 1, waitingMax: 1, waitMsMax: 1 })
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
