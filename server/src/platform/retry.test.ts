import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RETRY_AFTER_MAX_MS, retryAfterMs, retryAt } from './retry.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)

test('Retry-After as seconds, and as a date in the three forms of HTTP', () => {
  const table: [header: string | null | undefined, ms: number | null][] = [
    ['120', 120_000],
    [' 0 ', 0],
    ['9'.repeat(400), Infinity],
    ['Mon, 08 Jun 2026 10:21:00 GMT', 60_000],
    ['Mon, 08 Jun 2026 10:19:00 GMT', 0],
    ['Monday, 08-Jun-26 10:20:09 GMT', 9000],
    ['Wednesday, 10-Jun-26 10:20:00 GMT', 48 * 3_600_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['Mon Jun  8 10:20:09 2026', 9000],
    ['Wed Jun 10 10:20:00 2026', 48 * 3_600_000],
    ['Sun Nov  6 08:49:37 1994', 0],
  ]
  for (const [header, ms] of table) assert.equal(retryAfterMs(header, NOW), ms, String(header))
})

test('a Retry-After that is absent or of another form asks for nothing', () => {
  const others = [
    '',
    'soon',
    'tomorrow',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '١٢',
    '10 20',
    '2026-06-08',
    '2026-06-08T10:21:00Z',
  ]
  const dates = [
    'Mon, 99 Jun 2026 10:20:00 GMT',
    'Mon, 08 Jum 2026 10:21:00 GMT',
    'Mon, 08 Jun 2026 10:21:00 +0200',
    'Mon, 08 Jun 2026 10:21:00',
    'Monday, 08-Jun-2026 10:21:00 GMT',
    'Mon Jun  8 10:21:00 2026 GMT',
    'Mon Jun 8 10:21:00 2026',
  ]
  for (const header of [null, undefined, ...others, ...dates])
    assert.equal(retryAfterMs(header, NOW), null, String(header))
})

test('a wait is lengthened by up to a fifth and never shortened', () => {
  const waited = (random: number) => retryAt({ nowMs: NOW, waitMs: 10_000, askedMs: 0, random }) - NOW
  assert.deepEqual([0, 0.5, 1 - 2 ** -32].map(waited), [10_000, 11_000, 12_000])
})

test('the requested wait is a minimum without jitter, up to an hour', () => {
  const waited = (askedMs: number) => retryAt({ nowMs: NOW, waitMs: 10_000, askedMs, random: 0.5 }) - NOW
  const asked = [0, 10_999, 11_001, RETRY_AFTER_MAX_MS, RETRY_AFTER_MAX_MS + 1, Infinity]
  assert.deepEqual(asked.map(waited), [11_000, 11_000, 11_001, 3_600_000, 3_600_000, 3_600_000])
  assert.equal(retryAt({ nowMs: NOW, waitMs: 2 * RETRY_AFTER_MAX_MS, askedMs: Infinity, random: 0 }) - NOW, 7_200_000)
})
