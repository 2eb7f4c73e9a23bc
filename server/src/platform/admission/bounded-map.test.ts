import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedMap } from './bounded-map.ts'

test('the entries used least recently lose their place when all are too heavy', () => {
  const map = new BoundedMap<string, number>(3_000)
  for (const [index, key] of ['a', 'b', 'c'].entries()) assert.deepEqual(map.set(key, index, 1_000), [])
  assert.equal(map.get('a'), 0)
  assert.deepEqual(map.set('d', 3, 1_500), [1, 2])
  assert.equal(map.get('b'), undefined)
  assert.deepEqual([map.get('a'), map.get('d'), map.size], [0, 3, 2])
  assert.deepEqual(map.set('a', 4, 1_500), [])
  assert.deepEqual(map.set('e', 5, 5_000), [3, 4, 5])
  assert.equal(map.size, 0)
})

test('without weights it counts entries', () => {
  const map = new BoundedMap<string, number>(2)
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [undefined, 1, 2])
  assert.equal(map.delete('b'), true)
  assert.deepEqual(map.set('d', 3), [])
})
