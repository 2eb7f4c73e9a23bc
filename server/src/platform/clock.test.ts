import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSystemClock, isoTime, monotonicMs, threadProcessorMs } from './clock.ts'
import type { Clock } from './clock.ts'

/** The range of the clock's offset to its monotonic time. `now` is rounded down, and reading takes time. */
function offsetOf(clock: Clock): { earliest: number; latest: number } {
  const before = clock.monotonic()
  const now = clock.now()
  return { earliest: now - clock.monotonic(), latest: now + 1 - before }
}

function assertOffset(clock: Clock, wanted: number): void {
  const { earliest, latest } = offsetOf(clock)
  assert.ok(earliest <= wanted && wanted <= latest, `${wanted} is not between ${earliest} and ${latest}`)
}

test('a time of the database that was read slowly moves the clock only if it cannot be right', () => {
  const clock = createSystemClock()
  const askedAt = clock.monotonic()
  clock.correct(5_000_000, askedAt, askedAt)
  const offset = 5_000_000 - askedAt
  assertOffset(clock, offset)
  // The database's time was read within one second, so the clock may be right.
  clock.correct(5_000_400, askedAt, askedAt + 1000)
  assertOffset(clock, offset)
  clock.correct(5_000_001, askedAt, askedAt + 1000)
  assertOffset(clock, offset)
  // The database's clock has jumped.
  clock.correct(8_600_000, askedAt, askedAt + 10)
  assertOffset(clock, 8_600_000 - askedAt - 5)
})

test('a time is written as Date writes it, in whatever order times come', () => {
  const times = [
    0, 999, 1000, 1_780_914_000_007, 1_780_914_000_070, -1, -1000, 253_402_300_799_999, 8.64e15, 1_780_914_000_007.9,
  ]
  for (const timeMs of [...times, ...times.toReversed()]) assert.equal(isoTime(timeMs), new Date(timeMs).toISOString())
  assert.equal(isoTime(null), null)
  assert.throws(() => isoTime(NaN), RangeError)
  assert.throws(() => isoTime(8.64e15 + 1000), RangeError)
})

test('a thread takes no more processor time than the time that passes, however short the work', () => {
  for (let piece = 0; piece < 40; piece++) {
    const [startedAt, before] = [monotonicMs(), threadProcessorMs()]
    while (monotonicMs() < startedAt + 1);
    const processorMs = threadProcessorMs() - before
    const passedMs = monotonicMs() - startedAt
    assert.ok(processorMs <= passedMs, `${processorMs} ms of processor time in ${passedMs} ms`)
  }
})
