import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideOutcome } from './retry-decision.ts'
import type { AttemptError, AttemptResult, Outcome } from './retry-decision.ts'

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

function decide(result: AttemptResult, attemptNumber = 1, random = 0): Outcome {
  return decideOutcome({ attemptNumber, result, retryScheduleMs: SCHEDULE, nowMs: NOW_MS, random })
}

const answered = (status: number, retryAfter: string | null = null): AttemptResult => ({ ok: true, status, retryAfter })

test('every status code at every attempt of a series', () => {
  for (let status = 200; status < 1000; status++) {
    for (let attemptNumber = 1; attemptNumber <= 8; attemptNumber++) {
      const outcome = decide(answered(status), attemptNumber)
      const succeeded = status < 300
      const retryable = !succeeded && (status < 400 || status >= 500 || status === 408 || status === 429)
      const final = !retryable || attemptNumber === 8
      const waitMs = Math.max(SCHEDULE[attemptNumber - 1] ?? 0, status === 429 ? MINUTE : 0)
      assert.deepEqual(
        outcome,
        {
          succeeded,
          final,
          responseCode: status,
          errorMessage: status >= 300 && status < 400 ? 'redirect_not_followed' : null,
          nextAttemptAt: final ? null : NOW_MS + waitMs,
        },
        `${status} at attempt ${attemptNumber}`,
      )
    }
  }
})

test('every transport error is retried, up to the eighth attempt', () => {
  for (const error of ERRORS) {
    for (let attemptNumber = 1; attemptNumber <= 8; attemptNumber++) {
      const final = attemptNumber === 8
      assert.deepEqual(decide({ ok: false, error }, attemptNumber), {
        succeeded: false,
        final,
        responseCode: null,
        errorMessage: error,
        nextAttemptAt: final ? null : NOW_MS + SCHEDULE[attemptNumber - 1]!,
      })
    }
  }
})

test('waits are lengthened by up to 20 %, never shortened', () => {
  for (const [index, waitMs] of SCHEDULE.entries()) {
    const next = (random: number) => decide(answered(500), index + 1, random).nextAttemptAt! - NOW_MS
    assert.equal(next(0), waitMs)
    assert.equal(next(0.5), Math.round(waitMs * 1.1))
    assert.ok(next(0.999_999) <= waitMs * 1.2 + 1)
  }
})

test('Retry-After is a floor, capped at an hour', () => {
  const wait = (status: number, retryAfter: string, attemptNumber = 1) =>
    decide(answered(status, retryAfter), attemptNumber).nextAttemptAt! - NOW_MS
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
  assert.equal(decide(answered(503, '30'), 8).final, true)
  assert.equal(decide(answered(404, '30')).final, true)
})
