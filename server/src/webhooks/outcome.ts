/** Why an attempt got no status code: the fixed words of `error_message` (decisions, webhook endpoints). */
export type AttemptError =
  | 'dns_error'
  | 'address_not_public'
  | 'connect_timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls_error'
  | 'response_timeout'
  | 'protocol_error'

/** What one POST came to, as far as the outcome depends on it. */
export type AttemptResult = { ok: true; status: number; retryAfter: string | null } | { ok: false; error: AttemptError }

export interface Outcome {
  succeeded: boolean
  /** The series ends with this attempt. */
  final: boolean
  responseCode: number | null
  errorMessage: AttemptError | 'redirect_not_followed' | null
  /** When the next attempt is due, ms since the epoch; null after a final one. */
  nextAttemptAtMs: number | null
}

/** Each wait is lengthened by 0 to 20 %, so that the retries of a crowd spread out. */
const JITTER_MAX = 0.2

/** A receiver may ask for a longer wait than the schedule's, up to this one, ms. */
const RETRY_AFTER_MAX_MS = 60 * 60 * 1000

/** The shortest wait after a 429 that names none, ms. */
const RATE_LIMITED_WAIT_MIN_MS = 60 * 1000

/** The 4xx that pass: request timeout and too many requests. */
const RETRIED_CLIENT_ERRORS = new Set([408, 429])

/** RFC 9110 section 5.6.7: the form that is sent today, and the two old ones that must be understood. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** The wait that a Retry-After header asks for, ms, 0 or more; null when it is absent or not understood. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const isDate = IMF_FIXDATE.test(text) || RFC850_DATE.test(text)
  const timeMs = isDate ? Date.parse(text) : ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return Number.isNaN(timeMs) ? null : Math.max(0, timeMs - nowMs)
}

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
  const { attemptNumber, result, retryScheduleMs } = input
  const responseCode = result.ok ? result.status : null
  const succeeded = result.ok && result.status >= 200 && result.status < 300
  const errorMessage = errorMessageOf(result)
  const scheduledWaitMs = retryScheduleMs[attemptNumber - 1]
  if (succeeded || !isRetried(result) || scheduledWaitMs === undefined)
    return { succeeded, final: true, responseCode, errorMessage, nextAttemptAtMs: null }
  const waitMs = Math.max(scheduledWaitMs * (1 + JITTER_MAX * input.random), waitMinMs(result, input.nowMs))
  return { succeeded, final: false, responseCode, errorMessage, nextAttemptAtMs: Math.ceil(input.nowMs + waitMs) }
}

function errorMessageOf(result: AttemptResult): Outcome['errorMessage'] {
  if (!result.ok) return result.error
  return result.status >= 300 && result.status < 400 ? 'redirect_not_followed' : null
}

/** All that is not a success is retried, except the 4xx that will not pass by themselves. */
function isRetried(result: AttemptResult): boolean {
  return !result.ok || result.status < 400 || result.status >= 500 || RETRIED_CLIENT_ERRORS.has(result.status)
}

/** The wait that the receiver's answer demands at least, ms. */
function waitMinMs(result: AttemptResult, nowMs: number): number {
  if (!result.ok) return 0
  const asked = retryAfterMs(result.retryAfter, nowMs)
  if (asked !== null) return Math.min(asked, RETRY_AFTER_MAX_MS)
  return result.status === 429 ? RATE_LIMITED_WAIT_MIN_MS : 0
}
