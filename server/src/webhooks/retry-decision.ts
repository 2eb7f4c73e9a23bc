import type { ConnectionError } from '../outbound/connection-error.ts'
import { retryAfterMs, retryAt } from '../retry.ts'

/** Why an attempt got no status code: the fixed words of `error_message` (decisions, webhook endpoints). */
export type AttemptError = ConnectionError

/** What one POST came to, as far as the outcome depends on it. */
export type AttemptResult = { ok: true; status: number; retryAfter: string | null } | { ok: false; error: AttemptError }

export interface Outcome {
  succeeded: boolean
  /** The series ends with this attempt. */
  final: boolean
  responseCode: number | null
  errorMessage: AttemptError | 'redirect_not_followed' | null
  /** When the next attempt is due, ms since the epoch; null after a final one. */
  nextAttemptAt: number | null
}

/** The shortest wait after a 429 that names none, ms. */
const RATE_LIMITED_WAIT_MIN_MS = 60 * 1000

/** The 4xx that pass: request timeout and too many requests. */
const RETRIED_CLIENT_ERRORS = new Set([408, 429])

export interface OutcomeInput {
  /** Number of the attempt within its series, from 1. */
  attemptNumber: number
  result: AttemptResult
  /** The waits before attempts 2, 3, ..., ms: a series has one attempt more than there are waits. */
  retryScheduleMs: readonly number[]
  nowMs: number
  /** In [0, 1). */
  random: number
}

/**
 * The table of specification 4.4: what an attempt's result means for its event. With the default schedule the
 * attempts of an event that never succeeds come at 0 s, 10 s, 1 min, 6 min, 21 min, 1 h, 3 h and 7 h, each up to 20 % later.
 */
export function decideOutcome(input: OutcomeInput): Outcome {
  const { attemptNumber, result, retryScheduleMs, nowMs, random } = input
  const responseCode = result.ok ? result.status : null
  const succeeded = result.ok && result.status >= 200 && result.status < 300
  const isRedirect = responseCode !== null && responseCode >= 300 && responseCode < 400
  const errorMessage = result.ok ? (isRedirect ? 'redirect_not_followed' : null) : result.error
  const waitMs = retryScheduleMs[attemptNumber - 1]
  if (succeeded || !isRetried(result) || waitMs === undefined)
    return { succeeded, final: true, responseCode, errorMessage, nextAttemptAt: null }
  const nextAttemptAt = retryAt({ nowMs, waitMs, askedMs: askedMs(result, nowMs), random })
  return { succeeded, final: false, responseCode, errorMessage, nextAttemptAt }
}

/** All that is not a success is retried, except the 4xx that will not pass by themselves. */
function isRetried(result: AttemptResult): boolean {
  return !result.ok || result.status < 400 || result.status >= 500 || RETRIED_CLIENT_ERRORS.has(result.status)
}

/** The wait that the receiver's answer asks for at least, ms. */
function askedMs(result: AttemptResult, nowMs: number): number {
  if (!result.ok) return 0
  return retryAfterMs(result.retryAfter, nowMs) ?? (result.status === 429 ? RATE_LIMITED_WAIT_MIN_MS : 0)
}
