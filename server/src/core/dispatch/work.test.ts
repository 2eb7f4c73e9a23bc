import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlowStart } from './work.ts'

test('up to the free number items start at once, above it one per millisecond', () => {
  const slowStart = createSlowStart(64)
  let inFlight = 0
  for (let now = 0; now <= 100; now += 0.25) {
    const room = slowStart.room(inFlight, now)
    if (now === 0) assert.ok(room >= 64, `${room}`)
    inFlight += Math.max(0, room)
    slowStart.started(inFlight)
    assert.ok(inFlight <= 64 + 10 + now, `${inFlight} at ${now} ms`)
  }
  assert.ok(inFlight >= 64 + 100, `${inFlight}`)
})

/** A slow start after 100 ms at its limit, and the number then in flight. */
function grown(free: number) {
  const slowStart = createSlowStart(free)
  let inFlight = 0
  for (let now = 0; now <= 100; now++) {
    inFlight += Math.max(0, slowStart.room(inFlight, now))
    slowStart.started(inFlight)
  }
  return { slowStart, inFlight }
}

test('ended items are replaced at once', () => {
  const { slowStart, inFlight } = grown(4)
  const room = slowStart.room(inFlight - 50, 100)
  assert.ok(room >= 50 && room <= 52, `${room}`)
})

test('unused room shrinks as slowly as it grew', () => {
  const { slowStart, inFlight } = grown(4)
  let room = 0
  for (let now = 101; now <= 150; now++) {
    room = slowStart.room(0, now)
    slowStart.started(0)
  }
  assert.ok(room >= inFlight - 52 && room <= inFlight - 45, `${room} of ${inFlight}`)
  for (let now = 151; now <= 400; now++) {
    room = slowStart.room(0, now)
    slowStart.started(0)
  }
  assert.equal(room, 4 + 1)
})
