import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failuresOf, recentOf, responseTimesOf } from './health.ts'
import type { NewestAttempt } from './health.ts'

const MINUTE_MS = 60_000
const NOW_MS = Date.parse('2026-11-28T12:30:50Z')

/** The newest first: seconds ago, and the code of the response. */
const attemptsOf = (...attempts: [secondsAgo: number, code: number | null][]): NewestAttempt[] =>
  attempts.map(([secondsAgo, code]) => ({
    createdAt: NOW_MS - secondsAgo * 1000,
    succeeded: code === 200,
    responseCode: code,
    errorMessage: code === null ? 'connect_timeout' : null,
    durationMs: secondsAgo,
    eventId: '',
    eventType: 'delivery.sent',
  }))

test('an endpoint fails since the first failure of the minutes in which most attempts failed', () => {
  const cases: [ReturnType<typeof attemptsOf>, since: number | null, isAll: boolean][] = [
    [[], null, false],
    [attemptsOf([5, 200], [6, 200], [70, 500], [71, 500], [72, 500]), null, false],
    // One event, which the service tries three times within 70 s.
    [attemptsOf([5, 500], [65, 500]), null, false],
    [attemptsOf([5, null], [65, 500], [75, 500]), 75, true],
    [attemptsOf([5, 500], [65, 500], [75, 500], [76, 200], [200, 200]), 75, false],
    // Failures before the last success of the minute, and after the last success of the minute before.
    [attemptsOf([5, 500], [65, 500], [66, 500], [67, 500], [68, 200], [69, 500], [130, 200]), 67, false],
    [attemptsOf([5, 500], [65, 500], [66, 500], [112, 500], [113, 200], [114, 200], [115, 200]), 112, false],
    // The first minute ends with a success, and no other follows.
    [attemptsOf([5, 200], [6, 500], [7, 500], [8, 500]), 8, true],
    // Half of them fail, in every minute.
    [attemptsOf([5, 200], [6, 500], [65, 500], [66, 200], [130, 500], [300, 200]), 130, false],
  ]
  for (const [attempts, secondsAgo, isAll] of cases)
    assert.deepEqual(failuresOf(attempts, null), {
      since: secondsAgo === null ? null : NOW_MS - secondsAgo * 1000,
      isAll,
    })
})

test('a passed test ends the failures before it', () => {
  const failures = attemptsOf([5, 500], [65, 500], [75, 500])
  const [test] = attemptsOf([4, 200])
  assert.equal(failuresOf([test!, ...failures], null).since, NOW_MS - 75_000, 'another event has succeeded')
  const none = { since: null, isAll: false }
  assert.deepEqual(failuresOf([{ ...test!, eventType: 'ping' }, ...failures], null), none)
  assert.deepEqual(failuresOf(failures, NOW_MS - 4000), none)
  assert.deepEqual(failuresOf(failures, NOW_MS - 80_000), { since: NOW_MS - 75_000, isAll: true })
  const later = attemptsOf([1, 500], [2, 500], [3, 500])
  assert.deepEqual(failuresOf([...later, ...failures], NOW_MS - 4000), { since: NOW_MS - 3000, isAll: false })
})

test('the attempts of the last minutes, and the times of the responses', () => {
  const attempts = attemptsOf([1, 200], [3, null], [599, 500], [600, 500])
  assert.deepEqual(recentOf(attempts, false, NOW_MS), { attempts: 3, failed: 2, is_complete: true })
  assert.equal(recentOf(attempts.slice(0, 3), false, NOW_MS).is_complete, false)
  assert.equal(recentOf(attempts.slice(0, 3), true, NOW_MS).is_complete, true)
  assert.deepEqual(responseTimesOf(attempts), [599, 600, 600])
  assert.deepEqual(responseTimesOf([]), [null, null, null])
  assert.equal(recentOf(attempts, true, NOW_MS + 10 * MINUTE_MS).attempts, 0)
})
