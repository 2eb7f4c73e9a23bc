/** When something that has failed is tried again. Pure. */

/** Each wait is lengthened by up to a fifth, so that what failed together does not return together. */
const JITTER_MAX = 0.2

/** The longest wait that others may ask for, ms: one that is longer counts as this one. */
export const RETRY_AFTER_MAX_MS = 60 * 60 * 1000

/** RFC 9110 section 5.6.7: the form that is sent today, and the two old ones that must be understood. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/**
 * The wait that a Retry-After header (RFC 9110 section 10.2.3) asks for, ms, 0 or more and perhaps infinite; null if it is
 * absent or not understood.
 */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const isDate = IMF_FIXDATE.test(text) || RFC850_DATE.test(text)
  const timeMs = isDate ? Date.parse(text) : ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return Number.isNaN(timeMs) ? null : Math.max(0, timeMs - nowMs)
}

export interface Wait {
  nowMs: number
  /** By the schedule. */
  waitMs: number
  /** What the other side asks for at least; 0: nothing. */
  askedMs: number
  /** In [0, 1). */
  random: number
}

/** When the next try is due, ms since the epoch: after the schedule's wait, lengthened, or after the one asked for. */
export function retryAt({ nowMs, waitMs, askedMs, random }: Wait): number {
  const longerMs = Math.max(waitMs * (1 + JITTER_MAX * random), Math.min(askedMs, RETRY_AFTER_MAX_MS))
  return Math.ceil(nowMs + longerMs)
}
