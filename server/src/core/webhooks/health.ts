/** The health of an endpoint, from its newest attempts. It says within minutes that a receiver fails. */
import type { RowOf } from '../../platform/db/sql.ts'

const MINUTE_MS = 60_000
/** The newest attempts say how the receiver is now. */
export const RECENT_MS = 10 * MINUTE_MS
/** The first three attempts of an event take 70 s. Fewer failures say nothing about a receiver. */
const FAILURES_MIN = 3
const PERCENTILES = [0.5, 0.95, 0.99]

export type NewestAttempt = RowOf<'webhook_health.list_newest'>

/**
 * Since when the receiver fails: in each minute with attempts from there on, at least half of them failed. It is the first failure
 * after the last success up to the end of the first of these minutes, so it stays the same for as long as they last. Null: the
 * receiver works, or too few attempts say that it does not. `isAll`: all given attempts are part of the failures, so these may have
 * begun before. `attempts`: the newest first. `testPassedAt`: the last passed test that is not stored. A passed test ends the
 * failures before it. Pure.
 */
export function failuresOf(
  attempts: readonly NewestAttempt[],
  testPassedAt: number | null,
): { since: number | null; isAll: boolean } {
  const test = attempts.findIndex(
    ({ eventType, succeeded, createdAt: at }) => (eventType === 'ping' && succeeded) || at <= (testPassedAt ?? 0),
  )
  const sinceTest = test === -1 ? attempts : attempts.slice(0, test)
  const minutes = Map.groupBy(sinceTest, ({ createdAt: at }) => Math.floor(at / MINUTE_MS))
  let first: NewestAttempt[] = []
  let failures = 0
  let isAll = test === -1
  for (const minute of minutes.values()) {
    const failed = minute.filter(({ succeeded }) => !succeeded)
    if (failed.length * 2 < minute.length) {
      isAll = false
      break
    }
    first = minute
    failures += failed.length
  }
  if (failures < FAILURES_MIN) return { since: null, isAll: false }
  const from = sinceTest.indexOf(first[0]!)
  const success = sinceTest.findIndex(({ succeeded }, place) => place >= from && succeeded)
  const afterSuccess = success === -1 ? sinceTest : sinceTest.slice(0, success)
  const begun = [afterSuccess, first]
    .map((some) => some.findLast(({ succeeded }) => !succeeded))
    .find((one) => one !== undefined)
  return { since: begun!.createdAt, isAll }
}

/** The attempts of the last minutes, and the failed ones among them. `isAll`: the given attempts are all of the endpoint. */
export function recentOf(attempts: readonly NewestAttempt[], isAll: boolean, nowMs: number) {
  const recent = attempts.filter(({ createdAt: at }) => at > nowMs - RECENT_MS)
  const failed = recent.filter(({ succeeded }) => !succeeded).length
  return { attempts: recent.length, failed, is_complete: isAll || recent.length < attempts.length }
}

/** The response times of the attempts with a response, ms: p50, p95 and p99. */
export function responseTimesOf(attempts: readonly NewestAttempt[]): (number | null)[] {
  const times = attempts
    .filter(({ responseCode: code }) => code !== null)
    .map(({ durationMs: ms }) => ms)
    .toSorted((one, other) => one - other)
  return PERCENTILES.map((part) => times[Math.max(0, Math.ceil(part * times.length) - 1)] ?? null)
}
