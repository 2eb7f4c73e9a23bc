import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Clock } from './clock.ts'
import {
  BUCKET_COUNT,
  EVENT_ID_PATTERN,
  bucketOf,
  createEventIds,
  eventIdFloor,
  eventIdTime,
  randomBase62,
  randomFraction,
} from './ids.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LATEST_MS = 2 ** 48 - 1

function clockAt(timeMs: number): Clock & { timeMs: number } {
  return {
    timeMs,
    now() {
      return this.timeMs
    },
    wall: () => 0,
    monotonic: () => 0,
  }
}

/** The 128 bits as one number, computed in the simplest way. */
function decode(eventId: string): bigint {
  let value = 0n
  for (const character of eventId.slice(4)) value = value * 32n + BigInt(CROCKFORD.indexOf(character))
  return value
}

function encode(value: bigint): string {
  let text = ''
  for (let digit = 0; digit < 26; digit++, value /= 32n) text = CROCKFORD[Number(value % 32n)]! + text
  return `evt_${text}`
}

test('event ids are UUIDv7 in Crockford base32: time, version, counter, variant', () => {
  const clock = clockAt(0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: LATEST_MS }), (timeMs) => {
      clock.timeMs = timeMs
      const { id } = createEventIds(clock).next(0)
      assert.match(id, EVENT_ID_PATTERN)
      const bits = decode(id)
      assert.equal(encode(bits), id)
      assert.equal(Number(bits >> 80n), timeMs)
      assert.equal((bits >> 76n) & 0xfn, 7n)
      assert.equal((bits >> 64n) & 0xfffn, 0n)
      assert.equal((bits >> 62n) & 0b11n, 0b10n)
      assert.equal(eventIdTime(id), timeMs)
    }),
  )
})

test('the floor of a millisecond lies between its ids and those of the one before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: LATEST_MS }), (timeMs) => {
      const floor = eventIdFloor(timeMs)
      assert.equal(floor, encode(BigInt(timeMs) << 80n))
      assert.equal(eventIdTime(floor), timeMs)
      assert.ok(createEventIds(clockAt(timeMs)).next(0).id > floor)
      if (timeMs > 1) assert.ok(createEventIds(clockAt(timeMs - 1)).next(0).id < floor)
    }),
  )
})

test('ids ascend without a repetition, more than a counter holds in a millisecond, and while the clock goes back', () => {
  const clock = clockAt(1_700_000_000_000)
  const ids = createEventIds(clock)
  let last = ''
  for (let count = 0; count < 20_000; count++) {
    if (count === 10_000) clock.timeMs -= 60_000
    const { id, timeMs } = ids.next(0)
    assert.ok(id > last, id)
    assert.equal(eventIdTime(id), timeMs)
    last = id
  }
})

test('an id is later than the last change of its delivery, although another process made that by a faster clock', () => {
  const clock = clockAt(1000)
  const ids = createEventIds(clock)
  assert.equal(ids.next(0).timeMs, 1000)
  assert.equal(ids.next(5000).timeMs, 5001)
  assert.equal(ids.next(5001).timeMs, 5002)
  assert.ok(ids.next(0).timeMs >= 5002)
})

test('a bucket is one of all of them, the same for ever, and consecutive accounts spread evenly', () => {
  // Each row stores its bucket, so these must never change.
  assert.deepEqual([1, 2, 3, 1000, 2 ** 32, Number.MAX_SAFE_INTEGER].map(bucketOf), [55, 6, 39, 24, 55, 49])
  const ACCOUNTS = 64_000
  const counts = Array.from({ length: BUCKET_COUNT }, () => 0)
  for (let accountId = 1; accountId <= ACCOUNTS; accountId++) counts[bucketOf(accountId)]! += 1
  const fair = ACCOUNTS / BUCKET_COUNT
  assert.ok(Math.min(...counts) > fair * 0.85 && Math.max(...counts) < fair * 1.15, counts.join())
})

test('random texts have their length and alphabet, random fractions lie in [0, 1)', () => {
  for (const length of [0, 1, 43, 1000]) assert.match(randomBase62(length), new RegExp(`^[0-9A-Za-z]{${length}}$`))
  assert.notEqual(randomBase62(43), randomBase62(43))
  for (let count = 0; count < 1000; count++) {
    const fraction = randomFraction()
    assert.ok(fraction >= 0 && fraction < 1)
  }
})
