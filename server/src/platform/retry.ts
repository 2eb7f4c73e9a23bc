/** Computes the time of a retry. Pure. */

/** Each wait becomes up to a fifth longer, so that work that failed together does not retry together. */
const JITTER_MAX = 0.2

/** Limits the wait that the other side may ask for, ms. */
export const RETRY_AFTER_MAX_MS = 60 * 60 * 1000

/** RFC 9110 section 5.6.7: today's date format, and two old ones that must be accepted. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** The wait in a Retry-After header (RFC 9110 section 10.2.3), ms, from 0 to infinity. Null if absent or not valid. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const isDate = IMF_FIXDATE.test(text) || RFC850_DATE.test(text)
  const timeMs = isDate ? Date.parse(text) : ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return Number.isNaN(timeMs) ? null : Math.max(0, timeMs - nowMs)
}

export interface Wait {
  nowMs: number
  /** From the schedule. */
  waitMs: number
  /** The minimum that the other side asks for. 0: none. */
  askedMs: number
  /** In [0, 1). */
  random: number
}

/**
 * The time of the retry, ms since the epoch: after the schedule's wait with jitter, or after the requested wait if it
 * is longer.
 */
export function retryAt({ nowMs, waitMs, askedMs, random }: Wait): number {
  const longerMs = Math.max(waitMs * (1 + JITTER_MAX * random), Math.min(askedMs, RETRY_AFTER_MAX_MS))
  return Math.ceil(nowMs + longerMs)
}
