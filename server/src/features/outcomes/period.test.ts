import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketsOf, noCounts, ownSpan, OWN_DAYS_MAX, PERIOD_NAMES, ratesOf, spanOf } from './period.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 5, 8, 10, 20)

test('a period ends with the bucket of now, after at most 90 buckets', () => {
  for (const period of PERIOD_NAMES) {
    const { bucketMs, beforeMs, sinceMs, untilMs } = spanOf(period, NOW)
    assert.ok(untilMs - bucketMs <= NOW && NOW < untilMs)
    assert.equal(sinceMs - beforeMs, untilMs - sinceMs)
    assert.equal(sinceMs % bucketMs, 0)
    assert.ok((untilMs - sinceMs) / bucketMs <= 90)
  }
  assert.equal(new Date(spanOf('24h', NOW).sinceMs).toISOString(), '2026-06-07T11:00:00.000Z')
  assert.equal(new Date(spanOf('30d', NOW).sinceMs).toISOString(), '2026-05-10T00:00:00.000Z')
})

test('an own period has whole buckets from its first hour, and an end', () => {
  const week = ownSpan(NOW - 7 * 24 * HOUR_MS, NOW)!
  assert.deepEqual([week.sinceMs, week.bucketMs], [Date.UTC(2026, 5, 1, 10), 6 * HOUR_MS])
  assert.ok(week.untilMs >= NOW && week.untilMs - NOW < week.bucketMs)
  assert.equal(ownSpan(NOW, NOW + 24 * HOUR_MS)!.bucketMs, HOUR_MS)
  assert.equal(ownSpan(NOW, NOW + 30 * 24 * HOUR_MS)!.bucketMs, 24 * HOUR_MS)
  assert.equal(ownSpan(NOW, NOW - HOUR_MS), null)
  assert.equal(ownSpan(NOW, NOW + (OWN_DAYS_MAX + 1) * 24 * HOUR_MS), null)
})

test('a bucket has the sum of its rows, and no negative count', () => {
  const span = spanOf('7d', NOW)
  const rows = [
    { ...noCounts(), start: span.sinceMs, delivered: 2 },
    { ...noCounts(), start: span.sinceMs + 5 * HOUR_MS, delivered: 3, queued: -1 },
    { ...noCounts(), start: span.sinceMs + 6 * HOUR_MS, failed: 1 },
  ]
  const buckets = bucketsOf(span, rows)
  assert.equal(buckets.length, 28)
  assert.deepEqual(buckets[0], { start: span.sinceMs, counts: { ...noCounts(), delivered: 5 } })
  assert.equal(buckets[1]!.counts.failed, 1)
})

test('rates are shares of the deliveries that have ended', () => {
  assert.deepEqual(ratesOf({ ...noCounts(), queued: 5, canceled: 3 }), {
    ...{ delivered: null, opened: null, bounced: null, failed: null },
  })
  const counts = { ...noCounts(), sent: 1, delivered: 4, opened: 2, bounced: 1, failed: 2, queued: 7 }
  assert.deepEqual(ratesOf(counts), { delivered: 0.6, opened: 0.2, bounced: 0.1, failed: 0.2 })
})
