import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlowStart } from './work.ts'

test('up to the free number items start at once, above it one per millisecond', () => {
  const slowStart = createSlowStart(64)
  let inFlight = 0
  for (let now = 0; now <= 100; now += 0.25) {
    const free = slowStart.free(inFlight, now)
    if (now === 0) assert.ok(free >= 64, `${free}`)
    inFlight += Math.max(0, free)
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
    inFlight += Math.max(0, slowStart.free(inFlight, now))
    slowStart.started(inFlight)
  }
  return { slowStart, inFlight }
}

test('ended items are replaced at once', () => {
  const { slowStart, inFlight } = grown(4)
  const free = slowStart.free(inFlight - 50, 100)
  assert.ok(free >= 50 && free <= 52, `${free}`)
})

test('unused room shrinks as slowly as it grew', () => {
  const { slowStart, inFlight } = grown(4)
  let free = 0
  for (let now = 101; now <= 150; now++) {
    free = slowStart.free(0, now)
    slowStart.started(0)
  }
  assert.ok(free >= inFlight - 52 && free <= inFlight - 45, `${free} of ${inFlight}`)
  for (let now = 151; now <= 400; now++) {
    free = slowStart.free(0, now)
    slowStart.started(0)
  }
  assert.equal(free, 4 + 1)
})
