import type { ConnectionError } from '../../platform/outbound/socket-connect.ts'
import { retryAfterMs, retryAt } from '../../platform/retry.ts'

/** Why an attempt got no status code: the fixed words of `error_message` (docs/causes.md). */
export type AttemptError = ConnectionError

/** The result of a POST, as needed for the decision. */
export type AttemptResult =
  | { ok: true; status: number; retryAfter: string | null }
  /** `detail`: the code of a `tls_error`. */
  | { ok: false; error: AttemptError; detail?: string }

export interface RetryDecision {
  succeeded: boolean
  /** True if the series ends with this attempt. */
  final: boolean
  responseCode: number | null
  errorMessage: AttemptError | 'redirect_not_followed' | null
  /** When the next attempt is due, ms since the epoch. Null after a final attempt. */
  nextAttemptAt: number | null
}

/** The shortest wait after a 429 without Retry-After, ms. */
const RATE_LIMITED_WAIT_MIN_MS = 60 * 1000

/** Temporary 4xx codes: request timeout and too many requests. */
const RETRIED_CLIENT_ERRORS = new Set([408, 429])

export interface RetryInput {
  /** Number of the attempt within its series, from 1. */
  attemptNumber: number
  result: AttemptResult
  /** Waits before attempts 2, 3, ..., ms. A series has one more attempt than waits. */
  retryScheduleMs: readonly number[]
  nowMs: number
  /** In [0, 1). */
  random: number
}

/** Whether the receiver confirmed the event, its code, and the word of the error. */
export function judgeResult(result: AttemptResult): Pick<RetryDecision, 'succeeded' | 'responseCode' | 'errorMessage'> {
  const responseCode = result.ok ? result.status : null
  const succeeded = result.ok && result.status >= 200 && result.status < 300
  const isRedirect = responseCode !== null && responseCode >= 300 && responseCode < 400
  const errorMessage = result.ok ? (isRedirect ? 'redirect_not_followed' : null) : result.error
  return { succeeded, responseCode, errorMessage }
}

/**
 * The table of specification 4.4: the consequence of an attempt's result for its event. With the default schedule, a
 * failing event is attempted at 0 s, 10 s, 1 min, 6 min, 21 min, 1 h, 3 h and 7 h, each up to 20 % later.
 */
export function decideRetry(input: RetryInput): RetryDecision {
  const { attemptNumber, result, retryScheduleMs, nowMs, random } = input
  const judged = judgeResult(result)
  const waitMs = retryScheduleMs[attemptNumber - 1]
  if (judged.succeeded || !isRetried(result) || waitMs === undefined)
    return { ...judged, final: true, nextAttemptAt: null }
  const nextAttemptAt = retryAt({ nowMs, waitMs, askedMs: askedMs(result, nowMs), random })
  return { ...judged, final: false, nextAttemptAt }
}

/** True for every result other than success, except permanent 4xx codes. */
function isRetried(result: AttemptResult): boolean {
  return !result.ok || result.status < 400 || result.status >= 500 || RETRIED_CLIENT_ERRORS.has(result.status)
}

/** The shortest wait requested by the receiver, ms. */
function askedMs(result: AttemptResult, nowMs: number): number {
  if (!result.ok) return 0
  return retryAfterMs(result.retryAfter, nowMs) ?? (result.status === 429 ? RATE_LIMITED_WAIT_MIN_MS : 0)
}
