import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { afterStart, heldBack, isRested, nextStartAt, UNLIMITED, withRate } from './rate-limit.ts'
import type { RateLimit } from './rate-limit.ts'

/** Starts as often as the limit allows when checked every `looksEveryMs`, and returns the start times. */
function run(limit: RateLimit, looksEveryMs: number, untilMs: number): number[] {
  const starts: number[] = []
  for (let now = 0; now < untilMs; now += looksEveryMs)
    while (nextStartAt(limit) <= now) {
      starts.push(now)
      limit = afterStart(limit, now)
    }
  return starts
}

test('in no second starts are more than a tenth above the rate, and the rate is reached', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 90 }), (perSecond, looksEveryMs) => {
      const starts = run(withRate(UNLIMITED, perSecond), looksEveryMs, 5000)
      const most = Math.ceil(perSecond * 1.1)
      for (const [index, start] of starts.entries()) {
        const later = starts[index + most]
        if (later !== undefined) assert.ok(later - start >= 1000 - looksEveryMs, `${most + 1} starts in a second`)
      }
      // The burst compensates late checks. A start loses at most the remaining delay.
      const lostMs = Math.max(0, looksEveryMs - Math.max(0, 100 - 1000 / perSecond))
      assert.ok(starts.length >= 4900 / (1000 / perSecond + lostMs) - 1, `${starts.length} starts in 5 s`)
    }),
    { numRuns: 1000 },
  )
})

test('one start a second leaves a second between two', () => {
  assert.deepEqual(run(withRate(UNLIMITED, 1), 10, 3500), [0, 1000, 2000, 3000])
})

test('without a rate everything starts; with one the last start counts', () => {
  const started = afterStart(UNLIMITED, 5000)
  assert.ok(nextStartAt(started) <= 5000)
  assert.equal(nextStartAt(withRate(started, 2)), 5500)
  assert.equal(nextStartAt(withRate(withRate(started, 2), 4)), 5250)
})

test('a held lane starts no items, and is idle after both limits', () => {
  const held = heldBack(afterStart(withRate(UNLIMITED, 1), 0), 700)
  assert.equal(nextStartAt(held), 1000)
  assert.equal(nextStartAt(heldBack(held, 5000)), 5000)
  assert.equal(nextStartAt(heldBack(heldBack(held, 5000), 10)), 5000)
  assert.deepEqual(
    [999, 1000].map((now) => isRested(held, now)),
    [false, true],
  )
  assert.ok(isRested(UNLIMITED, 0))
})
