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

/** The growth after 100 ms at its limit, and how many are then in flight. */
function grown(free: number) {
  const growth = createGrowth(free)
  let inFlight = 0
  for (let now = 0; now <= 100; now++) {
    inFlight += Math.max(0, growth.room(inFlight, now))
    growth.started(inFlight)
  }
  return { growth, inFlight }
}

test('what landed is replaced at once', () => {
  const { growth, inFlight } = grown(4)
  const room = growth.room(inFlight - 50, 100)
  assert.ok(room >= 50 && room <= 52, `${room}`)
})

test('what is not used goes as slowly as it came', () => {
  const { growth, inFlight } = grown(4)
  let room = 0
  for (let now = 101; now <= 150; now++) {
    room = growth.room(0, now)
    growth.started(0)
  }
  assert.ok(room >= inFlight - 52 && room <= inFlight - 45, `${room} of ${inFlight}`)
  for (let now = 151; now <= 400; now++) {
    room = growth.room(0, now)
    growth.started(0)
  }
  assert.equal(room, 4 + 1)
})
