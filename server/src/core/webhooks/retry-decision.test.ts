import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideRetry } from './retry-decision.ts'
import type { AttemptError, AttemptResult, RetryDecision } from './retry-decision.ts'

const NOW_MS = Date.parse('2026-06-08T10:20:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const SCHEDULE = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 45 * MINUTE, 2 * HOUR, 4 * HOUR]

const ERRORS: AttemptError[] = [
  'dns_error',
  'address_not_public',
  'connect_timeout',
  'connection_refused',
  'connection_reset',
  'tls_error',
  'response_timeout',
  'protocol_error',
]

function decide(result: AttemptResult, attemptNumber = 1, random = 0): RetryDecision {
  return decideRetry({ attemptNumber, result, retryScheduleMs: SCHEDULE, nowMs: NOW_MS, random })
}

const responded = (status: number, retryAfter: string | null = null): AttemptResult => ({
  ok: true,
  status,
  retryAfter,
})

/** The table of specification 4.4. `waitsMs`: before the next attempt, after attempts 1 to 7. Empty: the attempt is final. */
const LATER = [10_000, 60_000, 300_000, 900_000, 2_700_000, 7_200_000, 14_400_000]
const CODES: { codes: [first: number, last: number]; succeeded?: true; error?: string; waitsMs: number[] }[] = [
  { codes: [200, 299], succeeded: true, waitsMs: [] },
  { codes: [300, 399], error: 'redirect_not_followed', waitsMs: LATER },
  { codes: [400, 407], waitsMs: [] },
  { codes: [408, 408], waitsMs: LATER },
  { codes: [409, 428], waitsMs: [] },
  // Without Retry-After, at least a minute.
  { codes: [429, 429], waitsMs: [60_000, 60_000, 300_000, 900_000, 2_700_000, 7_200_000, 14_400_000] },
  { codes: [430, 499], waitsMs: [] },
  { codes: [500, 999], waitsMs: LATER },
]

for (const { codes, succeeded = false, error = null, waitsMs } of CODES)
  test(`status codes ${codes.join(' to ')} at every attempt of a series`, () => {
    const [first, last] = codes
    for (let status = first; status <= last; status++)
      for (let attemptNumber = 1; attemptNumber <= 8; attemptNumber++) {
        const waitMs = waitsMs[attemptNumber - 1]
        const next = waitMs === undefined ? null : NOW_MS + waitMs
        const expected = {
          succeeded,
          final: next === null,
          responseCode: status,
          errorMessage: error,
          nextAttemptAt: next,
        }
        assert.deepEqual(decide(responded(status), attemptNumber), expected, `${status} at attempt ${attemptNumber}`)
      }
  })

test('every transport error is retried, up to the eighth attempt', () => {
  for (const error of ERRORS) {
    for (let attemptNumber = 1; attemptNumber <= 8; attemptNumber++) {
      const waitMs = LATER[attemptNumber - 1]
      assert.deepEqual(decide({ ok: false, error }, attemptNumber), {
        succeeded: false,
        final: attemptNumber === 8,
        responseCode: null,
        errorMessage: error,
        nextAttemptAt: waitMs === undefined ? null : NOW_MS + waitMs,
      })
    }
  }
})

test('waits are lengthened by up to 20 %, never shortened', () => {
  for (const [index, waitMs] of SCHEDULE.entries()) {
    const next = (random: number) => decide(responded(500), index + 1, random).nextAttemptAt! - NOW_MS
    assert.equal(next(0), waitMs)
    assert.equal(next(0.5), Math.round(waitMs * 1.1))
    assert.ok(next(0.999_999) <= waitMs * 1.2 + 1)
  }
})

test('Retry-After is a floor, capped at an hour', () => {
  const wait = (status: number, retryAfter: string, attemptNumber = 1) =>
    decide(responded(status, retryAfter), attemptNumber).nextAttemptAt! - NOW_MS
  assert.equal(wait(503, '30'), 30 * SECOND)
  assert.equal(wait(503, '5'), 10 * SECOND)
  assert.equal(wait(503, '86400'), HOUR)
  assert.equal(wait(503, '9'.repeat(400)), HOUR)
  assert.equal(wait(503, '86400', 7), 4 * HOUR)
  assert.equal(wait(429, '20'), 20 * SECOND)
  assert.equal(wait(429, '0'), 10 * SECOND)
  assert.equal(wait(429, 'soon'), MINUTE)
  assert.equal(wait(302, '120'), 2 * MINUTE)
  assert.equal(wait(503, 'Mon, 08 Jun 2026 10:25:00 GMT'), 5 * MINUTE)
  assert.equal(wait(503, 'Mon, 08 Jun 2026 09:00:00 GMT'), 10 * SECOND)
  // Retry-After does not lengthen a series.
  assert.equal(decide(responded(503, '30'), 8).final, true)
  assert.equal(decide(responded(404, '30')).final, true)
})
