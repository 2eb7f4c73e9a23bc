import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { Slots } from './slots.ts'

const { signal } = new AbortController()

/** Takes a slot and records the name when it is taken. */
function taker(slots: Slots) {
  const order: string[] = []
  const take = (key: string, name: string, ending = signal): void =>
    void slots.take(key, ending).then((taken) => order.push(taken ? name : `${name} ended`))
  return { order, take }
}

test('slots are given in order of arrival, except to keys with all of theirs', async () => {
  const slots = new Slots(3, 2)
  const { order, take } = taker(slots)
  for (const [key, name] of ['a1', 'a2', 'a3', 'b1', 'b2'].map((text) => [text[0]!, text] as const)) take(key, name)
  await nextTurn()
  assert.deepEqual(order, ['a1', 'a2', 'b1'])
  slots.give('b')
  await nextTurn()
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'b2'])
  slots.give('a')
  await nextTurn()
  assert.deepEqual(order.slice(4), ['a3'])
})

test('an aborted wait takes no slot', async () => {
  const slots = new Slots(1, 1)
  const { order, take } = taker(slots)
  const ending = new AbortController()
  take('a', 'first')
  take('a', 'second', ending.signal)
  take('a', 'third')
  ending.abort()
  take('a', 'fourth', ending.signal)
  await nextTurn()
  assert.deepEqual(order.toSorted(), ['first', 'fourth ended', 'second ended'])
  slots.give('a')
  await nextTurn()
  assert.equal(order.at(-1), 'third')
})
