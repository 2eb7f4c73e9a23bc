import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrowth } from './growth.ts'

test('up to the free number is started at once, beyond it one a millisecond', () => {
  const growth = createGrowth(64)
  let inFlight = 0
  for (let now = 0; now <= 100; now += 0.25) {
    const room = growth.room(inFlight, now)
    if (now === 0) assert.ok(room >= 64, `${room}`)
    inFlight += Math.max(0, room)
    growth.started(inFlight)
    assert.ok(inFlight <= 64 + 10 + now, `${inFlight} at ${now} ms`)
  }
  assert.ok(inFlight >= 64 + 100, `${inFlight}`)
})

test('what landed is replaced at once, and what is not needed is not kept for later', () => {
  const growth = createGrowth(4)
  growth.room(0, 0)
  growth.started(4)
  for (let now = 1; now <= 100; now++) growth.started(4 + Math.max(0, growth.room(4, now)))
  const full = 4 + growth.room(4, 101)
  growth.started(full)
  assert.ok(full > 4)
  // Half of it lands.
  assert.ok(growth.room(full / 2, 101) >= Math.floor(full / 2))
  // It is not needed: after a long pause it has to grow again.
  growth.started(2)
  assert.ok(growth.room(2, 10_000) <= 4 - 2 + 10)
})
